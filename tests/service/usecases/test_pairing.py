"""The same table again, and whoever comes: races end in one match, and never in an error."""

import asyncio

import pytest

from schema.context import Viewer
from schema.errors import Code, Refused
from schema.model import MatchStatus, MatchView, NewMatch, QuickMatch, SeatKind, Visibility
from service.store.record import Status
from service.usecases import steps
from tests.fixtures.house import ALA, OLA, House, open_house, person

ELA, IZA = person("ela"), person("iza")


async def over(house: House, *others: Viewer, **choices: object) -> str:
    """Return a match of Ala, these others and bots, which has ended."""
    new = NewMatch(seed=7, **choices)  # type: ignore[arg-type]
    match = await house.services.lobby.create(ALA, new)
    for other in others:
        await house.services.lobby.join(other, match.id, None, match.invite_code or "")
    await house.services.lobby.start(ALA, match.id, fill=True)
    await house.store.update(match.id, steps.voided, b"admin")
    return match.id


async def refused(work: object) -> Refused:
    with pytest.raises(Refused) as error:
        await work  # type: ignore[misc]
    return error.value


async def test_a_rematch_seats_everybody_where_he_sat() -> None:
    house = open_house()
    old = await over(house, OLA, visibility=Visibility.INVITED, bank_seconds=60)

    first = await house.services.pairing.rematch(OLA, old)

    assert first.id != old
    assert (first.owner_id, first.viewer_seat, first.status) == ("p_ola", 1, MatchStatus.LOBBY)
    assert (first.bank_seconds, first.visibility) == (60, Visibility.INVITED)
    assert [seat.kind for seat in first.seats] == [
        SeatKind.EMPTY,
        SeatKind.PERSON,
        SeatKind.BOT,
        SeatKind.BOT,
    ]
    assert first.seats[0].kept_for == "p_ala"
    second = await house.services.pairing.rematch(ALA, old)
    assert (second.id, second.viewer_seat) == (first.id, 0)
    again = await house.services.pairing.rematch(OLA, old)
    assert (again.id, again.version) == (first.id, second.version)


async def test_four_who_ask_for_a_rematch_at_once_sit_in_one() -> None:
    house = open_house()
    people = (ALA, OLA, ELA, IZA)
    old = await over(house, *people[1:], start_when_full=False)

    found = await asyncio.gather(*(house.services.pairing.rematch(who, old) for who in people))

    assert len({match.id for match in found}) == 1
    assert [match.viewer_seat for match in found] == [0, 1, 2, 3]
    record = (await house.store.read(found[0].id)).record
    assert [who.player_id for who in record.seats if who] == ["p_ala", "p_ola", "p_ela", "p_iza"]
    assert record.version == 4


async def test_a_rematch_against_bots_alone_starts_if_the_match_did() -> None:
    house = open_house()
    old = await over(house, OLA, start_when_full=True)
    first = await house.services.pairing.rematch(ALA, old)
    assert first.status is MatchStatus.LOBBY

    assert (await house.services.pairing.rematch(OLA, old)).status is MatchStatus.PLAYING


async def test_a_rematch_is_for_those_who_sat_there_once_it_is_over() -> None:
    house = open_house()
    old = await over(house, OLA)
    going_on = (await house.match_of(OLA)).id

    stranger = await refused(house.services.pairing.rematch(ELA, old))
    early = await refused(house.services.pairing.rematch(OLA, going_on))
    early_stranger = await refused(house.services.pairing.rematch(ELA, going_on))

    assert stranger.refusal.code is Code.NOT_SEATED
    assert early.refusal.code is Code.MATCH_NOT_OVER
    assert early_stranger.refusal.code is Code.NOT_SEATED
    assert early_stranger.refusal.version is None


async def quick(house: House, who: Viewer, **wanted: object) -> MatchView:
    return await house.services.pairing.quick(who, QuickMatch(**wanted))  # type: ignore[arg-type]


async def test_quick_players_fill_a_match_that_then_starts() -> None:
    house = open_house()

    found = [await quick(house, who) for who in (ALA, OLA, ELA, IZA)]

    assert len({match.id for match in found}) == 1
    assert [match.viewer_seat for match in found] == [0, 1, 2, 3]
    assert (found[0].visibility, found[0].start_when_full) == (Visibility.PUBLIC, True)
    assert found[-1].status is MatchStatus.PLAYING


async def test_who_asks_twice_stays_where_he_sits() -> None:
    house = open_house()
    first = await quick(house, ALA)

    assert (await quick(house, ALA)).id == first.id
    assert (await house.store.read(first.id)).record.version == 1


@pytest.mark.parametrize("crowd", [2, 4, 7])
async def test_quick_players_at_once_end_in_as_few_matches_as_can_be(crowd: int) -> None:
    house = open_house()
    people = [person(f"{number}") for number in range(crowd)]

    found = await asyncio.gather(*(quick(house, who) for who in people))

    assert len({match.id for match in found}) == (crowd + 3) // 4
    for who, match in zip(people, found, strict=True):
        assert (await house.services.matches.match(who, match.id)).viewer_seat is not None


async def test_the_oldest_match_that_is_as_wanted_is_taken() -> None:
    house = open_house()

    async def public(**choices: object) -> str:
        house.clock.now_ms += 1_000
        new = NewMatch(visibility=Visibility.PUBLIC, **choices)  # type: ignore[arg-type]
        return (await house.services.lobby.create(ALA, new)).id

    await public(seed=3)
    await public(turn_seconds=30)
    await public(bank_seconds=30)
    await public(players=3)
    await public(options={"trump_leader": "declarer"})
    await house.services.lobby.create(ALA, NewMatch())
    oldest = await public()
    await public()

    assert (await quick(house, OLA)).id == oldest


async def test_a_match_from_which_one_was_sent_away_is_left_out() -> None:
    house = open_house()
    first = await quick(house, ALA)
    await quick(house, OLA)
    await house.services.lobby_owner.kick(ALA, first.id, 1)

    assert (await quick(house, OLA)).id != first.id


async def test_a_match_that_is_full_but_waits_is_left_out() -> None:
    house = open_house()
    new = NewMatch(visibility=Visibility.PUBLIC)
    full = (await house.services.lobby.create(ALA, new)).id
    for _ in range(3):
        await house.services.lobby.add_bot(ALA, full, None, None)

    found = await quick(house, OLA)

    assert found.id != full
    assert (await house.store.read(full)).record.status is Status.LOBBY


async def test_rules_that_do_not_exist_are_refused() -> None:
    house = open_house()

    assert (await refused(quick(house, ALA, rule_set="bridge"))).refusal.code is (
        Code.UNKNOWN_RULE_SET
    )
