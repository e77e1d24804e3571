"""Proves that turns which nobody requests are taken once, and only when they are due."""

import msgspec
import pytest

from engine.bot_levels import Level
from engine.events import Cause
from engine.seat_view import SeatTurn
from schema.errors import Code, Refused
from schema.model import MoveRequest, NewMatch
from service.store.record import Occupant, SeatKind, Status
from service.usecases import steps
from service.usecases.ports import BotTurn
from service.usecases.turns import PendingKind
from tests.fixtures.house import ALA, OLA, House, open_house


async def bots_turn(house: House) -> tuple[str, int]:
    """Return a match in which a bot is to act, and its version."""
    match = await house.match_of()
    record = (await house.store.read(match.id)).record
    while steps.asked_seat(record, SeatKind.BOT) is None:
        await persons_time_runs_out(house, match.id)
        record = (await house.store.read(match.id)).record
    return match.id, record.version


def a_move(move: str, version: int) -> MoveRequest:
    """Return the request of a move on a version."""
    return MoveRequest(move=move, expected_version=version, idempotency_key="k")


async def persons_time_runs_out(house: House, match_id: str) -> None:
    record = (await house.store.read(match_id)).record
    assert record.deadline_ms is not None
    house.clock.now_ms = record.deadline_ms
    await house.turns.time_out(match_id, record.version)


async def test_a_start_asks_for_the_first_bots_turn() -> None:
    house = open_house()
    lobby = house.services.lobby
    match = await lobby.create(ALA, NewMatch(sit=False, seed=1))

    await lobby.start(ALA, match.id, fill=True)

    assert house.jobs.asked == [BotTurn(match.id, 2, people=False)]


async def test_a_bot_sees_what_its_seat_sees_and_no_more() -> None:
    house = open_house()
    match_id, version = await bots_turn(house)

    bot = await house.turns.seat_turn(match_id, version)

    assert bot is not None
    seen = msgspec.json.decode(bot.turn, type=SeatTurn)
    record = (await house.store.read(match_id)).record
    seat = steps.asked_seat(record, SeatKind.BOT)
    assert seen.game.viewer_seat == seat
    assert seen.legal_moves.seat == seat
    assert seen.rules.players == 4
    assert record.secret.hex().encode() not in bot.turn


@pytest.mark.parametrize(
    ("occupant", "level"),
    [
        (Occupant(SeatKind.BOT, "easy", "Ola"), Level.EASY),
        (Occupant(SeatKind.BOT, "strong", "Ela"), Level.STRONG),
        (Occupant(SeatKind.BOT, "house", "House bot"), Level.MEDIUM),
        (Occupant(SeatKind.PERSON, "p_ala", "Ala"), None),
        (Occupant(SeatKind.PERSON, "p_ala", "Ala", stand_in=Level.EASY), Level.EASY),
    ],
)
def test_the_level_of_a_house_bot_is_its_id_or_that_of_a_stand_in(
    occupant: Occupant, level: Level | None
) -> None:
    assert occupant.level is level


async def test_a_bots_turn_is_taken_once() -> None:
    house = open_house()
    match_id, version = await bots_turn(house)
    move = await house.default_text(match_id)

    await house.turns.bot_move(match_id, version, move)
    again = await house.turns.bot_move(match_id, version, move)

    record = (await house.store.read(match_id)).record
    assert again is None
    assert record.version == version + 1
    assert (await house.store.entries(match_id, version, 9))[0].action.cause is Cause.BOT
    assert await house.turns.seat_turn(match_id, version) is None


async def test_an_illegal_move_of_a_bot_is_refused_and_changes_nothing() -> None:
    house = open_house()
    match_id, version = await bots_turn(house)
    before = await house.store.read(match_id)

    with pytest.raises(Refused) as error:
        await house.turns.bot_move(match_id, version, "trump H")

    assert error.value.refusal.code is Code.WRONG_PHASE
    assert (await house.store.read(match_id)).record == before.record


async def test_the_default_move_stands_in_for_a_bot_that_failed() -> None:
    house = open_house()
    match_id, version = await bots_turn(house)

    await house.turns.default_bot_move(match_id, version)

    assert (await house.store.read(match_id)).record.version == version + 1


async def test_a_person_is_not_timed_out_before_the_deadline() -> None:
    house = open_house()
    match = await house.play_until_asked((await house.match_of()).id, ALA)
    assert match.deadline_ms is not None

    house.clock.now_ms = match.deadline_ms - 1
    await house.turns.time_out(match.id, match.version)
    early = (await house.store.read(match.id)).record.version
    pending = await house.turns.pending(match.id)
    house.clock.now_ms += 1
    due = await house.turns.pending(match.id)
    await house.turns.time_out(match.id, match.version)
    await house.turns.time_out(match.id, match.version)

    assert early == match.version
    assert pending is None
    assert due is not None
    assert (due.kind, due.version) == (PendingKind.TURN_TIMEOUT, match.version)
    entries = await house.store.entries(match.id, match.version, 9)
    assert [entry.action.cause for entry in entries] == [Cause.TIMEOUT]


