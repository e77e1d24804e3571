"""Seats before the start: who sits where, who may say so, and who wins a race for one."""

import asyncio

import pytest

from engine.events import ActionKind, Cause
from schema.errors import Code, Refused
from schema.model import MatchStatus, MatchView, NewMatch, SeatKind, Visibility
from service.store.people.record import Player
from service.usecases.lobby import occupant
from tests.fixtures.house import ALA, OLA, House, open_house, person

ELA, IZA = person("ela"), person("iza")


async def waiting(house: House, **choices: object) -> MatchView:
    """Return a match of Ala's for four that waits."""
    return await house.services.lobby.create(ALA, NewMatch(seed=7, **choices))  # type: ignore[arg-type]


async def names(house: House, match_id: str) -> list[str | None]:
    """Return who sits where."""
    return [seat.name for seat in (await house.services.matches.match(ALA, match_id)).seats]


async def refused(house: House, match_id: str, work: object) -> Code:
    """Return the code that something is refused with, having seen that nothing has changed."""
    before = (await house.store.read(match_id)).record
    with pytest.raises(Refused) as error:
        await work  # type: ignore[misc]
    assert (await house.store.read(match_id)).record == before
    return error.value.refusal.code


async def test_who_is_sent_away_leaves_a_free_seat_and_cannot_come_back() -> None:
    house = open_house()
    match = await waiting(house)
    await house.services.lobby.join(OLA, match.id, 2)

    seen = await house.services.lobby_owner.kick(ALA, match.id, 2)

    assert [seat.kind for seat in seen.seats] == [SeatKind.PERSON, *[SeatKind.EMPTY] * 3]
    (*_, entry) = await house.store.entries(match.id, 0, 10)
    assert (entry.action.kind, entry.action.cause) == (ActionKind.KICKED, Cause.OWNER)
    back = house.services.lobby.join(OLA, match.id, None)
    assert await refused(house, match.id, back) is Code.KICKED


async def test_a_bot_is_sent_away_as_well() -> None:
    house = open_house()
    match = await waiting(house)
    await house.services.lobby.add_bot(ALA, match.id, 1, None)

    await house.services.lobby_owner.kick(ALA, match.id, 1)

    assert await names(house, match.id) == ["Ala", None, None, None]
    empty = house.services.lobby_owner.kick(ALA, match.id, 1)
    assert await refused(house, match.id, empty) is Code.SEAT_EMPTY


async def test_seats_take_the_order_that_the_owner_gives() -> None:
    house = open_house()
    match = await waiting(house)
    await house.services.lobby.join(OLA, match.id, 1)

    seen = await house.services.lobby_owner.reorder(ALA, match.id, (1, 3, 0, 2))

    assert [seat.name for seat in seen.seats] == ["Ola", None, "Ala", None]
    assert seen.viewer_seat == 2
    twice = house.services.lobby_owner.reorder(ALA, match.id, (1, 1, 0, 2))
    assert await refused(house, match.id, twice) is Code.BAD_ORDER


async def test_a_kept_seat_is_for_its_account_alone() -> None:
    house = open_house()
    await house.store.accounts.put(Player("p_ela", "Ela", guest=True, created_ms=1))
    match = await waiting(house, visibility=Visibility.INVITED)

    seen = await house.services.lobby_owner.keep_seat(ALA, match.id, "p_ela", 3)

    assert seen.seats[3].kept_for == "p_ela"
    invite = seen.invite_code or ""
    other = house.services.lobby.join(OLA, match.id, 3, invite)
    assert await refused(house, match.id, other) is Code.SEAT_KEPT
    at_home = await house.services.lobby.join(ELA, match.id, None)
    assert at_home.viewer_seat == 3


async def test_one_seat_is_kept_for_an_account_at_a_time() -> None:
    house = open_house()
    await house.store.accounts.put(Player("p_ela", "Ela", guest=True, created_ms=1))
    match = await waiting(house)
    await house.services.lobby_owner.keep_seat(ALA, match.id, "p_ela", 3)

    seen = await house.services.lobby_owner.keep_seat(ALA, match.id, "p_ela", 1)

    assert [seat.kept_for for seat in seen.seats] == [None, "p_ela", None, None]


