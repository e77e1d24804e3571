"""Signals as a flag and a wake-up, instead of as interruptions anywhere in the code."""

import contextlib
import os
import select
import signal
from collections.abc import Callable
from types import FrameType

_STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class SignalWatch:
    """Notes requests to stop and wakes whoever waits, also when a child ends.

    Between `catch` and `release`, both called in the main thread.
    """

    def __init__(self) -> None:
        self.stop_requested = False
        self._restore = contextlib.ExitStack()
        self._reader = -1

    def catch(self) -> None:
        """Take the signals over."""
        self._reader, writer = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        self._restore.callback(os.close, self._reader)
        self._restore.callback(os.close, writer)
        for number in _STOP_SIGNALS:
            # nohup says that a lost terminal does not matter
            if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:
                self._handle(number, self._request_stop)
        self._handle(signal.SIGCHLD, _wake)
        previous = signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
        self._restore.callback(signal.set_wakeup_fd, previous)

    def release(self) -> None:
        """Give the signals back to whoever had them before."""
        self._restore.close()

    def wait(self, limit_seconds: float) -> None:
        """Sleep until a signal arrives, at most so long."""
        if select.select([self._reader], [], [], limit_seconds)[0]:
            os.read(self._reader, 4096)

    def _handle(
        self, number: signal.Signals, handler: Callable[[int, FrameType | None], None]
    ) -> None:
        self._restore.callback(signal.signal, number, signal.signal(number, handler))

    def _request_stop(self, number: int, frame: FrameType | None) -> None:
        del number, frame
        self.stop_requested = True


def _wake(number: int, frame: FrameType | None) -> None:
    """Do nothing; that a signal is handled at all ends the wait."""