async def test_a_bots_turn_is_pending_until_it_is_taken() -> None:
    house = open_house()
    match_id, version = await bots_turn(house)

    pending = await house.turns.pending(match_id)

    assert pending is not None
    assert (pending.kind, pending.version, pending.people) == (
        PendingKind.BOT_TURN,
        version,
        True,
    )


@pytest.mark.parametrize("rests", [False, True])
async def test_a_match_that_nobody_goes_on_with_is_given_up_after_thirty_days(
    rests: bool,
) -> None:
    house = open_house()
    lobby = house.services.lobby
    match = await lobby.create(ALA, NewMatch(turn_seconds=None, bot_pace_ms=0))
    await lobby.start(ALA, match.id, fill=True)
    await house.play_until_asked(match.id, ALA)
    if rests:
        await house.store.update(match.id, steps.paused, b"pause")
    record = (await house.store.read(match.id)).record

    house.clock.now_ms = record.updated_ms + steps.ABANDONED_MS - 1
    early = await house.turns.pending(match.id)
    await house.turns.lobby_due(match.id, record.version)
    untouched = (await house.store.read(match.id)).record
    house.clock.now_ms += 1
    due = await house.turns.pending(match.id)
    await house.turns.lobby_due(match.id, record.version)

    assert early is None
    assert untouched == record
    assert due is not None
    assert due.kind is PendingKind.LOBBY_DUE
    ended = (await house.store.read(match.id)).record
    assert (ended.status, ended.version) == (Status.VOID, record.version + 1)
    assert await house.store.claim_due(1_000, 9) == ()


async def test_a_match_with_a_deadline_is_never_given_up() -> None:
    house = open_house()
    match = await house.play_until_asked((await house.match_of()).id, ALA)

    house.clock.now_ms += 2 * steps.ABANDONED_MS
    await house.turns.lobby_due(match.id, match.version)

    assert (await house.store.read(match.id)).record.version == match.version


async def test_nothing_is_pending_in_a_lobby() -> None:
    house = open_house()
    match = await house.services.lobby.create(ALA, NewMatch())

    assert await house.turns.pending(match.id) is None


async def test_seats_that_are_late_together_do_not_wait_for_each_other() -> None:
    house = open_house()
    lobby = house.services.lobby
    match = await lobby.create(ALA, NewMatch(rule_set="greek", turn_seconds=60, players=3))
    await lobby.join(OLA, match.id, None)
    match = await lobby.start(ALA, match.id, fill=True)
    await house.turns.default_bot_move(match.id, match.version)
    house.clock.now_ms += 60_000

    await house.turns.time_out(match.id, match.version + 1)

    entries = await house.store.entries(match.id, match.version + 1, 9)
    assert [(entry.action.seat, entry.action.cause) for entry in entries] == [
        (0, Cause.TIMEOUT),
        (1, Cause.TIMEOUT),
    ]


@pytest.mark.parametrize("job_has_run", [False, True])
async def test_a_late_move_is_refused_whether_the_job_has_run_or_not(
    job_has_run: bool,
) -> None:
    house = open_house()
    match = await house.play_until_asked((await house.match_of()).id, ALA)
    assert match.deadline_ms is not None
    move = await house.default_text(match.id)
    house.clock.now_ms = match.deadline_ms
    if job_has_run:
        await house.turns.time_out(match.id, match.version)
    before = (await house.store.read(match.id)).record

    with pytest.raises(Refused) as error:
        await house.services.matches.submit(ALA, match.id, a_move(move, match.version))

    assert error.value.refusal.code is Code.DEADLINE_PASSED
    assert (await house.store.read(match.id)).record == before


async def test_a_move_in_the_last_millisecond_counts() -> None:
    house = open_house()
    match = await house.play_until_asked((await house.match_of()).id, ALA)
    assert match.deadline_ms is not None
    move = await house.default_text(match.id)
    house.clock.now_ms = match.deadline_ms - 1

    await house.services.matches.submit(ALA, match.id, a_move(move, match.version))

    (entry,) = await house.store.entries(match.id, match.version, 9)
    assert (entry.action.cause, entry.at_ms) == (Cause.PLAYER, match.deadline_ms - 1)


async def test_a_choice_after_a_late_one_is_judged_by_its_own_version() -> None:
    house = open_house()
    match = await house.play_until_asked((await house.match_of()).id, ALA)
    move = await house.default_text(match.id)
    house.clock.now_ms += 60_000
    await house.turns.time_out(match.id, match.version)
    await house.play_until_asked(match.id, ALA)

    with pytest.raises(Refused) as error:
        await house.services.matches.submit(ALA, match.id, a_move(move, match.version + 1))

    assert error.value.refusal.code is Code.STALE_VERSION
