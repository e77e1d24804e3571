"""When a child that ended starts again: pure decisions on times that are passed in."""

import msgspec


class Backoff(msgspec.Struct, frozen=True, kw_only=True):
    """How long to wait before a child starts again, in seconds.

    The first failure waits `first`, each further one twice as long, up to `longest`. A child that
    lived for `steady` begins anew.
    """

    first: float = 0.2
    longest: float = 5.0
    steady: float = 30.0

    def delay(self, failures: int) -> float:
        """Return the wait after so many failures in a row, 1 or more."""
        return min(self.longest, self.first * 2.0 ** min(failures - 1, 16))


class Life(msgspec.Struct, frozen=True, kw_only=True):
    """One child's history: failures in a row, and when it started or is due to start.

    Times are seconds of one monotonic clock. `due_at` is None while the child runs.
    """

    failures: int = 0
    started_at: float = 0.0
    due_at: float | None = 0.0

    def is_due(self, now: float) -> bool:
        """Say whether the child is to be started now."""
        return self.due_at is not None and self.due_at <= now

    def started(self, now: float) -> "Life":
        """Return the history of a child that has just been started."""
        return Life(failures=self.failures, started_at=now, due_at=None)

    def ended(self, now: float, backoff: Backoff) -> "Life":
        """Return the history of a child that has just been found dead."""
        was_steady = now - self.started_at >= backoff.steady
        failures = 1 if was_steady else self.failures + 1
        return Life(
            failures=failures, started_at=self.started_at, due_at=now + backoff.delay(failures)
        )
