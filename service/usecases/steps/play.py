"""What happens to a match in play: moves, and bytes for the next shuffle."""

from typing import Final

from msgspec.structs import replace

from engine import match as play
from engine.errors import RuleError
from engine.events import Action, ActionKind, Cause, Commitment, Effect, Next, Reveal
from engine.moves import Move, move_text
from engine.rules import Rules
from engine.state import MatchState
from schema.errors import Code
from service.store.record import Change, Record, Snapshot, Status
from service.usecases.refusals import rule_refused
from service.usecases.steps.clocks import due, with_clocks
from service.usecases.steps.seats import asked, in_play, no, running, seat_of

# Every move asks for these, and a member by its name costs Python 3.11 more than what asks.
_MOVED: Final = ActionKind.MOVED
_PLAYER: Final = Cause.PLAYER
_TIMEOUT: Final = Cause.TIMEOUT


def moved(snapshot: Snapshot, seat: int, move: Move, cause: Cause) -> Change:
    """Make a move for a seat; refuses with the code of the rule that forbids it."""
    record = snapshot.record
    state = running(record)
    try:
        after, effects = play.apply(snapshot.rules, state, seat, move)
    except RuleError as error:
        raise rule_refused(error, record.version) from error
    moved = replace(
        record,
        state=after,
        status=record.status if after.deal is not None else Status.FINISHED,
        late_versions=_late_versions(record, seat) if cause is _TIMEOUT else record.late_versions,
    )
    return progressed(snapshot, moved, Action(_MOVED, cause, seat, move_text(move)), effects)


def _late_versions(record: Record, seat: int) -> tuple[int, ...]:
    """Return, per seat, the version at which the clock has last chosen, now that it has for one."""
    before = record.late_versions or (0,) * len(record.seats)
    return tuple(record.version + 1 if at == seat else was for at, was in enumerate(before))


def entropy_added(snapshot: Snapshot, caller: str, deal: int, value: bytes) -> Change:
    """Add a person's bytes to the shuffle of the next deal, which the caller names.

    Refuses NOT_SEATED, ENTROPY_CLOSED, ENTROPY_LENGTH, ENTROPY_TWICE, NO_DEAL_FOLLOWS,
    MATCH_VOID and MATCH_OVER. Nobody's choice or deadline changes.
    """
    record = snapshot.record
    seat = seat_of(record, caller)
    if record.status is Status.VOID:
        raise no(record, Code.MATCH_VOID, "The match was ended without a result.")
    _check_next_deal(record, deal)
    return entropy_of_seat_added(snapshot, seat, value)


def entropy_of_seat_added(snapshot: Snapshot, seat: int, value: bytes) -> Change:
    """Add bytes for a seat to the shuffle of the next deal; refuses with the rules' codes."""
    record = snapshot.record
    try:
        after, effects = _with_entropy(snapshot, seat, value)
    except RuleError as error:
        raise rule_refused(error, record.version) from error
    action = Action(ActionKind.ENTROPY_ADDED, Cause.PLAYER, seat=seat)
    following = Next() if after.state is None else next_of(after.state, after.deadline_ms)
    return Change(after, action, effects, next=following, due_ms=due(snapshot, after))


def entropy_of(record: Record, seat: int) -> bytes:
    """Return what a seat has added to the next deal, empty for nothing yet."""
    entropy = record.entropy if record.state is None else record.state.entropy
    return entropy[seat] if entropy else b""


def next_deal(record: Record) -> int | None:
    """Return the number of the deal that seats may add entropy to; nothing after the last one."""
    if record.state is None:
        return 1
    return record.state.deal.number + 1 if record.state.deal else None


def _check_next_deal(record: Record, deal: int) -> None:
    following = next_deal(record)
    if following not in {None, deal}:
        detail = f"Deal {following} is the next to take entropy, not {deal}."
        raise no(record, Code.ENTROPY_CLOSED, detail)


def _with_entropy(snapshot: Snapshot, seat: int, value: bytes) -> tuple[Record, tuple[Effect, ...]]:
    record, rules = snapshot.record, snapshot.rules
    if record.state is not None:
        state, effects = play.add_entropy(rules, record.state, seat, value)
        return replace(record, state=state), effects
    given = record.entropy or (b"",) * rules.players
    entropy, added = play.add_to(given, record.id, 1, seat, value)
    return replace(record, entropy=entropy), (added,)


def progressed(
    snapshot: Snapshot, after: Record, action: Action, effects: tuple[Effect, ...]
) -> Change:
    """Return the change of a step that started or moved on the play, or changed who plays."""
    state, before, now = in_play(after), snapshot.record.state, asked(after)
    new_deal = state.deal is not None and _number(before) != state.deal.number
    versions = decision_versions(snapshot.rules, snapshot.record, state)
    is_choice = action.kind is _MOVED and action.cause is _PLAYER  # a person's, not the clock's
    record = with_clocks(snapshot, after, versions, now, action.seat if is_choice else None)
    return Change(
        record,
        action,
        effects,
        next=next_of(state, record.deadline_ms),
        commitments=_new_commitments(snapshot.rules, state) if new_deal else (),
        reveals=_new_reveals(before, state),
        due_ms=due(snapshot, record, now),
        checkpoint=new_deal,
    )


def _number(state: MatchState | None) -> int:
    deal = None if state is None else state.deal
    return 0 if deal is None else deal.number


def next_of(state: MatchState, deadline: int | None) -> Next:
    """Return who must act, and until when."""
    deal = state.deal
    return Next() if deal is None else Next(deal.phase, deal.to_act, deadline)


def _new_commitments(rules: Rules, state: MatchState) -> tuple[Commitment, ...]:
    following = _number(state) + 1
    last = following if rules.ending else min(following, len(rules.deals))
    return play.commitments(state, following, last)


def _new_reveals(before: MatchState | None, state: MatchState) -> tuple[Reveal, ...]:
    """Return the seeds of what has ended: the draw once it is dealt, each deal once scored."""
    if before is None:
        return play.reveals(state, 0, 0)
    scored = len(before.scores)
    return play.reveals(state, scored + 1, len(state.scores)) if len(state.scores) > scored else ()


def decision_versions(rules: Rules, before: Record, state: MatchState) -> tuple[int, ...]:
    """Return, per seat, the version at which its present decision, or its rest, opened.

    What the step has not changed for a seat keeps its version, so that another seat's choice
    never makes a move stale.
    """
    was, now = _to_act(before.state), _to_act(state)
    versions, version = list(before.decision_versions), before.version + 1
    for seat in was:
        if seat not in now:
            versions[seat] = version
    for seat in now:
        if seat not in was or not _is_asked_as_before(rules, before.state, state, seat):
            versions[seat] = version
    return tuple(versions)


def _to_act(state: MatchState | None) -> tuple[int, ...]:
    deal = None if state is None else state.deal
    return () if deal is None else deal.to_act


def _is_asked_as_before(
    rules: Rules, before: MatchState | None, after: MatchState, seat: int
) -> bool:
    if before is None:
        return False
    return play.decision(rules, before, seat) == play.decision(rules, after, seat)
