"""Asking a worker process to stop: what it does is finished first.

The signal only sets a flag. An exception out of its handler could be raised anywhere, also where
it would be swallowed, or where a job has just been taken.
"""

import signal
import time
from types import FrameType
from typing import Final

LOOK_SECONDS: Final = 0.5  # the longest wait between two looks at the flag


class Stop:
    """Whether the process has been asked to stop."""

    def __init__(self) -> None:
        self.requested = False

    def catch(self) -> None:
        """Take SIGTERM and SIGINT as requests; call it in the main thread."""
        signal.signal(signal.SIGTERM, self._ask)
        signal.signal(signal.SIGINT, self._ask)

    def sleep(self, seconds: float) -> None:
        """Sleep so long, or until soon after a request."""
        until = time.monotonic() + seconds
        while not self.requested and (left := until - time.monotonic()) > 0:
            time.sleep(min(left, LOOK_SECONDS))

    def _ask(self, number: int, frame: FrameType | None) -> None:
        del number, frame
        self.requested = True
