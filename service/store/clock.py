"""The store's time between two of its answers: the one clock of the service, without asking.

Every answer that tells the time teaches how far it is from this process's monotonic clock. How
this machine's own time is set is of no matter.
"""

import time
from collections.abc import Callable

_NS_PER_MS = 1_000_000


class StoreClock:
    """Knows the store's time from its last answer on; `monotonic_ns` counts nanoseconds.

    It is behind by the way of that answer, and wrong by what both clocks drift apart since.
    """

    def __init__(self, monotonic_ns: Callable[[], int] = time.monotonic_ns) -> None:
        self._monotonic_ns = monotonic_ns
        self._offset_ms: int | None = None

    def learn(self, now_ms: int) -> None:
        """Note the time that the store has just told, milliseconds of Unix time."""
        self._offset_ms = now_ms - self._monotonic_ms()

    def now_ms(self) -> int | None:
        """Return the store's time; nothing before its first answer."""
        return None if self._offset_ms is None else self._monotonic_ms() + self._offset_ms

    def _monotonic_ms(self) -> int:
        return self._monotonic_ns() // _NS_PER_MS


class HostClock:
    """The time of a store in this process, which is always known."""

    def __init__(self, clock_ms: Callable[[], int]) -> None:
        self._clock_ms = clock_ms

    def now_ms(self) -> int | None:
        """Return the time, milliseconds of Unix time."""
        return self._clock_ms()
