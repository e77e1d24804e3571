"""What an API process does as it starts and as it ends."""

import asyncio
import gc
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Final

from service.backend import AskTime, Backend
from service.stopping import Stopping
from service.store.errors import StoreError
from service.tasks import cancelled

_ASK_SECONDS: Final = 10.0  # two clocks drift apart by less than a millisecond in that time
# Collections of everything that lives between two requests cost the slowest 1 % of them most. But
# a socket that has lived long leaves a cycle in the oldest generation: were that never looked at,
# memory would grow with every viewer who has gone. CPython waits for a quarter more there anyway.
_THRESHOLDS: Final = (50_000, 50, 2)


@asynccontextmanager
async def lifespan(backend: Backend, stopping: Stopping) -> AsyncIterator[None]:
    """Listen for the signal to end while the process serves; close its connections after."""
    try:
        async with _known_time(backend.ask_time):
            with stopping.watch_signals(), _rare_collections():
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


@contextmanager
def _rare_collections() -> Iterator[None]:
    """Leave what is loaded by now out of collections, and collect less often."""
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.collect()  # the oldest are looked at once they are a quarter of what was left: now nothing
    gc.set_threshold(*_THRESHOLDS)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
