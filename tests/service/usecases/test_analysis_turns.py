"""On a service whose bots never pause analyses go on in turns, the oldest first, at a low price."""

import pytest

from schema.errors import Code, Refused
from tests.fixtures.analysed import LOTTERY, context, finished
from tests.fixtures.house import House, open_house
from workers.jobs import AnalysisContext, analysis

SECOND = 1_000
LEASE_MS = 2_000


async def ended(house: House, count: int) -> list[str]:
    """Return matches that have ended one after the other; from now on bots wait."""
    matches = [await finished(house, LOTTERY) for _ in range(count)]
    house.clock.now_ms += SECOND
    for match_id in matches:
        await house.store.set_due(match_id, house.clock.now_ms)
    house.jobs.bots_wait = True
    return matches


async def second(house: House, here: AnalysisContext) -> list[str]:
    """Let a second pass in which the clock asks and the worker works; return whose slices."""
    await ask(house, here)
    made = await work(house, here)
    house.clock.now_ms += SECOND
    return made


async def ask(house: House, here: AnalysisContext) -> int:
    """Let the clock ask for what is due; return how many matches that were."""
    claims = await house.store.claim_due(LEASE_MS, 100)
    for claim in claims:
        await here.analyses.begin(claim.match_id)
    return len(claims)


async def work(house: House, here: AnalysisContext) -> list[str]:
    """Make the slices that are asked for; return whose they were."""
    made = []
    while house.jobs.analyses:
        match_id, version = house.jobs.analyses.pop(0)
        await analysis.run(here, match_id, version)
        made.append(match_id)
    return made


async def is_ready(house: House, match_id: str) -> bool:
    """Return whether an analysis has come to its end."""
    found = await house.store.analyses.get(match_id)
    return found is not None and found.ready


async def test_bots_that_never_pause_do_not_keep_an_analysis_from_its_end() -> None:
    house = open_house()
    (match_id,) = await ended(house, 1)
    here = context(house, slice_of=4)

    seconds = 0
    while not await is_ready(house, match_id):
        assert len(await second(house, here)) <= 1
        seconds += 1
        assert seconds < 30

    kept = await house.store.analyses.get(match_id)
    assert kept is not None
    assert seconds <= len(kept.moves) // 4 + 3


async def test_the_match_that_ended_first_is_done_first() -> None:
    house = open_house()
    matches = await ended(house, 4)
    here = context(house, slice_of=4)

    done: list[str] = []
    slices = 0
    for _ in range(100):
        made = await second(house, here)
        slices += len(made)
        assert len(made) <= 1
        done += [at for at in made if await is_ready(house, at)]

    assert done == matches
    assert slices > 4 * 4


async def test_those_that_wait_ask_the_less_often_the_more_there_are() -> None:
    house = open_house()
    await ended(house, 40)
    here = context(house, slice_of=4)

    asked = []
    for _ in range(60):
        asked.append(await ask(house, here))
        await work(house, here)
        house.clock.now_ms += SECOND

    # each asks again after as many seconds as stand before it: 1 + 1/2 + 1/3 ... a second
    assert sum(asked[1:]) / len(asked) < 9


async def test_a_lost_slice_costs_its_match_the_place() -> None:
    house = open_house()
    first, other = await ended(house, 2)
    here = context(house, slice_of=4)
    await ask(house, here)
    assert house.jobs.analyses.pop() == (first, 0)  # the worker dies with it
    house.clock.now_ms += SECOND

    whose = [at for _ in range(4) for at in await second(house, here)]

    assert whose == [other] * 4
    for _ in range(60):
        await second(house, here)
    assert await is_ready(house, first)


async def test_a_match_that_is_gone_holds_nobody_up() -> None:
    house = open_house()
    (match_id,) = await ended(house, 1)
    here = context(house, slice_of=4)
    await house.store.analyses.turn("m_gone", 1, SECOND, used=False)
    await house.store.analyses.turn("m_gone", 1, SECOND, used=True)
    house.clock.now_ms += SECOND

    with pytest.raises(Refused) as refused:
        await second(house, here)
    house.clock.now_ms += SECOND

    assert refused.value.refusal.code is Code.MATCH_NOT_FOUND
    assert await second(house, here) == [match_id]
    assert await house.store.analyses.leave("m_gone") == match_id


async def test_as_soon_as_there_is_room_one_match_follows_the_other() -> None:
    house = open_house()
    matches = await ended(house, 3)
    here = context(house)
    await ask(house, here)
    house.jobs.bots_wait = False

    assert await work(house, here) == matches
    assert [await is_ready(house, match_id) for match_id in matches] == [True] * 3
