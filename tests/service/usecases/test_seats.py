"""Seats in play: a bot stands in, its person comes back or gives up; strangers learn nothing."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from engine.bot_levels import Level
from schema.context import Viewer
from schema.errors import Code, Refused
from schema.model import (
    EntropyRequest,
    GivenUp,
    MatchView,
    MoveCheck,
    MoveRequest,
    NewMatch,
    Spectators,
    Watching,
)
from service.store.record import Step
from service.usecases import steps
from tests.fixtures.house import ALA, OLA, House, open_house, person

STRANGER = person("eve")
Act = Callable[[House, Viewer, str], Awaitable[object]]


async def refused(house: House, match_id: str, work: Awaitable[object]) -> Refused:
    """Return a refusal, having seen that nothing has changed."""
    before = (await house.store.read(match_id)).record
    with pytest.raises(Refused) as error:
        await work
    assert (await house.store.read(match_id)).record == before
    return error.value


async def test_a_bot_plays_until_its_person_comes_back() -> None:
    house = open_house()
    match = await house.play_until_asked((await house.match_of(OLA)).id, ALA)
    seats = house.services.seats

    away = await seats.take_over(ALA, match.id)
    assert (away.seats[0].level, away.legal_moves) == (Level.MEDIUM, None)
    assert house.jobs.asked[-1].version == away.version
    twice = await refused(house, match.id, seats.take_over(ALA, match.id))
    assert twice.refusal.code is Code.SEAT_TAKEN_OVER

    back = await seats.reclaim(ALA, match.id)
    assert back.seats[0].level is None
    assert back.legal_moves == match.legal_moves
    again = await refused(house, match.id, seats.reclaim(ALA, match.id))
    assert again.refusal.code is Code.NOT_TAKEN_OVER


async def test_who_resigns_has_no_seat_to_come_back_to() -> None:
    house = open_house()
    match = await house.match_of(OLA)

    seen = await house.services.seats.resign(OLA, match.id)

    assert (seen.seats[1].given_up, seen.seats[1].level) == (GivenUp.RESIGNED, Level.MEDIUM)
    for act in (house.services.seats.reclaim, house.services.seats.resign):
        gone = await refused(house, match.id, act(OLA, match.id))
        assert gone.refusal.code is Code.SEAT_GIVEN_UP


async def test_a_move_and_a_takeover_at_once_leave_one_of_them_first() -> None:
    house = open_house()
    match = await house.play_until_asked((await house.match_of(OLA)).id, ALA)
    move = MoveRequest(
        move=await house.default_text(match.id), expected_version=match.version, idempotency_key="k"
    )

    answers = await asyncio.gather(
        house.services.seats.take_over(ALA, match.id),
        house.services.matches.submit(ALA, match.id, move),
        return_exceptions=True,
    )

    assert isinstance(answers[0], MatchView)
    assert isinstance(answers[1], Refused)
    assert answers[1].refusal.code is Code.SEAT_TAKEN_OVER
    await house.services.seats.reclaim(ALA, match.id)
    done = await house.services.matches.submit(ALA, match.id, move)
    assert done.version == match.version + 3


async def test_the_same_move_from_two_devices_is_made_once() -> None:
    house = open_house()
    match = await house.play_until_asked((await house.match_of()).id, ALA)
    text = await house.default_text(match.id)

    answers = await asyncio.gather(
        *(
            house.services.matches.submit(
                ALA,
                match.id,
                MoveRequest(move=text, expected_version=match.version, idempotency_key=key),
            )
            for key in ("phone", "desk")
        ),
        return_exceptions=True,
    )

    refusals = [at.refusal.code for at in answers if isinstance(at, Refused)]
    assert refusals == [Code.STALE_VERSION]
    assert (await house.store.read(match.id)).record.version == match.version + 1


async def test_two_who_pass_cards_at_once_both_do() -> None:
    house = open_house()
    lobby = house.services.lobby
    new = NewMatch(rule_set="greek", seed=3, start_when_full=True)
    match = await lobby.create(ALA, new)
    for who in (OLA, person("ela"), person("iza")):
        match = await lobby.join(who, match.id, None)

    async def passes(who: Viewer) -> int:
        seen = await house.services.matches.match(who, match.id)
        assert seen.game is not None
        assert seen.game.deal is not None
        move = f"give {' '.join((seen.game.deal.hand or ())[:3])}"
        asked = MoveRequest(move=move, expected_version=match.version, idempotency_key="k")
        return (await house.services.matches.submit(who, match.id, asked)).version

    versions = await asyncio.gather(passes(ALA), passes(OLA))

    assert sorted(versions) == [match.version + 1, match.version + 2]


async def test_a_move_at_its_deadline_and_the_timeout_make_one_entry() -> None:
    house = open_house()
    match = await house.play_until_asked((await house.match_of()).id, ALA)
    assert match.deadline_ms is not None
    text = await house.default_text(match.id)
    asked = MoveRequest(move=text, expected_version=match.version, idempotency_key="k")
    house.clock.now_ms = match.deadline_ms

    late, _ = await asyncio.gather(
        house.services.matches.submit(ALA, match.id, asked),
        house.turns.time_out(match.id, match.version),
        return_exceptions=True,
    )

    assert isinstance(late, Refused)
    assert late.refusal.code is Code.DEADLINE_PASSED
    assert (await house.store.read(match.id)).record.version == match.version + 1


async def test_a_move_is_checked_as_it_would_be_made() -> None:
    house = open_house()
    match = await house.play_until_asked((await house.match_of(OLA)).id, ALA)
    assert match.legal_moves is not None
    assert match.decision_version is not None
    check, submit = house.services.matches.check, house.services.matches.submit

    allowed = await check(ALA, match.id, MoveCheck(move=match.legal_moves.moves[0]))
    assert (allowed.version, allowed.move) == (match.version, match.legal_moves.moves[0])

    for who, move, expected in (
        (ALA, "dance", match.version),
        (ALA, "trump H", match.version),
        (ALA, match.legal_moves.moves[0], match.decision_version - 1),
        (OLA, "play 2C", match.version),
        (STRANGER, "play 2C", match.version),
    ):
        wanted = MoveCheck(move=move, expected_version=expected)
        asked = MoveRequest(move=move, expected_version=expected, idempotency_key="k")
        told = await refused(house, match.id, check(who, match.id, wanted))
        same = await refused(house, match.id, submit(who, match.id, asked))
        assert told.refusal == same.refusal


async def test_a_check_without_a_version_is_never_stale() -> None:
    house = open_house()
    match = await house.play_until_asked((await house.match_of()).id, ALA)
    move = await house.default_text(match.id)

    assert (await house.services.matches.check(ALA, match.id, MoveCheck(move=move))).move == move
    assert match.deadline_ms is not None
    house.clock.now_ms = match.deadline_ms
    late = await refused(
        house, match.id, house.services.matches.check(ALA, match.id, MoveCheck(move=move))
    )
    assert late.refusal.code is Code.DEADLINE_PASSED


ACTS: dict[str, Act] = {
    "join": lambda house, who, at: house.services.lobby.join(who, at, None),
    "leave": lambda house, who, at: house.services.lobby.leave(who, at),
    "start": lambda house, who, at: house.services.lobby.start(who, at, fill=True),
    "bot": lambda house, who, at: house.services.lobby.add_bot(who, at, None, None),
    "kick": lambda house, who, at: house.services.lobby_owner.kick(who, at, 0),
    "order": lambda house, who, at: house.services.lobby_owner.reorder(who, at, (0, 1, 2, 3)),
    "take over": lambda house, who, at: house.services.seats.take_over(who, at),
    "reclaim": lambda house, who, at: house.services.seats.reclaim(who, at),
    "resign": lambda house, who, at: house.services.seats.resign(who, at),
    "entropy": lambda house, who, at: house.services.matches.add_entropy(
        who, at, EntropyRequest(deal=2, value="ab")
    ),
    "check": lambda house, who, at: house.services.matches.check(
        who, at, MoveCheck(move="play 2C")
    ),
    "submit": lambda house, who, at: house.services.matches.submit(
        who, at, MoveRequest(move="play 2C", expected_version=1, idempotency_key="k")
    ),
}


@pytest.mark.parametrize("end", [steps.paused, steps.voided, None])
@pytest.mark.parametrize("name", ACTS)
async def test_a_stranger_learns_nothing_of_a_match_from_a_refusal(
    name: str, end: Step | None
) -> None:
    house = open_house()
    closed = Spectators(watching=Watching.NOBODY)
    match = await house.services.lobby.create(ALA, NewMatch(seed=7, spectators=closed))
    await house.services.lobby.start(ALA, match.id, fill=True)
    if end is not None:
        await house.store.update(match.id, end, b"admin")

    told = await refused(house, match.id, ACTS[name](house, STRANGER, match.id))

    assert told.refusal.version is None
    assert told.refusal.code in {Code.NOT_SEATED, Code.ALREADY_STARTED}
