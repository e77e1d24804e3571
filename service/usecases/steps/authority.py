"""What those who run the service may do to a match: pause it, let it go on, end it."""

from msgspec.structs import replace

from engine.events import Action, ActionKind, Cause, Next
from schema.errors import Code
from service.store.record import Change, Record, Snapshot, Status
from service.usecases.steps.clocks import due, first_deadline
from service.usecases.steps.play import next_of
from service.usecases.steps.seats import no, running


def paused(snapshot: Snapshot) -> Change:
    """Stop a match's clocks and its bots; refuses MATCH_PAUSED, MATCH_OVER, MATCH_NOT_STARTED."""
    record = snapshot.record
    _check_open(record)
    after = replace(record, paused_ms=snapshot.now_ms, deadline_ms=None)
    return _resting(snapshot, after, ActionKind.PAUSED)


def resumed(snapshot: Snapshot) -> Change:
    """Let a match go on with the time that each seat had left; refuses NOT_PAUSED."""
    record = snapshot.record
    if record.paused_ms is None:
        raise no(record, Code.NOT_PAUSED, "The match is not paused.")
    rested_ms = snapshot.now_ms - record.paused_ms
    opened_ms = tuple(at and at + rested_ms for at in record.opened_ms)
    after = replace(record, paused_ms=None, opened_ms=opened_ms)
    after = replace(after, deadline_ms=first_deadline(after))
    return _resting(snapshot, after, ActionKind.RESUMED)


def voided(snapshot: Snapshot) -> Change:
    """End a match without a result; refuses MATCH_OVER, MATCH_VOID."""
    record = snapshot.record
    if record.status is Status.VOID:
        raise no(record, Code.MATCH_VOID, "The match was ended before.")
    if record.status is Status.FINISHED:
        raise no(record, Code.MATCH_OVER, "The match is over.")
    after = replace(
        record, status=Status.VOID, deadline_ms=None, paused_ms=None, invite="", kept_for=()
    )
    action = Action(ActionKind.VOIDED, Cause.ADMIN)
    return Change(after, action, due_ms=due(snapshot, after), checkpoint=True)


def _check_open(record: Record) -> None:
    if running(record).deal is None:
        raise no(record, Code.MATCH_OVER, "The match is over.")


def _resting(snapshot: Snapshot, after: Record, kind: ActionKind) -> Change:
    following = Next() if after.state is None else next_of(after.state, after.deadline_ms)
    action = Action(kind, Cause.ADMIN)
    return Change(after, action, next=following, due_ms=due(snapshot, after), checkpoint=True)
