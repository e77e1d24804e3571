"""The clocks of a match: since when each seat thinks, what is left, when somebody must step in.

A person first uses the time of the turn, then the bank. Times are the store's, milliseconds.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from service.store.record import Record, SeatKind, Settings, Snapshot, Status
from service.usecases.steps.seats import Asked, asked

_PERSON: Final = SeatKind.PERSON
_BOT: Final = SeatKind.BOT
_PLAYING: Final = Status.PLAYING

RESCUE_MS: Final = 1_000  # how long after a bot's turn began the clock starts it again
FILED_MS: Final = 1_000  # how long after the end is open to all the lists are looked at
LOBBY_MS: Final = 86_400_000  # a lobby in which nothing happens for a day is given up
ABANDONED_MS: Final = 30 * 86_400_000  # nor does a match rest for ever, if nothing limits it
RECLAIMED_MS: Final = 10_000  # the least that a reclaimed seat has, once for each choice


def deadline_of(record: Record, seat: int) -> int | None:
    """Return until when a seat must choose; nothing while its clock rests, or without a limit.

    Only a person has a clock: a bot that plays a seat, or stands in, chooses at its pace.
    """
    opened_ms, banks_ms = record.opened_ms, record.banks_ms
    if not opened_ms or not opened_ms[seat]:
        return None
    return _deadline(record, seat, opened_ms[seat], banks_ms[seat] if banks_ms else 0)


def _deadline(record: Record, seat: int, opened_ms: int, bank_ms: int) -> int | None:
    """Return the deadline of a seat's choice that is open since a time, with what its bank has."""
    who, settings = record.seats[seat], record.settings
    if who is None or who.level is not None or record.paused_ms is not None:
        return None
    turn_ms = settings.turn_ms
    if turn_ms is None and settings.bank_ms is None:
        return None
    return opened_ms + (turn_ms or 0) + bank_ms


def first_deadline(record: Record) -> int | None:
    """Return the first of the seats' deadlines, or nothing."""
    return _first_deadline(record, record.opened_ms, record.banks_ms)


def _first_deadline(
    record: Record, opened_ms: Sequence[int], banks_ms: Sequence[int]
) -> int | None:
    first_ms = None
    for seat, since_ms in enumerate(opened_ms):
        if since_ms:
            deadline_ms = _deadline(record, seat, since_ms, banks_ms[seat] if banks_ms else 0)
            if first_ms is None or (deadline_ms is not None and deadline_ms < first_ms):
                first_ms = deadline_ms
    return first_ms


def late_seat(snapshot: Snapshot) -> int | None:
    """Return the seat whose time is over, the one that waits longest first, or nothing."""
    record = snapshot.record
    late = [
        (deadline, seat)
        for seat in asked(record)
        if (deadline := deadline_of(record, seat)) is not None and snapshot.now_ms >= deadline
    ]
    return min(late)[1] if late else None


def with_clocks(
    snapshot: Snapshot, after: Record, versions: tuple[int, ...], now: Asked, chose: int | None
) -> Record:
    """Return a record at new decision versions, whose clocks run for those who are asked `now`.

    A choice that was open stays open since then; if a bot plays the seat in between, its person
    goes on with what was left. Thought is paid for when the clock stops; `chose` is the seat of a
    person that has made a choice, which earns the increment.
    """
    was = asked(snapshot.record)
    opened_ms, spent_ms = [0] * len(after.seats), [0] * len(after.seats)
    stopped: list[int] = []  # of those who are asked as before or anew
    for seat, kind in now.items():
        if seat not in was:
            opened_ms[seat] = snapshot.now_ms
            continue
        clock = _clock(snapshot, seat, versions[seat], was[seat], kind)
        opened_ms[seat] = clock.opened_ms
        spent_ms[seat] = clock.spent_ms(after.settings)
        if clock.stops:
            stopped.append(seat)
    banks_ms = after.banks_ms
    if banks_ms:
        stopped += [seat for seat, kind in was.items() if kind is _PERSON and seat not in now]
        banks_ms = _banks(snapshot, after, stopped, chose)
    return replace(
        after,
        decision_versions=versions,
        opened_ms=tuple(opened_ms),
        banks_ms=banks_ms,
        spent_ms=tuple(spent_ms) if any(spent_ms) else (),
        deadline_ms=_first_deadline(after, opened_ms, banks_ms),
    )


def _banks(
    snapshot: Snapshot, after: Record, stopped: Iterable[int], chose: int | None
) -> tuple[int, ...]:
    """Return the banks once those whose clocks have stopped have paid for their thought."""
    banks_ms = list(after.banks_ms)
    for seat in stopped:
        thought_ms = snapshot.now_ms - _since_ms(snapshot.record, seat)
        banks_ms[seat] = _paid(after.settings, banks_ms[seat], thought_ms, made=seat == chose)
    return tuple(banks_ms)


