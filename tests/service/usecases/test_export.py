"""An exported match is a right one, and a fair one, whatever was played."""

import pytest

from engine.notation.fairness import verify
from engine.notation.log_hash import log_hash
from engine.notation.reading import json_of, read
from engine.notation.rerun import rerun
from engine.notation.writing import text_of
from schema.errors import Code, Refused
from tests.engine.notation.matches import GAMES
from tests.fixtures.house import ALA, NOBODY, open_house
from tests.service.usecases.written import play_on, play_out, started

AUCTION = ("classic", 4, {"trump_mode": "auction", "robber": "on"})
MOON = ("greek", 3, {"moon": "choice", "limit": "40"})

BOTS = ("Karo", "Pik", "Trefl", "Kier", "Walet", "Dama")


@pytest.mark.parametrize(
    ("name", "players", "options"), [*((*game, {}) for game in GAMES), AUCTION, MOON]
)
async def test_an_export_is_scored_right_and_found_fair(
    name: str, players: int, options: dict[str, str]
) -> None:
    house = open_house()
    match = await started(house, name, players, options=options)
    await play_out(house, match.id, with_entropy=True)

    written = await house.services.matches.export(NOBODY, match.id)

    for again in (read(text_of(written)), read(json_of(written).decode())):
        assert again == written
    outcome = rerun(written)
    record = (await house.store.read(match.id)).record
    log = await house.store.entries(match.id, 0, 100_000)
    assert record.state is not None
    assert outcome.faults == ()
    assert outcome.totals == written.totals == record.state.totals
    assert outcome.log_hash == log_hash(log)
    assert [check.faults for check in verify(written)] == [()] * (1 + len(written.deals))
    assert (written.match_id, written.practice_seed) == (match.id, None)
    assert written.names == ("Ala", *(f"Bot {name}" for name in BOTS[: players - 1]))
    entropies = [deal.entropy[:1] for deal in written.deals[1:]]
    assert entropies[:1] == ([("0002",)] if len(written.deals) > 1 else [])


async def test_a_practice_match_says_its_seed() -> None:
    house = open_house()
    match = await started(house, "lottery", 4, seed=7)
    await play_out(house, match.id)

    written = await house.services.matches.export(ALA, match.id)

    assert written.practice_seed == 7
    assert all(check.is_fair for check in verify(written))


async def test_a_long_log_is_read_whole() -> None:
    house = open_house()
    match = await started(house, "kurnik", 4)
    await play_out(house, match.id)

    written = await house.services.matches.export(ALA, match.id)

    assert (await house.store.read(match.id)).record.version > 600
    assert len(written.deals) == 12


async def test_nothing_is_exported_before_the_end() -> None:
    house = open_house()
    match = await started(house, "lottery", 4)
    await play_on(house, match.id)

    for viewer in (ALA, NOBODY):
        with pytest.raises(Refused) as error:
            await house.services.matches.export(viewer, match.id)

        assert error.value.refusal.code is Code.MATCH_NOT_OVER
    with pytest.raises(Refused) as missing:
        await house.services.matches.export(ALA, "m_none")
    assert missing.value.refusal.code is Code.MATCH_NOT_FOUND
