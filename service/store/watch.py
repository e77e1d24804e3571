"""What a follower of a match holds: the newest `seq` that he has not seen yet."""

import asyncio
from typing import Self

from service.store.errors import StoreError


class Watch:
    """Yields the newest `seq` each time there is news; what came in between is merged."""

    def __init__(self) -> None:
        self._head = 0
        self._news = asyncio.Event()
        self._fault: StoreError | None = None

    def tell(self, head: int) -> None:
        """Say what the newest `seq` is now."""
        self._head = head
        self._news.set()

    def fail(self, fault: StoreError) -> None:
        """Say that there will be no more news; what was told before is still yielded."""
        self._fault = fault
        self._news.set()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> int:
        await self._news.wait()
        head, self._head = self._head, 0
        if self._fault is None:
            self._news.clear()
        elif not head:
            raise self._fault
        return head
