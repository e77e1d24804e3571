"""Whether this process has been asked to end, told to all who would wait for long."""

import asyncio
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

_SIGNALS: Final = (signal.SIGTERM, signal.SIGINT)


class Stopping:
    """A request to end, and the way to wait for it.

    uvicorn waits for open answers before it tells the application that it ends; so whoever waits
    for long has to hear of the signal itself.
    """

    def __init__(self) -> None:
        self._event = asyncio.Event()

    @property
    def requested(self) -> bool:
        """Return whether the process is to end."""
        return self._event.is_set()

    def request(self) -> None:
        """Let everybody who waits know."""
        self._event.set()

    async def wait(self) -> None:
        """Return once the process is to end."""
        await self._event.wait()

    @contextmanager
    def watch_signals(self) -> Iterator[None]:
        """Hear SIGTERM and SIGINT before those who handle them; only in the main thread."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        loop = asyncio.get_running_loop()
        handlers = {number: signal.getsignal(number) for number in _SIGNALS}

        def hear(number: int, frame: FrameType | None) -> None:
            loop.call_soon_threadsafe(self.request)
            handler = handlers[signal.Signals(number)]
            if callable(handler):
                handler(number, frame)

        for number in _SIGNALS:
            signal.signal(number, hear)
        try:
            yield
        finally:
            for number, handler in handlers.items():
                signal.signal(number, handler)
