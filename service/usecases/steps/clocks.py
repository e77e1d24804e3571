"""The clocks of a match: since when each seat thinks, what is left, when somebody must step in.

A person first uses the time of the turn, then the bank. Times are the store's, milliseconds.
"""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from service.store.record import Record, SeatKind, Settings, Snapshot, Status
from service.usecases.steps.seats import asked

RESCUE_MS: Final = 1_000  # how long after a bot's turn began the clock starts it again
FILED_MS: Final = 1_000  # how long after the end is open to all the lists are looked at
LOBBY_MS: Final = 86_400_000  # a lobby in which nothing happens for a day is given up
ABANDONED_MS: Final = 30 * 86_400_000  # nor does a match rest for ever, if nothing limits it
RECLAIMED_MS: Final = 10_000  # the least that the bank of a reclaimed seat holds


def deadline_of(record: Record, seat: int) -> int | None:
    """Return until when a seat must choose; nothing while its clock rests, or without a limit.

    Only a person has a clock: a bot that plays a seat, or stands in, chooses at its pace.
    """
    who = record.seats[seat]
    if who is None or who.level is not None or record.paused_ms is not None:
        return None
    opened_ms, settings = record.opened_ms, record.settings
    limited = settings.turn_ms is not None or settings.bank_ms is not None
    if not limited or not opened_ms or not opened_ms[seat]:
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
        for seat, _ in asked(record)
        if (deadline := deadline_of(record, seat)) is not None and snapshot.now_ms >= deadline
    ]
    return min(late)[1] if late else None


def with_clocks(snapshot: Snapshot, after: Record, chose: int | None) -> Record:
    """Return a record whose clocks run for those who are now asked.

    A choice that was open stays open since then, unless another plays the seat now. Thought is
    paid for when the clock stops; `chose` is the seat of a person that has made a choice, which
    earns the increment.
    """
    before, now_ms = snapshot.record, snapshot.now_ms
    since = before.opened_ms or (0,) * len(after.seats)
    was, now = dict(asked(before)), dict(asked(after))
    goes_on = {
        seat
        for seat, kind in now.items()
        if was.get(seat) is kind and after.decision_versions[seat] <= before.version
    }
    opened_ms = tuple(
        (at if seat in goes_on else now_ms) if seat in now else 0 for seat, at in enumerate(since)
    )
    banks_ms = tuple(
        bank_ms
        if seat in goes_on or was.get(seat) is not SeatKind.PERSON
        else _paid(after.settings, bank_ms, now_ms - since[seat], made=seat == chose)
        for seat, bank_ms in enumerate(after.banks_ms)
    )
    timed = replace(after, opened_ms=opened_ms, banks_ms=banks_ms)
    return replace(timed, deadline_ms=first_deadline(timed))


def _paid(settings: Settings, bank_ms: int, thought_ms: int, *, made: bool) -> int:
    """Return what a bank holds after some thought; a choice that was made earns the increment."""
    over_ms = max(0, thought_ms - (settings.turn_ms or 0))
    return max(0, bank_ms - over_ms) + (settings.increment_ms if made else 0)


def reopened(record: Record, seat: int, least_ms: int) -> Record:
    """Return a record in which an asked seat has at least so long for the choice before it.

    Where turn and bank give less, its clock starts that much later.
    """
    deadline_ms = deadline_of(record, seat)
    if deadline_ms is None:
        return record
    lacks_ms = max(0, record.opened_ms[seat] + least_ms - deadline_ms)
    opened_ms = tuple(
        at_ms + lacks_ms if at == seat else at_ms for at, at_ms in enumerate(record.opened_ms)
    )
    later = replace(record, opened_ms=opened_ms)
    return replace(later, deadline_ms=first_deadline(later))


def due(snapshot: Snapshot, record: Record) -> int | None:
    """Return when the clock must step in.

    In a lobby to start or to end it, in play for a bot at its pace, or to rescue it, or at the
    first deadline; where nobody's time is limited, to give the match up; and after the end to put
    it into its lists. What others do meanwhile never puts off a bot whose turn it is.
    """
    if record.status.ended:
        return snapshot.now_ms + (record.settings.spectators.delay_ms or 0) + FILED_MS
    if record.status is Status.LOBBY:
        return snapshot.now_ms + (0 if is_to_start(record) else LOBBY_MS)
    if record.status is not Status.PLAYING:
        return None
    wait_ms = record.settings.pace_ms or RESCUE_MS
    times = [record.opened_ms[seat] + wait_ms for seat in asked_bots(record)]
    if record.deadline_ms is not None:
        times.append(record.deadline_ms)
    return min(times, default=snapshot.now_ms + ABANDONED_MS)


def is_abandoned(snapshot: Snapshot) -> bool:
    """Return whether a match has rested for so long that nobody will go on with it."""
    record, rested_ms = snapshot.record, snapshot.now_ms - snapshot.record.updated_ms
    if record.status is Status.LOBBY:
        return rested_ms >= LOBBY_MS
    if record.status is not Status.PLAYING or record.deadline_ms is not None:
        return False
    return rested_ms >= ABANDONED_MS and not any(asked_bots(record))


def asked_bots(record: Record) -> Iterator[int]:
    """Yield the seats of bots that are to act."""
    return (seat for seat, kind in asked(record) if kind is SeatKind.BOT)


def is_to_start(record: Record) -> bool:
    """Return whether a lobby is full and starts by itself."""
    waits = record.status is Status.LOBBY
    return waits and record.settings.start_when_full and None not in record.seats
