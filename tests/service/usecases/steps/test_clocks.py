"""Whose clock runs, what it costs, and when somebody must step in; exact to the millisecond."""

import pytest
from msgspec.structs import replace

from engine.events import Cause
from engine.match import default_move
from engine.rulesets import rule_set
from service.store.record import Change, Snapshot
from service.usecases import steps
from service.usecases.steps.clocks import ABANDONED_MS, deadline_of
from tests.fixtures.matches import ALA, BOT, CREATED_MS, OLA, after, lobby

TURN_MS, BANK_MS, INCREMENT_MS = 10_000, 60_000, 3_000


def timed(
    snapshot: Snapshot, *, bank_ms: int | None = BANK_MS, increment_ms: int = INCREMENT_MS
) -> Snapshot:
    """Return a match in the lobby with a bank for each seat."""
    settings = replace(snapshot.record.settings, bank_ms=bank_ms, increment_ms=increment_ms)
    return replace(snapshot, record=replace(snapshot.record, settings=settings))


def started(snapshot: Snapshot, later_ms: int) -> Snapshot:
    """Return a match that has just been dealt, read some time after."""
    return after(snapshot, steps.started(snapshot, ALA.player_id), later_ms)


def four_people(later_ms: int, *, turn_ms: int | None = TURN_MS) -> Snapshot:
    """Return a match of four people with banks, some time after the first card was asked for."""
    return started(timed(lobby(ALA, OLA, ALA, ALA, turn_ms=turn_ms)), later_ms)


def to_act(match: Snapshot) -> tuple[int, ...]:
    """Return who is asked."""
    state = steps.in_play(match.record)
    assert state.deal is not None
    return state.deal.to_act


def moves(match: Snapshot, seat: int | None = None, cause: Cause = Cause.PLAYER) -> Change:
    """Return the change of the default move of a seat, the first that is asked if none is named."""
    at = to_act(match)[0] if seat is None else seat
    move = default_move(match.rules, steps.in_play(match.record), at)
    return steps.moved(match, at, move, cause)


@pytest.mark.parametrize(
    ("thought_ms", "left_ms"),
    [
        (0, BANK_MS),
        (TURN_MS - 1, BANK_MS),
        (TURN_MS, BANK_MS),
        (TURN_MS + 1, BANK_MS - 1),
        (TURN_MS + BANK_MS - 1, 1),
    ],
)
def test_the_bank_is_used_only_after_the_time_of_the_turn(thought_ms: int, left_ms: int) -> None:
    match = four_people(thought_ms)
    seat = to_act(match)[0]

    record = moves(match).record

    assert record.banks_ms[seat] == left_ms + INCREMENT_MS
    assert [bank for at, bank in enumerate(record.banks_ms) if at != seat] == [BANK_MS] * 3


def test_without_time_for_a_turn_the_bank_is_used_at_once() -> None:
    match = four_people(5_000, turn_ms=None)
    seat = to_act(match)[0]

    assert match.record.deadline_ms == CREATED_MS + BANK_MS
    assert moves(match).record.banks_ms[seat] == BANK_MS - 5_000 + INCREMENT_MS


def test_the_next_persons_clock_starts_with_the_commit_and_nobody_elses_runs() -> None:
    match = four_people(4_000)

    record = moves(match).record

    (seat,) = to_act(after(match, moves(match)))
    assert record.opened_ms == tuple(match.now_ms if at == seat else 0 for at in range(4))
    assert record.deadline_ms == match.now_ms + TURN_MS + BANK_MS
    assert deadline_of(record, seat) == record.deadline_ms
    assert [deadline_of(record, at) for at in range(4) if at != seat] == [None] * 3


def test_a_choice_that_the_clock_makes_earns_no_increment() -> None:
    match = four_people(TURN_MS + BANK_MS)
    seat = steps.late_seat(match)
    assert seat == to_act(match)[0]

    record = steps.timed_out(match, seat).record

    assert record.banks_ms[seat] == 0


