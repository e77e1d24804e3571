"""One match followed for all its viewers in this process."""

import asyncio
from collections import OrderedDict
from typing import Final

from engine.events import Entry
from engine.seat_view import Viewer as SeatViewer
from engine.views import entry_for
from schema.model import FeedItem, FeedKind
from service.store.errors import StoreUnavailableError
from service.store.ports import Store
from service.tasks import cancelled

BATCH_MAX: Final = 500  # entries that one read of the store or one page of a feed holds
KEPT: Final = 128  # newest entries that a channel keeps, for viewers who are behind
SHARED: Final = 16  # newest entries whose items are kept, for viewers who are not


class Channel:
    """Knows how far a log has grown, and keeps its newest entries and what is seen of them."""

    def __init__(self, store: Store, match_id: str) -> None:
        self.viewers = 0
        self._store = store
        self._match_id = match_id
        self._head = 0
        self._entries: OrderedDict[int, Entry] = OrderedDict()
        self._items: dict[int, dict[SeatViewer, FeedItem]] = {}
        self._waiting: set[asyncio.Future[None]] = set()
        self._reading = asyncio.Lock()
        self._fault: BaseException | None = None
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin to follow the match."""
        self._task = asyncio.create_task(self._run(), name=f"follow-{self._match_id}")
        self._task.add_done_callback(self._ended)

    async def close(self) -> None:
        """Stop following."""
        if self._task is not None:
            await cancelled(self._task)

    async def _run(self) -> None:
        async with self._store.follow(self._match_id) as heads:
            async for head in heads:
                self.reached(head)

    def _ended(self, task: asyncio.Task[None]) -> None:
        """Let every viewer know that nothing follows the match any more."""
        if not task.cancelled():
            self._fault = task.exception() or StoreUnavailableError("nothing follows the match")
            self._wake()

    def reached(self, head: int) -> None:
        """Note that the log has grown to an entry, whoever has seen it first."""
        if head > self._head:
            self._head = head
            self._wake()

    def _wake(self) -> None:
        waiting, self._waiting = self._waiting, set()
        for viewer in waiting:
            _go_on(viewer)

    async def after(self, seq: int, wait_s: float) -> tuple[Entry, ...]:
        """Return the entries after `seq`, waiting for the first; none if the wait is over."""
        if self._head <= seq and self._fault is None:
            await self._wait(wait_s)
        if self._head > seq:
            return self._kept(seq) or await self._read(seq)
        if self._fault is not None:
            raise self._fault
        return ()

    async def _wait(self, wait_s: float) -> None:
        """Wait until something happens, or for as long as is given."""
        # a thousand viewers wait at once: `asyncio.timeout` would be half of what one costs
        loop = asyncio.get_running_loop()
        viewer: asyncio.Future[None] = loop.create_future()
        timer = loop.call_later(wait_s, _go_on, viewer)
        self._waiting.add(viewer)
        try:
            await viewer
        finally:
            timer.cancel()
            self._waiting.discard(viewer)

    def _kept(self, seq: int) -> tuple[Entry, ...]:
        """Return the entries after `seq` if all of them are kept, else none."""
        if seq + 1 not in self._entries or self._head not in self._entries:
            return ()
        return tuple(self._entries[at] for at in range(seq + 1, self._head + 1))

    async def _read(self, seq: int) -> tuple[Entry, ...]:
        """Return the entries after `seq`; of many viewers who wait for them only one reads."""
        async with self._reading:
            kept = self._kept(seq)
            if kept:
                return kept
            found = await self._store.entries(self._match_id, seq, BATCH_MAX)
            for entry in found:
                self._keep(entry)
            if found:
                self.reached(found[-1].seq)  # the store may be ahead of what it has told
            return found

    def _keep(self, entry: Entry) -> None:
        """Keep an entry that is newer than those kept, and those before it without a gap."""
        newest = next(reversed(self._entries), 0)
        if entry.seq <= newest:
            return
        if entry.seq > newest + 1:
            self._entries.clear()
            self._items.clear()
        self._entries[entry.seq] = entry
        self._items[entry.seq] = {}
        self._items.pop(entry.seq - SHARED, None)
        if len(self._entries) > KEPT:
            self._entries.popitem(last=False)

    def item(self, entry: Entry, seat: SeatViewer) -> FeedItem:
        """Return an entry as a seat or a spectator may see it: one item for all who see alike.

        Of the newest entries, that is; viewers who are far behind get items of their own.
        """
        items = self._items.get(entry.seq)
        if items is None:
            return _item(entry, seat)
        if seat not in items:
            made = _item(entry, seat)
            # most entries look alike to all: what is made of one item is then made for everybody
            items[seat] = next((item for item in items.values() if item == made), made)
        return items[seat]


def _go_on(viewer: asyncio.Future[None]) -> None:
    if not viewer.done():
        viewer.set_result(None)


def _item(entry: Entry, seat: SeatViewer) -> FeedItem:
    view = entry_for(entry, seat)
    return FeedItem(kind=FeedKind.ENTRY, seq=view.seq, cursor=view.cursor, entry=view)
