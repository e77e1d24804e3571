"""Races on a real server: whoever loses one is told why, and no two win."""

import asyncio

import pytest

from schema.context import Services, Viewer
from schema.errors import Code, Refused
from schema.model import MatchView, MoveRequest, NewMatch, QuickMatch
from service.services import build_services
from service.store.redis import RedisStore
from service.usecases import steps
from tests.fixtures.house import ALA, AskedJobs, person

PEOPLE = (ALA, *(person(name) for name in ("ola", "ela", "iza")))


@pytest.fixture
async def services(server_store: RedisStore) -> Services:
    return build_services(store=server_store, jobs=AskedJobs())


async def full_match(services: Services, **choices: object) -> MatchView:
    """Return a match of four people that has just started."""
    new = NewMatch(start_when_full=True, **choices)  # type: ignore[arg-type]
    match = await services.lobby.create(ALA, new)
    for who in PEOPLE[1:]:
        match = await services.lobby.join(who, match.id, None)
    return match


async def test_of_a_hundred_who_want_one_seat_one_has_it(services: Services) -> None:
    match = await services.lobby.create(ALA, NewMatch())
    crowd = [person(f"{number:03}") for number in range(100)]

    answers = await asyncio.gather(
        *(services.lobby.join(who, match.id, 1) for who in crowd), return_exceptions=True
    )

    assert sum(isinstance(at, MatchView) for at in answers) == 1
    assert {at.refusal.code for at in answers if isinstance(at, Refused)} == {Code.SEAT_TAKEN}
    assert (await services.matches.match(ALA, match.id)).version == 2


async def test_four_who_sit_down_at_once_start_a_match_once(services: Services) -> None:
    new = NewMatch(sit=False, start_when_full=True)
    match = await services.lobby.create(ALA, new)

    await asyncio.gather(*(services.lobby.join(who, match.id, None) for who in PEOPLE))

    seen = await services.matches.match(ALA, match.id)
    assert (seen.status.value, seen.version) == ("playing", 6)


async def test_two_who_pass_cards_at_once_both_do(services: Services) -> None:
    match = await full_match(services, rule_set="greek")

    async def passes(who: Viewer) -> int:
        seen = await services.matches.match(who, match.id)
        assert seen.game is not None
        assert seen.game.deal is not None
        move = f"give {' '.join((seen.game.deal.hand or ())[:3])}"
        asked = MoveRequest(move=move, expected_version=match.version, idempotency_key="k")
        return (await services.matches.submit(who, match.id, asked)).version

    versions = await asyncio.gather(*map(passes, PEOPLE[:2]))

    assert sorted(versions) == [match.version + 1, match.version + 2]


async def test_four_who_ask_for_a_rematch_at_once_sit_in_one(
    services: Services, server_store: RedisStore
) -> None:
    old = await full_match(services)
    await server_store.update(old.id, steps.voided, b"admin")

    found = await asyncio.gather(*(services.pairing.rematch(who, old.id) for who in PEOPLE))

    assert len({match.id for match in found}) == 1
    assert [match.viewer_seat for match in found] == [0, 1, 2, 3]
    assert (await services.matches.match(ALA, found[0].id)).status.value == "playing"


@pytest.mark.parametrize("crowd", [2, 7])
async def test_quick_players_at_once_end_in_as_few_matches_as_can_be(
    services: Services, crowd: int
) -> None:
    people = [person(f"{number}") for number in range(crowd)]

    found = await asyncio.gather(*(services.pairing.quick(who, QuickMatch()) for who in people))

    assert len({match.id for match in found}) == (crowd + 3) // 4
