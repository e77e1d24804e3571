"""Proves what each action makes of a match, and what it refuses."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine import match as play
from engine.bot_levels import Level
from engine.events import ActionKind, Cause
from engine.moves import Give, Play
from engine.rulesets import rule_set
from schema.errors import Code, Refused
from service.store.record import Change, Occupant, SeatKind, Snapshot, Status
from service.usecases import steps
from tests.fixtures.matches import ALA, BOT, CREATED_MS, OLA, after, lobby, playing


def refused_code(error: pytest.ExceptionInfo[Refused]) -> Code:
    return error.value.refusal.code


def turn_of(snapshot: Snapshot) -> int:
    state = steps.in_play(snapshot.record)
    assert state.deal is not None
    return state.deal.to_act[0]


def test_creation_commits_to_the_draw_and_the_first_deal() -> None:
    change = steps.created(lobby(ALA, None, None, None).record)

    assert [part.deal for part in change.commitments] == [0, 1]
    assert (change.action.kind, change.action.seat, change.action.name) == (
        ActionKind.CREATED,
        0,
        "Ala",
    )


def test_a_person_sits_on_the_first_empty_seat() -> None:
    change = steps.joined(lobby(ALA, BOT, None, None), OLA, None)

    assert change.record.seats == (ALA, BOT, OLA, None)
    assert (change.action.seat, change.action.name) == (2, "Ola")


@pytest.mark.parametrize(
    ("seats", "seat", "code"),
    [
        ((ALA, None, None, None), 0, Code.SEAT_TAKEN),
        ((ALA, None, None, None), 4, Code.NO_SUCH_SEAT),
        ((ALA, None, None, None), -1, Code.NO_SUCH_SEAT),
        ((ALA, BOT, BOT, BOT), None, Code.MATCH_FULL),
        ((ALA, OLA, None, None), 2, Code.ALREADY_SEATED),
    ],
)
def test_a_seat_that_cannot_be_had_is_refused(
    seats: tuple[Occupant | None, ...], seat: int | None, code: Code
) -> None:
    with pytest.raises(Refused) as error:
        steps.joined(lobby(*seats), OLA, seat)

    assert refused_code(error) is code
    assert error.value.refusal.version == 1


def test_only_the_owner_adds_bots_and_starts() -> None:
    match = lobby(ALA, OLA, None, None)

    acts: list[Callable[[], Change]] = [
        lambda: steps.bot_added(match, OLA.player_id, Level.EASY, None),
        lambda: steps.started(match, OLA.player_id, fill=True),
    ]

    for act in acts:
        with pytest.raises(Refused) as error:
            act()
        assert refused_code(error) is Code.NOT_OWNER


def test_a_start_with_empty_seats_needs_bots_to_fill_them() -> None:
    match = lobby(ALA, None, None, None)

    with pytest.raises(Refused) as error:
        steps.started(match, ALA.player_id)
    filled = steps.started(match, ALA.player_id, fill=True)

    assert refused_code(error) is Code.SEATS_EMPTY
    names = ("Bot Karo", "Bot Pik", "Bot Trefl")
    assert filled.record.seats == (ALA, *(Occupant(SeatKind.BOT, "medium", at) for at in names))
    assert filled.record.status is Status.PLAYING


def test_a_bot_has_a_name_that_nobody_at_the_table_has() -> None:
    ala = replace(ALA, name="Bot Karo")
    match = lobby(ala, None, OLA, None, None, None, None, rules=rule_set("classic").resolve(7, {}))
    added = after(match, steps.bot_added(match, ALA.player_id, Level.STRONG, 4))

    filled = steps.started(added, ALA.player_id, fill=True).record.seats

    names = [who.name for who in filled if who is not None]
    assert names[4] == "Bot Pik"
    assert len(set(names)) == 7
    assert filled[4] == Occupant(SeatKind.BOT, "strong", "Bot Pik")
    assert filled[1] == Occupant(SeatKind.BOT, "medium", "Bot Trefl")


def test_leaving_frees_the_seat_before_the_start_only() -> None:
    match = lobby(ALA, OLA, None, None)

    change = steps.left(match, OLA.player_id)
    with pytest.raises(Refused) as error:
        steps.left(playing(ALA, OLA, BOT, BOT), OLA.player_id)

    assert change.record.seats == (ALA, None, None, None)
    assert refused_code(error) is Code.ALREADY_STARTED


def test_a_start_reveals_the_draw_and_commits_to_the_second_deal() -> None:
    change = steps.started(lobby(ALA, None, None), ALA.player_id, fill=True)

    assert [part.deal for part in change.reveals] == [0]
    assert [part.deal for part in change.commitments] == [2]
    assert change.checkpoint


def test_every_deal_is_committed_to_once_and_revealed_once_it_is_over() -> None:
    start = lobby(BOT, BOT, BOT, BOT)
    change = steps.started(start, ALA.player_id, fill=True)
    match = after(start, change)
    commitments = [part.deal for part in steps.created(start.record).commitments]
    reveals: list[int] = []
    checkpoints = 0
    while True:
        commitments += [part.deal for part in change.commitments]
        reveals += [part.deal for part in change.reveals]
        checkpoints += change.checkpoint
        state = steps.in_play(match.record)
        if state.deal is None:
            break
        seat = turn_of(match)
        move = play.default_move(match.rules, state, seat)
        change = steps.moved(match, seat, move, Cause.BOT)
        match = after(match, change)

    assert commitments == list(range(13))
    assert reveals == list(range(13))
    assert checkpoints == 12
    assert match.record.status is Status.FINISHED
    assert change.due_ms == match.now_ms + 1_000  # then the lists are looked at
    assert change.next.seats == ()


def test_the_clock_steps_in_at_a_persons_deadline() -> None:
    start = lobby(ALA, ALA, ALA, ALA, turn_ms=30_000)

    change = steps.started(start, ALA.player_id)

    assert change.record.deadline_ms == CREATED_MS + 30_000
    assert change.due_ms == CREATED_MS + 30_000
    assert change.next.deadline_ms == CREATED_MS + 30_000


def test_without_a_limit_a_person_is_waited_for_until_the_match_is_given_up() -> None:
    change = steps.started(lobby(ALA, ALA, ALA, ALA, turn_ms=None), ALA.player_id)

    assert change.record.deadline_ms is None
    assert change.due_ms == CREATED_MS + steps.ABANDONED_MS


@pytest.mark.parametrize(("pace_ms", "due"), [(0, 1_000), (250, 250)])
def test_a_bots_turn_is_due_after_its_pace_or_as_a_rescue(pace_ms: int, due: int) -> None:
    change = steps.started(lobby(BOT, BOT, BOT, BOT, pace_ms=pace_ms), ALA.player_id)

    assert change.due_ms == CREATED_MS + due
    assert change.record.deadline_ms is None


@pytest.mark.parametrize(("seats", "pace_ms"), [((ALA, BOT, BOT), 600), ((BOT, BOT, BOT), 0)])
def test_a_pace_left_open_follows_who_sits_there(
    seats: tuple[Occupant | None, ...], pace_ms: int
) -> None:
    change = steps.started(lobby(*seats, pace_ms=None), ALA.player_id)

    assert change.record.settings.pace_ms == pace_ms


def test_a_refused_move_names_the_rule_and_the_version() -> None:
    match = playing(ALA, OLA, BOT, BOT)
    seat = (turn_of(match) + 1) % 4

    with pytest.raises(Refused) as error:
        steps.moved(match, seat, Play(0), Cause.PLAYER)

    assert error.value.refusal.code is Code.NOT_YOUR_TURN
    assert (error.value.refusal.version, error.value.refusal.section) == (2, "R1.5")


def test_a_move_before_the_start_is_refused() -> None:
    with pytest.raises(Refused) as error:
        steps.moved(lobby(ALA, None, None, None), 0, Play(0), Cause.PLAYER)

    assert refused_code(error) is Code.MATCH_NOT_STARTED


@given(seed=st.integers(0, 1_000), moves=st.integers(1, 60))
def test_a_decision_keeps_its_version_until_it_changes(seed: int, moves: int) -> None:
    match = playing(ALA, BOT, BOT, BOT, seed=seed)

    for _ in range(moves):
        seat = turn_of(match)
        state = steps.in_play(match.record)
        before = [play.decision(match.rules, state, at) for at in range(4)]
        change = steps.moved(match, seat, play.default_move(match.rules, state, seat), Cause.BOT)
        later = after(match, change)
        state = steps.in_play(later.record)
        for at in range(4):
            kept = play.decision(match.rules, state, at) == before[at]
            expected = match.record.decision_versions[at] if kept else later.record.version
            assert later.record.decision_versions[at] == expected
        match = later


def test_the_kinds_of_those_asked_come_in_the_order_of_the_seats_to_act() -> None:
    assert steps.asked_kinds(lobby(ALA, BOT, BOT, BOT).record) == ()
    assert steps.asked_kinds(playing(BOT, BOT, BOT, BOT).record) == (SeatKind.BOT,)


def passing_match(turn_ms: int) -> Snapshot:
    """Return a match in which four persons are to pass cards."""
    rules = rule_set("greek").resolve(4, {})
    start = lobby(ALA, ALA, ALA, ALA, turn_ms=turn_ms, rules=rules)
    return after(start, steps.started(start, ALA.player_id), later_ms=4_000)


def gives(match: Snapshot, seat: int) -> Change:
    """Return the change of a seat that passes its first three cards."""
    state = steps.in_play(match.record)
    assert state.deal is not None
    return steps.moved(match, seat, Give(tuple(state.deal.dealt(seat)[:3])), Cause.PLAYER)


def test_others_who_pass_neither_put_off_the_deadline_nor_make_a_pass_stale() -> None:
    match = passing_match(30_000)

    change = gives(match, 2)

    assert change.record.deadline_ms == CREATED_MS + 30_000
    assert change.due_ms == CREATED_MS + 30_000
    assert change.next.seats == (0, 1, 3)
    assert change.record.decision_versions == (2, 2, 3, 2)


def test_the_first_lead_after_a_pass_has_a_deadline_of_its_own() -> None:
    match = passing_match(30_000)
    for seat in range(3):
        match = after(match, gives(match, seat))

    change = gives(match, 3)

    assert change.next.seats == (1,)
    assert change.record.deadline_ms == match.now_ms + 30_000
    assert change.record.decision_versions == (3, 6, 5, 6)
