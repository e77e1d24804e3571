"""Who sits where, who is asked, and who may act."""

from collections.abc import Mapping
from typing import Final

from engine.state import MatchState
from schema.errors import Code, Refused, refused
from service.store.record import Occupant, Record, SeatKind, Snapshot, Status

# Every move asks for these, and a member by its name costs Python 3.11 more than what asks.
_PERSON: Final = SeatKind.PERSON
_BOT: Final = SeatKind.BOT
_PLAYING: Final = Status.PLAYING
_VOID: Final = Status.VOID

Asked = Mapping[int, SeatKind]  # the seats that must act, in order, with who plays them


def in_play(record: Record) -> MatchState:
    """Return the state of a match that has started; refuses MATCH_NOT_STARTED, MATCH_VOID."""
    if record.status is _VOID:
        raise no(record, Code.MATCH_VOID, "The match was ended without a result.")
    if record.state is None:
        raise no(record, Code.MATCH_NOT_STARTED, "The match has not started.")
    return record.state


def running(record: Record) -> MatchState:
    """Return the state of a match that does not rest; refuses also MATCH_PAUSED."""
    state = in_play(record)
    if record.paused_ms is not None:
        raise no(record, Code.MATCH_PAUSED, "The match is paused; its clocks stand still.")
    return state


def in_lobby(snapshot: Snapshot) -> Record:
    """Return the record of a match that waits; refuses ALREADY_STARTED, MATCH_VOID."""
    record = snapshot.record
    if record.state is not None:  # what became of it is not for everybody
        raise refused(Code.ALREADY_STARTED, "The match has started.")
    if record.status is Status.VOID:
        raise no(record, Code.MATCH_VOID, "The match was given up before it started.")
    return record


def owned(record: Record, caller: str) -> Record:
    """Return the record to its owner; refuses NOT_OWNER."""
    if record.owner_id != caller:
        raise refused(Code.NOT_OWNER, "Only the match's owner may do this.")
    return record


def seat_of(record: Record, caller: str) -> int:
    """Return the caller's seat; refuses NOT_SEATED, and tells a stranger nothing else."""
    seat = record.seat_of(caller)
    if seat is None:
        raise refused(Code.NOT_SEATED, "You have no seat in this match.")
    return seat


def held_seat(record: Record, caller: str) -> int:
    """Return the seat that the caller still holds; refuses NOT_SEATED, SEAT_GIVEN_UP."""
    seat = seat_of(record, caller)
    who = record.seats[seat]
    if who is not None and who.given_up:
        raise no(record, Code.SEAT_GIVEN_UP, "You have given up your seat for good.")
    return seat


def played_seat(record: Record, caller: str) -> int:
    """Return the seat that the caller plays; refuses also SEAT_TAKEN_OVER."""
    seat = held_seat(record, caller)
    who = record.seats[seat]
    if who is not None and who.level:
        raise no(record, Code.SEAT_TAKEN_OVER, "A bot plays for you; reclaim your seat first.")
    return seat


def with_occupant(record: Record, seat: int, who: Occupant | None) -> tuple[Occupant | None, ...]:
    """Return the seats with another occupant on one of them."""
    return (*record.seats[:seat], who, *record.seats[seat + 1 :])


def people(record: Record) -> bool:
    """Return whether a person plays in the match."""
    return person_in(record.seats)


def person_in(seats: tuple[Occupant | None, ...]) -> bool:
    """Return whether one of the seats is played by a person."""
    return any(who is not None and who.level is None for who in seats)


def asked_seat(record: Record, kind: SeatKind) -> int | None:
    """Return the first seat that must act and is played by that kind, or nothing."""
    return next((seat for seat, at in asked(record).items() if at is kind), None)


def asked_kinds(record: Record) -> tuple[SeatKind, ...]:
    """Return who plays each seat that must act, in the order of `to_act`."""
    return tuple(asked(record).values())


def asked(record: Record) -> Asked:
    """Return who plays each seat that must act now, in the order of `to_act`.

    Empty while the match rests.
    """
    state = record.state
    deal = None if state is None else state.deal
    if deal is None or record.paused_ms is not None or record.status is not _PLAYING:
        return {}
    found: dict[int, SeatKind] = {}
    seats = record.seats
    for seat in deal.to_act:
        who = seats[seat]
        if who is not None:
            found[seat] = _PERSON if who.level is None else _BOT
    return found


def no(record: Record, code: Code, detail: str) -> Refused:
    """Return a refusal that tells the version it was refused at."""
    return refused(code, detail, version=record.version)
