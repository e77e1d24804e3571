"""The clocks of a match: since when each seat thinks, what is left, when somebody must step in.

A person first uses the time of the turn, then the bank. Times are the store's, milliseconds.
"""

from typing import Final

from msgspec.structs import replace

from service.store.record import Record, SeatKind, Settings, Snapshot, Status
from service.usecases.steps.seats import asked, asked_kinds

RESCUE_MS: Final = 1_000  # how long after a bot's turn began the clock starts it again
LOBBY_MS: Final = 86_400_000  # a lobby in which nothing happens for a day is given up
RECLAIMED_MS: Final = 10_000  # the least that the bank of a reclaimed seat holds


def deadline_of(record: Record, seat: int) -> int | None:
    """Return until when a seat must choose; nothing while its clock rests, or without a limit."""
    opened_ms, settings = record.opened_ms, record.settings
    limited = settings.turn_ms is not None or settings.bank_ms is not None
    if not limited or not opened_ms or not opened_ms[seat] or record.paused_ms is not None:
        return None
    bank_ms = record.banks_ms[seat] if record.banks_ms else 0
    return opened_ms[seat] + (settings.turn_ms or 0) + bank_ms


def first_deadline(record: Record) -> int | None:
    """Return the first of the seats' deadlines, or nothing."""
    deadlines = (deadline_of(record, seat) for seat in range(len(record.seats)))
    return min((at for at in deadlines if at is not None), default=None)


def late_seat(snapshot: Snapshot) -> int | None:
    """Return the seat whose time is over, the one that waits longest first, or nothing."""
    record = snapshot.record
    late = [
        (deadline, seat)
        for seat, kind in asked(record)
        if kind is SeatKind.PERSON
        and (deadline := deadline_of(record, seat)) is not None
        and snapshot.now_ms >= deadline
    ]
    return min(late)[1] if late else None


def with_clocks(snapshot: Snapshot, after: Record) -> Record:
    """Return a record whose clocks run for those who are now asked.

    A choice that was open stays open since then; one that was made is paid for.
    """
    since = snapshot.record.opened_ms or (0,) * len(after.seats)
    thinks = {seat for seat, kind in asked(after) if kind is SeatKind.PERSON}
    made = {
        seat
        for seat, version in enumerate(after.decision_versions)
        if version > snapshot.record.version
    }
    goes_on = {seat for seat in thinks - made if since[seat]}
    opened_ms = tuple(
        (at if seat in goes_on else snapshot.now_ms) if seat in thinks else 0
        for seat, at in enumerate(since)
    )
    banks_ms = tuple(
        bank_ms
        if seat in goes_on or not since[seat]
        else _paid(after.settings, bank_ms, snapshot.now_ms - since[seat], made=seat in made)
        for seat, bank_ms in enumerate(after.banks_ms)
    )
    timed = replace(after, opened_ms=opened_ms, banks_ms=banks_ms)
    return replace(timed, deadline_ms=first_deadline(timed))


def _paid(settings: Settings, bank_ms: int, thought_ms: int, *, made: bool) -> int:
    """Return what a bank holds after some thought; a choice that was made earns the increment."""
    over_ms = max(0, thought_ms - (settings.turn_ms or 0))
    return max(0, bank_ms - over_ms) + (settings.increment_ms if made else 0)


def due(snapshot: Snapshot, record: Record) -> int | None:
    """Return when the clock must step in.

    In a lobby to start or to end it, in play for a bot at its pace, or to rescue it, or at the
    first deadline.
    """
    now_ms = snapshot.now_ms
    if record.status is Status.LOBBY:
        return now_ms + (0 if is_to_start(record) else LOBBY_MS)
    if record.status is not Status.PLAYING or record.paused_ms is not None:
        return None
    if SeatKind.BOT not in asked_kinds(record):
        return record.deadline_ms
    bot_ms = now_ms + (record.settings.pace_ms or RESCUE_MS)
    return bot_ms if record.deadline_ms is None else min(bot_ms, record.deadline_ms)


def is_to_start(record: Record) -> bool:
    """Return whether a lobby is full and starts by itself."""
    return record.settings.start_when_full and None not in record.seats
