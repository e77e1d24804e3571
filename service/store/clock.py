"""The store's time between two of its answers: the one clock of the service, without asking.

Every answer that tells the time teaches how far it is from this process's monotonic clock. How
this machine's own time is set is of no matter.
"""

import time
from collections.abc import Callable

_NS_PER_MS = 1_000_000


class StoreClock:
    """Knows the store's time from its last answer on; `monotonic_ns` counts nanoseconds.

    The store told the time after it was asked and before its answer was read, which a busy process
    does late. So what is known stands if it lies between, and else is moved to the nearer end. It
    is wrong by the quickest of these ways at most, and by what both clocks drift apart since.
    """

    def __init__(self, monotonic_ns: Callable[[], int] = time.monotonic_ns) -> None:
        self._monotonic_ns = monotonic_ns
        self._offset_ms: int | None = None

    def asking(self) -> int:
        """Return a mark of this moment, in which the store is asked for the time."""
        return self._monotonic_ns() // _NS_PER_MS

    def learn(self, now_ms: int, asked: int) -> None:
        """Note the time that the store has told, milliseconds of Unix time, since it was asked."""
        least, most = now_ms - self._monotonic_ns() // _NS_PER_MS, now_ms - asked
        known = self._offset_ms
        self._offset_ms = least if known is None else min(max(known, least), most)

    def now_ms(self) -> int | None:
        """Return the store's time; nothing before its first answer."""
        known = self._offset_ms
        return None if known is None else self._monotonic_ns() // _NS_PER_MS + known


class HostClock:
    """The time of a store in this process, which is always known."""

    def __init__(self, clock_ms: Callable[[], int]) -> None:
        self._clock_ms = clock_ms

    def now_ms(self) -> int | None:
        """Return the time, milliseconds of Unix time."""
        return self._clock_ms()