async def test_a_seat_is_kept_for_nobody_who_sits_or_does_not_exist() -> None:
    house = open_house()
    await house.store.accounts.put(Player("p_ola", "Ola", guest=True, created_ms=1))
    match = await waiting(house)
    await house.services.lobby.join(OLA, match.id, 1)
    owner = house.services.lobby_owner

    seated = owner.keep_seat(ALA, match.id, "p_ola", None)
    unknown = owner.keep_seat(ALA, match.id, "p_none", None)

    assert await refused(house, match.id, seated) is Code.ALREADY_SEATED
    assert await refused(house, match.id, unknown) is Code.ACCOUNT_NOT_FOUND


async def test_only_the_owner_rules_the_seats() -> None:
    house = open_house()
    await house.store.accounts.put(Player("p_ela", "Ela", guest=True, created_ms=1))
    match = await waiting(house)
    await house.services.lobby.join(OLA, match.id, 1)
    owner = house.services.lobby_owner

    for work in (
        owner.kick(OLA, match.id, 0),
        owner.reorder(OLA, match.id, (1, 0, 2, 3)),
        owner.keep_seat(OLA, match.id, "p_ela", None),
    ):
        assert await refused(house, match.id, work) is Code.NOT_OWNER


async def test_a_match_starts_at_once_when_its_last_seat_is_taken() -> None:
    house = open_house()
    match = await waiting(house, start_when_full=True)
    await house.services.lobby.join(OLA, match.id, None)
    await house.services.lobby.join(ELA, match.id, None)

    seen = await house.services.lobby.join(IZA, match.id, None)

    assert (seen.status, seen.version) == (MatchStatus.PLAYING, 5)
    assert seen.game is not None
    assert await house.turns.pending(match.id) is None


async def test_a_bot_can_take_the_last_seat() -> None:
    house = open_house()
    match = await waiting(house, start_when_full=True)
    for _ in range(2):
        await house.services.lobby.add_bot(ALA, match.id, None, None)

    seen = await house.services.lobby.add_bot(ALA, match.id, None, None)

    assert seen.status is MatchStatus.PLAYING


async def test_a_full_match_that_was_not_asked_to_start_waits() -> None:
    house = open_house()
    match = await waiting(house)
    for who in (OLA, ELA):
        await house.services.lobby.join(who, match.id, None)

    seen = await house.services.lobby.join(IZA, match.id, None)

    assert seen.status is MatchStatus.LOBBY


async def test_of_a_hundred_who_want_one_seat_one_has_it() -> None:
    house = open_house()
    match = await waiting(house)
    crowd = [person(f"{number:03}") for number in range(100)]

    answers = await asyncio.gather(
        *(house.services.lobby.join(who, match.id, 1) for who in crowd), return_exceptions=True
    )

    seated = [at for at in answers if isinstance(at, MatchView)]
    told = {at.refusal.code for at in answers if isinstance(at, Refused)}
    assert len(seated) == 1
    assert told == {Code.SEAT_TAKEN}
    assert (await house.store.read(match.id)).record.version == 2


async def test_an_invite_code_is_taken_however_it_is_typed() -> None:
    house = open_house()
    match = await waiting(house, visibility=Visibility.INVITED)
    assert match.invite_code is not None
    typed = f" {match.invite_code[:4].lower()}-{match.invite_code[4:].lower()} "

    seen = await house.services.lobby.join(OLA, match.id, None, typed)

    assert seen.viewer_seat == 1
    wrong = house.services.lobby.join(ELA, match.id, None, "22222222")
    assert await refused(house, match.id, wrong) is Code.INVITE_NEEDED


def test_a_bots_account_sits_as_one() -> None:
    assert ALA.player is not None
    assert not occupant(ALA.player).bot_account
