"""What an API process does as it starts and as it ends."""

import gc
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Final

from service.backend import Backend
from service.stopping import Stopping

# Collections of everything that lives between two requests cost the slowest 1 % of them most.
_THRESHOLDS: Final = (50_000, 50, 1_000)


@asynccontextmanager
async def lifespan(backend: Backend, stopping: Stopping) -> AsyncIterator[None]:
    """Listen for the signal to end while the process serves; close its connections after."""
    try:
        with stopping.watch_signals(), _rare_collections():
            yield
    finally:
        stopping.request()
        await backend.close()


@contextmanager
def _rare_collections() -> Iterator[None]:
    """Leave what is loaded by now out of collections, and collect less often."""
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_THRESHOLDS)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
