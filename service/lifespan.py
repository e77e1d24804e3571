"""What an API process does as it starts and as it ends."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Final

from service.backend import AskTime, Backend
from service.stopping import Stopping
from service.store.errors import StoreError
from service.tasks import cancelled

_ASK_SECONDS: Final = 10.0  # two clocks drift apart by less than a millisecond in that time


@asynccontextmanager
async def lifespan(backend: Backend, stopping: Stopping) -> AsyncIterator[None]:
    """Listen for the signal to end while the process serves; close its connections after."""
    try:
        async with _known_time(backend.ask_time):
            with stopping.watch_signals():
                yield
    finally:
        stopping.request()
        await backend.close()


@asynccontextmanager
async def _known_time(ask: AskTime | None) -> AsyncIterator[None]:
    """Ask for the store's time now and then, so that it is known though nobody plays."""
    if ask is None:
        yield
        return
    asking = asyncio.create_task(ask_now_and_then(ask))
    try:
        yield
    finally:
        await cancelled(asking)


async def ask_now_and_then(
    ask: AskTime, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
) -> None:
    """Ask at once, and then every ten seconds, whether there is an answer or not."""
    while True:
        with suppress(StoreError):  # whoever needs the store tells of it
            await ask()
        await sleep(_ASK_SECONDS)
