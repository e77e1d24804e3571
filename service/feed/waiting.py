"""Waiting for something with a limit, by a thousand at once: a timer for all whose limits meet."""

import asyncio
import math
from typing import Final

_A_SECOND: Final = 16  # so many moments a second at which limits end; each is rounded up to one


class Waiting:
    """Those who wait for the next event of one kind, in the running loop.

    A timer of its own for each would be half of what waiting costs.
    """

    def __init__(self) -> None:
        self._groups: dict[int, _Group] = {}

    def __len__(self) -> int:
        """Return how many wait."""
        return sum(len(group.futures) for group in self._groups.values())

    async def wait(self, limit_s: float) -> None:
        """Return once something happens or, up to 1/16 s late, the limit is over."""
        loop = asyncio.get_running_loop()
        moment = math.ceil((loop.time() + limit_s) * _A_SECOND)
        group = self._groups.get(moment)
        if group is None:
            timer = loop.call_at(moment / _A_SECOND, self._let_go, moment)
            group = self._groups[moment] = _Group(timer)
        future: asyncio.Future[None] = loop.create_future()
        group.futures.add(future)
        try:
            await future
        finally:
            group.futures.discard(future)
            if not group.futures and self._groups.get(moment) is group:
                self._let_go(moment)

    def wake(self) -> None:
        """Let everybody go on."""
        for moment in tuple(self._groups):
            self._let_go(moment)

    def _let_go(self, moment: int) -> None:
        group = self._groups.pop(moment)
        group.timer.cancel()
        for future in group.futures:
            if not future.done():
                future.set_result(None)


class _Group:
    """Those whose limit ends at one moment."""

    __slots__ = ("futures", "timer")

    def __init__(self, timer: asyncio.TimerHandle) -> None:
        self.timer = timer
        self.futures: set[asyncio.Future[None]] = set()
