"""How a process looks for garbage: not in what it has loaded, and seldom while it serves."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

# Collections of everything that lives between two requests cost the slowest 1 % of them most. But
# a socket that has lived long leaves a cycle in the oldest generation: were that never looked at,
# memory would grow with every viewer who has gone. CPython waits for a quarter more there anyway.
_THRESHOLDS: Final = (50_000, 50, 2)


@contextmanager
def loading() -> Iterator[None]:
    """Look for no garbage while modules are loaded, and at what they hold never.

    Next to nothing of it is any, and looking at it takes a tenth of the time of a start.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


@contextmanager
def rare_collections() -> Iterator[None]:
    """Leave what is loaded by now out of collections for good, and collect less often."""
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.collect()  # the oldest are looked at once they are a quarter of what was left: now nothing
    gc.set_threshold(*_THRESHOLDS)
    try:
        yield
    finally:
        gc.set_threshold(*before)
