"""Runs the workers' program with a host clock that is wrong.

`python -m tests.chaos.wrong_clock SECONDS ARGUMENTS...`; the clock is that many seconds ahead.
"""

import datetime as dt
import runpy
import sys
import time


def main() -> None:
    """Set the clock wrong before anything of the service is imported, and run."""
    ahead_s = float(sys.argv[1])
    right_s, right_ns = time.time, time.time_ns

    class WrongDatetime(dt.datetime):
        """A datetime whose present is wrong, too."""

        @classmethod
        def now(cls, tz: dt.tzinfo | None = None) -> "WrongDatetime":
            """Return the wrong time."""
            return cls.fromtimestamp(right_s() + ahead_s, tz)

    time.time = lambda: right_s() + ahead_s
    time.time_ns = lambda: right_ns() + int(ahead_s * 1e9)
    dt.datetime = WrongDatetime  # type: ignore[misc] # for whoever imports it later
    sys.argv = ["workers", *sys.argv[2:]]
    runpy.run_module("workers", run_name="__main__")


if __name__ == "__main__":
    main()
