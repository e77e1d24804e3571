"""Seats that a bot plays for a person: by his wish, by the clock, for a while or for good."""

import pytest
from msgspec.structs import replace

from engine.bot_levels import Level
from engine.events import Action, ActionKind, Cause
from engine.match import default_move
from engine.moves import move_text
from schema.errors import Code, Refused
from service.store.record import GivenUp, OnExpiry, SeatKind, Snapshot
from service.usecases import steps
from service.usecases.steps.clocks import RECLAIMED_MS, deadline_of
from tests.fixtures.matches import ALA, BOT, CREATED_MS, OLA, after, lobby

TURN_MS, BANK_MS = 2_000, 60_000
PACE_MS = 600


def match_at(
    later_ms: int, *, policy: OnExpiry = OnExpiry.BOT, bank_ms: int | None = BANK_MS
) -> Snapshot:
    """Return a match of Ala and Ola, in which seat 0 or 1 is asked, some time after the deal."""
    start = lobby(ALA, OLA, BOT, BOT, turn_ms=TURN_MS, pace_ms=PACE_MS, seed=2)
    settings = replace(
        start.record.settings, bank_ms=bank_ms, on_expiry=policy, level=Level.EASY, increment_ms=500
    )
    ready = replace(start, record=replace(start.record, settings=settings))
    match = after(ready, steps.started(ready, ALA.player_id))
    while steps.asked_kinds(match.record) == (SeatKind.BOT,):
        seat = asked(match)
        move = default_move(match.rules, steps.in_play(match.record), seat)
        match = after(match, steps.moved(match, seat, move, Cause.BOT))
    return replace(match, now_ms=CREATED_MS + later_ms)


def asked(match: Snapshot) -> int:
    """Return the seat that is asked."""
    (seat,) = steps.asked(match.record)
    return seat


def player_of(match: Snapshot, seat: int) -> str:
    """Return who sits on a seat."""
    who = match.record.seats[seat]
    assert who is not None
    return who.player_id


def taken(match: Snapshot, later_ms: int = 0) -> Snapshot:
    """Return the match after the asked person has asked for a bot."""
    return after(match, steps.taken_over(match, player_of(match, asked(match))), later_ms)


def test_a_takeover_stops_the_clock_and_pays_for_the_thought() -> None:
    match = match_at(TURN_MS + 1_500)
    seat = asked(match)

    change = steps.taken_over(match, player_of(match, seat))

    record = change.record
    assert change.action == Action(ActionKind.TAKEN_OVER, Cause.PLAYER, seat=seat, level=Level.EASY)
    assert record.banks_ms[seat] == BANK_MS - 1_500
    assert (record.deadline_ms, deadline_of(record, seat)) == (None, None)
    assert change.due_ms == match.now_ms + PACE_MS
    assert steps.asked_kinds(record) == (SeatKind.BOT,)
    assert change.checkpoint


def test_a_seat_that_a_bot_plays_is_never_late() -> None:
    match = taken(match_at(0), 10 * BANK_MS)

    assert steps.late_seat(match) is None


def test_who_is_not_asked_can_be_replaced_too_without_any_cost() -> None:
    match = match_at(1_000)
    seat = asked(match)
    other = 1 - seat

    change = steps.taken_over(match, player_of(match, other))

    assert change.record.banks_ms == match.record.banks_ms
    assert change.record.deadline_ms == match.record.deadline_ms
    assert change.due_ms == match.record.deadline_ms
    assert change.record.decision_versions == match.record.decision_versions


@pytest.mark.parametrize(
    ("spent_ms", "bank_ms"),
    [(BANK_MS - 4_000, RECLAIMED_MS), (BANK_MS - 20_000, 20_000), (BANK_MS, RECLAIMED_MS)],
)
def test_a_reclaimed_seat_has_at_least_ten_seconds_on_its_bank(spent_ms: int, bank_ms: int) -> None:
    away = taken(match_at(TURN_MS + spent_ms), 100)
    seat = asked(away)

    change = steps.reclaimed(away, player_of(away, seat))

    assert change.record.banks_ms[seat] == bank_ms
    assert change.record.deadline_ms == away.now_ms + bank_ms
    assert change.due_ms == change.next.deadline_ms == change.record.deadline_ms
    assert change.checkpoint


def test_a_reclaimed_seat_without_a_bank_has_ten_seconds_for_the_open_choice() -> None:
    away = taken(match_at(1_000, bank_ms=None), 100)
    seat = asked(away)

    change = steps.reclaimed(away, player_of(away, seat))

    assert change.record.deadline_ms == away.now_ms + RECLAIMED_MS
    assert change.due_ms == change.next.deadline_ms == change.record.deadline_ms


@pytest.mark.parametrize("bank_ms", [None, BANK_MS])
def test_who_hands_over_and_reclaims_goes_on_with_what_was_left(bank_ms: int | None) -> None:
    away = taken(match_at(500, bank_ms=bank_ms), 100)
    seat = asked(away)

    back = after(away, steps.reclaimed(away, player_of(away, seat)), 300)
    first_ms = deadline_of(back.record, seat)
    again = after(back, steps.taken_over(back, player_of(back, seat)), 200)
    change = steps.reclaimed(again, player_of(again, seat))

    left_ms = RECLAIMED_MS if bank_ms is None else TURN_MS - 500 + bank_ms
    assert first_ms == away.now_ms + left_ms
    assert change.record.deadline_ms == again.now_ms + left_ms - 300


