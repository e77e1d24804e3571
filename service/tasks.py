"""Ends tasks surely, and lets several race."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final, Generic, TypeVar

_T = TypeVar("_T")
_Result = TypeVar("_Result")
_AGAIN_SECONDS: Final = 0.05


async def cancelled(*tasks: asyncio.Task[Any]) -> None:  # Any: whatever they would have come to
    """Cancel tasks and return once every one has ended, however it ends.

    Asks again while one goes on: Python 3.11's `asyncio.wait_for`, by which redis-py 8.1 writes,
    loses a cancellation that comes as its work ends (python/cpython#86296). Whoever is cancelled
    while he waits goes on waiting, or a task that has lost its cancellation would run for ever.
    """
    going_on = {task for task in tasks if not task.done()}
    interrupted: asyncio.CancelledError | None = None
    while going_on:
        for task in going_on:
            task.cancel()
        try:
            await asyncio.wait(going_on, timeout=_AGAIN_SECONDS)
        except asyncio.CancelledError as error:
            interrupted = error
        going_on = {task for task in going_on if not task.done()}
    for task in tasks:
        if not task.cancelled():
            task.exception()  # marks an error as seen
    if interrupted is not None:
        raise interrupted


async def uninterrupted(work: Coroutine[object, object, _T]) -> _T:
    """Return what work comes to; it is carried out to its end even if the caller is cancelled.

    The caller then goes on waiting, and is cancelled after it.
    """
    task = asyncio.create_task(work)
    interrupted: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.wait({task})
        except asyncio.CancelledError as error:
            interrupted = error
    if interrupted is not None:
        raise interrupted
    return task.result()


async def first_of(*works: Coroutine[object, object, _T]) -> _T:
    """Return what the first work to end comes to; the others are cancelled and have ended."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        return next(task for task in tasks if task in done).result()
    finally:
        await cancelled(*tasks)


class Interruption(Generic[_T]):
    """Ends what a task waits for, for a reason; as `asyncio.timeout` does it, without a task."""

    __slots__ = ("_has_cancelled", "_task", "reason")

    def __init__(self) -> None:
        self.reason: _T | None = None
        self._task: asyncio.Task[object] | None = None
        self._has_cancelled = False

    def because(self, reason: _T) -> None:
        """Interrupt what is waited for, now or later; the first reason counts."""
        if self.reason is not None:
            return
        self.reason = reason
        if self._task is not None:
            self._has_cancelled = self._task.cancel()

    async def run(self, work: Callable[[], Awaitable[_Result]]) -> _Result | None:
        """Return what work comes to; nothing if it was interrupted."""
        if self.reason is not None:
            return None
        task = self._task = asyncio.current_task()
        assert task is not None, "whoever waits is a task"
        try:
            return await work()
        except asyncio.CancelledError:
            if not self._has_cancelled or task.cancelling() > 1:
                raise
            return None
        finally:
            self._task = None
            if self._has_cancelled:
                task.uncancel()
