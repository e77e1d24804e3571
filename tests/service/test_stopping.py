"""Whoever waits for long hears that the process is to end."""

import asyncio
import os
import signal
import threading
from types import FrameType

from service.stopping import Stopping


async def test_waiting_ends_with_the_request() -> None:
    stopping = Stopping()
    task = asyncio.create_task(stopping.wait())
    await asyncio.sleep(0)
    assert not stopping.requested
    assert not task.done()

    stopping.request()
    await asyncio.wait_for(task, 1)

    assert stopping.requested


async def test_a_signal_is_heard_and_passed_on() -> None:
    passed_on: list[int] = []

    def handler(number: int, frame: FrameType | None) -> None:
        del frame
        passed_on.append(number)

    before = signal.signal(signal.SIGTERM, handler)
    try:
        stopping = Stopping()
        with stopping.watch_signals():
            os.kill(os.getpid(), signal.SIGTERM)
            await asyncio.wait_for(stopping.wait(), 1)
        after = signal.getsignal(signal.SIGTERM)
    finally:
        signal.signal(signal.SIGTERM, before)

    assert passed_on == [signal.SIGTERM]
    assert after is handler


def test_another_thread_has_no_signals_to_watch() -> None:
    before = signal.getsignal(signal.SIGTERM)
    seen: list[object] = []

    async def watch() -> None:
        with Stopping().watch_signals():
            seen.append(signal.getsignal(signal.SIGTERM))

    thread = threading.Thread(target=lambda: asyncio.run(watch()))
    thread.start()
    thread.join()

    assert seen == [before]