@pytest.mark.parametrize("bank_ms", [None, 0, BANK_MS])
def test_nobody_holds_up_a_match_by_handing_his_seat_over_and_back(bank_ms: int | None) -> None:
    match = match_at(0, bank_ms=bank_ms)
    seat = asked(match)
    person = player_of(match, seat)
    held_ms = 0

    for _ in range(100):
        held_ms += 999
        match = replace(match, now_ms=match.now_ms + 999)
        if steps.late_seat(match) == seat:
            match = after(match, steps.timed_out(match, seat))
        else:
            match = after(match, steps.taken_over(match, person))
        match = after(match, steps.reclaimed(match, person))
        deadline_ms = deadline_of(match.record, seat)
        assert deadline_ms is not None
        if deadline_ms <= match.now_ms:
            break

    assert held_ms <= TURN_MS + (bank_ms or 0) + RECLAIMED_MS + 999


def test_the_next_choice_of_a_reclaimed_seat_has_its_own_time() -> None:
    away = taken(match_at(TURN_MS, bank_ms=None), 100)
    seat = asked(away)
    match = after(away, steps.reclaimed(away, player_of(away, seat)), 100)
    chosen = default_move(match.rules, steps.in_play(match.record), seat)
    match = after(match, steps.moved(match, seat, chosen, Cause.PLAYER))
    while asked(match) != seat:
        move = default_move(match.rules, steps.in_play(match.record), asked(match))
        match = after(match, steps.moved(match, asked(match), move, Cause.BOT))

    assert deadline_of(match.record, seat) == match.now_ms + TURN_MS
    assert match.record.spent_ms == ()


def test_only_who_is_away_can_reclaim() -> None:
    match = match_at(0)

    with pytest.raises(Refused) as error:
        steps.reclaimed(match, ALA.player_id)

    assert error.value.refusal.code is Code.NOT_TAKEN_OVER


def test_a_seat_is_taken_over_once() -> None:
    match = match_at(0)
    person = player_of(match, asked(match))

    with pytest.raises(Refused) as error:
        steps.taken_over(taken(match), person)

    assert error.value.refusal.code is Code.SEAT_TAKEN_OVER


@pytest.mark.parametrize("act", [steps.taken_over, steps.reclaimed, steps.resigned])
def test_who_has_resigned_has_no_seat_to_act_for(act: object) -> None:
    match = match_at(0)
    left = after(match, steps.resigned(match, ALA.player_id))
    assert callable(act)

    with pytest.raises(Refused) as error:
        act(left, ALA.player_id)

    assert error.value.refusal.code is Code.SEAT_GIVEN_UP


@pytest.mark.parametrize("act", [steps.taken_over, steps.resigned])
def test_nobody_leaves_a_match_that_rests(act: object) -> None:
    match = match_at(0)
    rest = after(match, steps.paused(match))
    assert callable(act)

    with pytest.raises(Refused) as error:
        act(rest, ALA.player_id)

    assert error.value.refusal.code is Code.MATCH_PAUSED


def test_out_of_time_the_default_move_is_made_in_the_clocks_name() -> None:
    match = match_at(TURN_MS + BANK_MS, policy=OnExpiry.DEFAULT_MOVE)
    seat = asked(match)
    move = move_text(default_move(match.rules, steps.in_play(match.record), seat))

    change = steps.timed_out(match, seat)

    assert change.action == Action(ActionKind.MOVED, Cause.TIMEOUT, seat=seat, move=move)
    assert change.record.seats == match.record.seats
    assert change.record.banks_ms[seat] == 0


def test_out_of_time_a_bot_takes_over_until_the_seat_is_reclaimed() -> None:
    match = match_at(TURN_MS + BANK_MS, policy=OnExpiry.BOT)
    seat = asked(match)

    change = steps.timed_out(match, seat)

    who = change.record.seats[seat]
    assert change.action == Action(
        ActionKind.TAKEN_OVER, Cause.TIMEOUT, seat=seat, level=Level.EASY
    )
    assert who is not None
    assert (who.stand_in, who.given_up, who.player_id) == (
        Level.EASY,
        None,
        player_of(match, seat),
    )
    back = after(match, change, 50)
    again = steps.reclaimed(back, player_of(match, seat)).record
    assert again.seats == match.record.seats
    assert again.deadline_ms == back.now_ms + RECLAIMED_MS


def test_out_of_time_a_seat_is_forfeited_for_good() -> None:
    match = match_at(TURN_MS + BANK_MS, policy=OnExpiry.FORFEIT)
    seat = asked(match)
    person = player_of(match, seat)

    change = steps.timed_out(match, seat)

    who = change.record.seats[seat]
    assert change.action == Action(ActionKind.FORFEITED, Cause.TIMEOUT, seat=seat, level=Level.EASY)
    assert who is not None
    assert (who.stand_in, who.given_up) == (Level.EASY, GivenUp.FORFEITED)
    with pytest.raises(Refused) as error:
        steps.reclaimed(after(match, change), person)
    assert error.value.refusal.code is Code.SEAT_GIVEN_UP
