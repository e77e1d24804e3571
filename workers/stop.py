"""Asking a worker process to stop: what it is doing is finished, waiting ends at once."""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from rq.exceptions import StopRequested


class Stop:
    """Whether the process has been asked to stop."""

    def __init__(self) -> None:
        self.requested = False
        self._waiting = False

    def catch(self) -> None:
        """Take SIGTERM and SIGINT as requests; call it in the main thread."""
        signal.signal(signal.SIGTERM, self._ask)
        signal.signal(signal.SIGINT, self._ask)

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Wait for something in this block; a request raises StopRequested in it."""
        self._waiting = True
        try:
            if self.requested:
                raise StopRequested
            yield
        finally:
            self._waiting = False

    def sleep(self, seconds: float) -> None:
        """Sleep so long, or until a request."""
        try:
            with self.waiting():
                time.sleep(seconds)
        except StopRequested:
            return

    def _ask(self, number: int, frame: FrameType | None) -> None:
        del number, frame
        self.requested = True
        if self._waiting:
            self._waiting = False
            raise StopRequested