def passing(later_ms: int) -> Snapshot:
    """Return a match in which four people pass cards at the same time."""
    rules = rule_set("greek").resolve(4, {})
    return started(timed(lobby(ALA, OLA, ALA, ALA, turn_ms=TURN_MS, rules=rules)), later_ms)


def test_seats_that_pass_at_once_each_have_a_deadline_of_their_own() -> None:
    match = passing(0)
    banks = (BANK_MS, 1_000, 5_000, 0)
    match = replace(match, record=replace(match.record, banks_ms=banks))

    deadlines = [deadline_of(match.record, seat) for seat in range(4)]

    assert deadlines == [CREATED_MS + TURN_MS + bank for bank in banks]
    late = [
        steps.late_seat(replace(match, now_ms=CREATED_MS + TURN_MS + ms))
        for ms in (-1, 0, 999, 1_000)
    ]
    assert late == [None, 3, 3, 3]


def test_a_pass_stops_one_clock_and_leaves_the_others_running() -> None:
    match = passing(TURN_MS + 2_000)

    record = moves(match, 2).record

    assert record.banks_ms == (BANK_MS, BANK_MS, BANK_MS - 2_000 + INCREMENT_MS, BANK_MS)
    assert record.opened_ms == (CREATED_MS, CREATED_MS, 0, CREATED_MS)
    assert record.deadline_ms == CREATED_MS + TURN_MS + BANK_MS


def test_after_the_last_pass_each_has_paid_for_his_own_thought() -> None:
    match = passing(TURN_MS)
    for seat, think_ms in ((0, 1_000), (1, 1_000), (2, 1_000)):
        match = after(match, moves(match, seat), think_ms)

    record = moves(match, 3).record

    paid = [BANK_MS + INCREMENT_MS - ms for ms in (0, 1_000, 2_000, 3_000)]
    assert list(record.banks_ms) == paid
    assert sum(bool(at) for at in record.opened_ms) == 1


def test_a_pause_keeps_what_each_seat_had_left() -> None:
    match = four_people(TURN_MS + 500)
    deadline = match.record.deadline_ms
    assert deadline is not None

    rest = after(match, steps.paused(match), 3_600_000)
    change = steps.resumed(rest)

    assert (rest.record.deadline_ms, steps.late_seat(rest)) == (None, None)
    assert steps.paused(match).due_ms == match.now_ms + ABANDONED_MS
    assert change.record.deadline_ms == deadline + 3_600_000
    assert change.due_ms == change.next.deadline_ms == change.record.deadline_ms
    assert change.record.banks_ms == match.record.banks_ms


def test_a_late_seat_is_late_from_its_deadline_on_and_never_before() -> None:
    match = four_people(0)
    deadline = CREATED_MS + TURN_MS + BANK_MS

    assert steps.late_seat(replace(match, now_ms=deadline - 1)) is None
    assert steps.late_seat(replace(match, now_ms=deadline)) == to_act(match)[0]


def test_a_bot_has_no_clock() -> None:
    match = started(timed(lobby(BOT, BOT, BOT, BOT, turn_ms=TURN_MS)), TURN_MS + BANK_MS)

    assert match.record.deadline_ms is None
    assert steps.late_seat(match) is None


def test_what_others_do_meanwhile_does_not_put_off_a_bot() -> None:
    rules = rule_set("greek").resolve(4, {})
    start = lobby(ALA, OLA, BOT, BOT, turn_ms=None, pace_ms=600, rules=rules)
    match = started(start, 400)

    change = moves(match, 0)

    assert 0 not in change.next.seats
    assert change.due_ms == CREATED_MS + 600


def test_a_bot_at_a_table_with_a_deadline_is_started_at_its_pace() -> None:
    rules = rule_set("greek").resolve(4, {})
    match = started(lobby(ALA, OLA, BOT, BOT, turn_ms=1_000, pace_ms=600, rules=rules), 0)

    assert match.record.deadline_ms == CREATED_MS + 1_000
    assert moves(match, 0).due_ms == CREATED_MS + 600