def _since_ms(record: Record, seat: int) -> int:
    return record.opened_ms[seat] if record.opened_ms else 0


def _clock(snapshot: Snapshot, seat: int, version: int, was: SeatKind, now: SeatKind) -> "_Clock":
    """Return the clock of a seat whose decision after a step is of a version."""
    before = snapshot.record
    return _Clock(
        was,
        now,
        _since_ms(before, seat),
        before.spent_ms[seat] if before.spent_ms else 0,
        snapshot.now_ms,
        version <= before.version,
    )


class _Clock(Struct, frozen=True):
    """The clock of one seat that is asked before a step, since when, and after it, and who.

    `kept_ms` is what the seat's person has spent of the turn for a choice that is still open.
    """

    was: SeatKind
    now: SeatKind
    since_ms: int
    kept_ms: int
    now_ms: int
    same: bool

    @property
    def goes_on(self) -> bool:
        return self.same and self.was is self.now

    @property
    def stops(self) -> bool:
        return self.was is _PERSON and not self.goes_on

    @property
    def opened_ms(self) -> int:
        if self.goes_on:
            return self.since_ms
        is_back = self.same and self.now is _PERSON
        return self.now_ms - self.kept_ms if is_back else self.now_ms

    def spent_ms(self, settings: Settings) -> int:
        if not self.same or self.now is _PERSON:
            return 0
        is_handed_over = self.was is _PERSON
        thought_ms = self.now_ms - self.since_ms
        return min(thought_ms, settings.turn_ms or 0) if is_handed_over else self.kept_ms


def _paid(settings: Settings, bank_ms: int, thought_ms: int, *, made: bool) -> int:
    """Return what a bank holds after some thought; a choice that was made earns the increment."""
    over_ms = max(0, thought_ms - (settings.turn_ms or 0))
    return max(0, bank_ms - over_ms) + (settings.increment_ms if made else 0)


def eased(record: Record, seat: int, now_ms: int) -> Record:
    """Return a record in which a reclaimed seat has at least ten seconds, on its bank too.

    If it is asked, it has them for that choice: where turn and bank give less, its clock starts
    later. Each choice is eased once, so nobody holds up a match by handing it over and back.
    """
    decision = record.decision_versions[seat]
    versions = record.eased_versions or (0,) * len(record.seats)
    if versions[seat] == decision:
        return record
    after = replace(record, eased_versions=_with(versions, seat, decision))
    if record.banks_ms:
        bank_ms = max(record.banks_ms[seat], RECLAIMED_MS)
        after = replace(after, banks_ms=_with(record.banks_ms, seat, bank_ms))
    deadline_ms = deadline_of(after, seat)
    if deadline_ms is not None:
        opened_ms = after.opened_ms[seat] + max(0, now_ms + RECLAIMED_MS - deadline_ms)
        after = replace(after, opened_ms=_with(after.opened_ms, seat, opened_ms))
    return replace(after, deadline_ms=first_deadline(after))


def _with(numbers: tuple[int, ...], seat: int, number: int) -> tuple[int, ...]:
    return (*numbers[:seat], number, *numbers[seat + 1 :])


def due(snapshot: Snapshot, record: Record, now: Asked | None = None) -> int | None:
    """Return when the clock must step in; `now` is who is asked, where that has been found out.

    In a lobby to start or to end it, in play for a bot at its pace, or to rescue it, or at the
    first deadline; where nobody's time is limited, to give the match up; and after the end to put
    it into its lists. What others do meanwhile never puts off a bot whose turn it is.
    """
    if record.status is _PLAYING:
        now, deadline_ms = asked(record) if now is None else now, record.deadline_ms
        if _BOT not in now.values():
            return snapshot.now_ms + ABANDONED_MS if deadline_ms is None else deadline_ms
        wait_ms = record.settings.pace_ms or RESCUE_MS
        opened_ms = [record.opened_ms[seat] for seat, kind in now.items() if kind is _BOT]
        bots_ms = min(opened_ms) + wait_ms
        return bots_ms if deadline_ms is None else min(bots_ms, deadline_ms)
    if record.status is Status.LOBBY:
        return snapshot.now_ms + (0 if is_to_start(record) else LOBBY_MS)
    return snapshot.now_ms + (record.settings.spectators.delay_ms or 0) + FILED_MS


def is_abandoned(snapshot: Snapshot) -> bool:
    """Return whether a match has rested for so long that nobody will go on with it."""
    record, rested_ms = snapshot.record, snapshot.now_ms - snapshot.record.updated_ms
    if record.status is Status.LOBBY:
        return rested_ms >= LOBBY_MS
    if record.status is not Status.PLAYING or record.deadline_ms is not None:
        return False
    return rested_ms >= ABANDONED_MS and _BOT not in asked(record).values()


def is_to_start(record: Record) -> bool:
    """Return whether a lobby is full and starts by itself."""
    waits = record.status is Status.LOBBY
    return waits and record.settings.start_when_full and None not in record.seats
