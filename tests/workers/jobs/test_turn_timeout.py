"""A person's turn is ended once its time is over, and not before."""

import pytest

from engine.events import Cause
from tests.fixtures.house import ALA, House, open_house
from workers.bots import choose
from workers.jobs import JobContext, turn_timeout


async def asked_person(house: House) -> tuple[str, int]:
    """Return a match and the version at which Ala is asked, with 60 seconds to answer."""
    match = await house.match_of()
    seen = await house.play_until_asked(match.id, ALA)
    return match.id, seen.version


def context(house: House) -> JobContext:
    """Return what the job works with."""
    return JobContext(house.turns, house.jobs, choose)


async def test_the_default_move_is_made_when_the_time_is_over() -> None:
    house = open_house()
    match_id, version = await asked_person(house)
    default = await house.default_text(match_id)
    house.clock.now_ms += 60_000

    await turn_timeout.run(context(house), match_id, version)
    await turn_timeout.run(context(house), match_id, version)

    (entry,) = await house.store.entries(match_id, version, 10)
    assert (entry.action.move, entry.action.cause) == (default, Cause.TIMEOUT)


@pytest.mark.parametrize(("later_ms", "behind"), [(59_999, 0), (60_000, 1)])
async def test_nothing_happens_before_the_deadline_or_for_an_older_turn(
    later_ms: int, behind: int
) -> None:
    house = open_house()
    match_id, version = await asked_person(house)
    before = (await house.store.read(match_id)).record
    house.clock.now_ms += later_ms

    await turn_timeout.run(context(house), match_id, version - behind)

    assert (await house.store.read(match_id)).record == before
