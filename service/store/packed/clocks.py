"""The clocks of a match as its history is read: what the next deadline most likely is."""

from collections.abc import Collection, Iterator, Sequence

from engine.events import Cause
from service.store.record import Record, SeatKind


class Clocks:
    """Since when each seat is asked, 0 while it is not, and what it has left.

    `versions` holds, per seat, the number of the entry that asked it, or after which it was no
    longer asked. Kept records set all of this right.
    """

    def __init__(self, seats: int) -> None:
        self.versions = [0] * seats
        self.opened_ms = [0] * seats
        self.banks_ms: list[int] = []
        self._persons: Collection[int] = ()
        self._turn_ms: int | None = None
        self._increment_ms = 0

    def set(self, record: Record) -> None:
        """Go by a kept record from now on."""
        self.versions = list(record.decision_versions)
        self.opened_ms = list(record.opened_ms) or [0] * len(record.seats)
        self.banks_ms = list(record.banks_ms)
        self._turn_ms, self._increment_ms = record.settings.turn_ms, record.settings.increment_ms
        self._persons = {
            seat
            for seat, at in enumerate(record.seats)
            if at and at.kind is SeatKind.PERSON and at.stand_in is None
        }

    def cause(self, seat: int) -> Cause:
        """Return who chooses for a seat."""
        return Cause.PLAYER if seat in self._persons else Cause.BOT

    def stop(self, seat: int, cause: Cause, seq: int, at_ms: int) -> None:
        """Stop the clock of a seat that has chosen, and take from its bank what that took."""
        if self.banks_ms and seat in self._persons:
            over_ms = at_ms - self.opened_ms[seat] - (self._turn_ms or 0)
            earned_ms = self._increment_ms if cause is Cause.PLAYER else 0
            self.banks_ms[seat] = max(0, self.banks_ms[seat] - max(0, over_ms)) + earned_ms
        self.versions[seat], self.opened_ms[seat] = seq, 0

    def deadline_ms(self, asked: Sequence[int], at_ms: int) -> int | None:
        """Return the first deadline of the seats that are asked from now on, or still."""
        if self._turn_ms is None and not self.banks_ms:
            return None
        return min(self._deadlines(asked, at_ms), default=None)

    def _deadlines(self, asked: Sequence[int], at_ms: int) -> Iterator[int]:
        for seat in asked:
            if seat in self._persons:
                bank_ms = self.banks_ms[seat] if self.banks_ms else 0
                yield (self.opened_ms[seat] or at_ms) + (self._turn_ms or 0) + bank_ms

    def ask(self, asked: Sequence[int], seq: int, at_ms: int) -> None:
        """Let the clocks run of those who are asked, and of nobody else."""
        for seat, opened_ms in enumerate(self.opened_ms):
            if (seat in asked) != (opened_ms > 0):
                self.versions[seat] = seq
                self.opened_ms[seat] = 0 if opened_ms else at_ms
