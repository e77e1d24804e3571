"""Seats that a bot plays for a person: taken over, reclaimed, given up, or out of time."""

from msgspec.structs import replace

from engine.events import Action, ActionKind, Cause
from engine.match import default_move
from schema.errors import Code
from service.store.record import Change, GivenUp, OnExpiry, Record, Snapshot
from service.usecases.steps.clocks import due, eased
from service.usecases.steps.play import moved, progressed
from service.usecases.steps.seats import held_seat, no, played_seat, running, seat_of, with_occupant


def taken_over(snapshot: Snapshot, caller: str) -> Change:
    """Let a house bot play for the caller until he reclaims his seat.

    Refuses NOT_SEATED, SEAT_GIVEN_UP, SEAT_TAKEN_OVER, MATCH_OVER and that of `running`.
    """
    seat = played_seat(_open(snapshot, caller), caller)
    return _stood_in(snapshot, seat, Action(ActionKind.TAKEN_OVER, Cause.PLAYER, seat=seat))


def reclaimed(snapshot: Snapshot, caller: str) -> Change:
    """Give the seat back to its person, with at least ten seconds on its bank, if it has one.

    If it is asked, its clock goes on where it stood when the bot came, with at least ten seconds
    for that choice. The same choice is given these ten seconds once.
    Refuses NOT_SEATED, SEAT_GIVEN_UP, NOT_TAKEN_OVER, MATCH_OVER and that of `running`.
    """
    record = _open(snapshot, caller)
    seat = held_seat(record, caller)
    who = record.seats[seat]
    if who is None or who.level is None:
        raise no(record, Code.NOT_TAKEN_OVER, "You play your seat yourself.")
    seats = with_occupant(record, seat, replace(who, stand_in=None))
    action = Action(ActionKind.RECLAIMED, Cause.PLAYER, seat=seat)
    change = progressed(snapshot, replace(record, seats=seats), action, ())
    timed = eased(change.record, seat, snapshot.now_ms)
    return replace(
        change,
        record=timed,
        next=replace(change.next, deadline_ms=timed.deadline_ms),
        due_ms=due(snapshot, timed),
        checkpoint=True,
    )


def resigned(snapshot: Snapshot, caller: str) -> Change:
    """Give up the caller's seat for good; a house bot plays it to the end.

    Refuses NOT_SEATED, SEAT_GIVEN_UP, MATCH_OVER and that of `running`.
    """
    seat = held_seat(_open(snapshot, caller), caller)
    action = Action(ActionKind.RESIGNED, Cause.PLAYER, seat=seat)
    return _stood_in(snapshot, seat, action, GivenUp.RESIGNED)


def timed_out(snapshot: Snapshot, seat: int) -> Change:
    """Do to a seat whose time is over what the match's settings say."""
    record = snapshot.record
    match record.settings.on_expiry:
        case OnExpiry.BOT:
            action = Action(ActionKind.TAKEN_OVER, Cause.TIMEOUT, seat=seat)
            return _stood_in(snapshot, seat, action)
        case OnExpiry.FORFEIT:
            action = Action(ActionKind.FORFEITED, Cause.TIMEOUT, seat=seat)
            return _stood_in(snapshot, seat, action, GivenUp.FORFEITED)
        case OnExpiry.DEFAULT_MOVE:
            move = default_move(snapshot.rules, running(record), seat)
            return moved(snapshot, seat, move, Cause.TIMEOUT)


def _open(snapshot: Snapshot, caller: str) -> Record:
    """Return the record of a match that is in play to who sits in it.

    Refuses NOT_SEATED before anything else, MATCH_OVER, and with the codes of `running`.
    """
    record = snapshot.record
    seat_of(record, caller)
    if running(record).deal is None:
        raise no(record, Code.MATCH_OVER, "The match is over.")
    return record


def _stood_in(
    snapshot: Snapshot, seat: int, action: Action, given_up: GivenUp | None = None
) -> Change:
    record, level = snapshot.record, snapshot.record.settings.level
    who = record.seats[seat]
    assert who is not None
    away = replace(who, stand_in=level, given_up=given_up)
    after = replace(record, seats=with_occupant(record, seat, away))
    change = progressed(snapshot, after, replace(action, level=level), ())
    return replace(change, checkpoint=True)
