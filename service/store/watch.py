"""What a follower of a match holds: the newest `seq` that he has not seen yet."""

import asyncio
from typing import Self

from engine.events import Entry
from service.store.errors import StoreError


class Watch:
    """Yields the newest `seq` each time there is news; what came in between is merged.

    One task reads it.
    """

    def __init__(self) -> None:
        self._head = 0
        self._has_news = False
        self._waiter: asyncio.Future[None] | None = None
        self._fault: StoreError | None = None

    def tell(self, head: int, entry: Entry | None = None) -> None:
        """Say what the newest `seq` is now."""
        del entry
        self._head = head
        self._wake()

    def fail(self, fault: StoreError) -> None:
        """Say that there will be no more news; what was told before is still yielded."""
        self._fault = fault
        self._wake()

    def _wake(self) -> None:
        self._has_news = True
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> int:
        if not self._has_news:
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        head, self._head = self._head, 0
        if self._fault is None:
            self._has_news = False
        elif not head:
            raise self._fault
        return head
