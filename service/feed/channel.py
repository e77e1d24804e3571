"""One match followed for all its viewers in this process."""

import asyncio
from collections import OrderedDict
from functools import partial
from typing import Final

from msgspec import Struct

from engine.events import ActionKind, Entry, MatchEnded
from engine.seat_view import Viewer as SeatViewer
from engine.views import CASTER, SPECTATOR, entry_for, eyes_for
from schema.model import FeedItem, FeedKind
from service.feed.audience import Audience, Member
from service.feed.waiting import Waiting
from service.store.errors import StoreError, StoreUnavailableError
from service.store.ports import Store
from service.tasks import cancelled

BATCH_MAX: Final = 500  # entries that one read of the store or one page of a feed holds
KEPT: Final = 32  # newest entries that a channel keeps, for viewers who are behind
SHARED: Final = 8  # newest entries whose items are kept, for viewers who are not


class Batch(Struct):
    """Entries that many viewers are given at once: those after one `seq`, up to the head then."""

    after: int = -1
    head: int = -1
    entries: tuple[Entry, ...] = ()
    items: dict[SeatViewer, tuple[FeedItem, ...]] = {}
    _only_moves: bool | None = None
    _ends: bool | None = None
    _looks_alike: bool | None = None

    @property
    def looks_alike(self) -> bool:
        """Return whether everybody sees the same, as with most moves."""
        if self._looks_alike is None:
            self._looks_alike = all(eyes_for(at, CASTER) is SPECTATOR for at in self.entries)
        return self._looks_alike

    @property
    def only_moves(self) -> bool:
        """Return whether nothing but moves was made, so that everybody still sits where he sat."""
        if self._only_moves is None:
            self._only_moves = all(at.action.kind is ActionKind.MOVED for at in self.entries)
        return self._only_moves

    @property
    def ends(self) -> bool:
        """Return whether nothing follows the last entry."""
        if self._ends is None:
            self._ends = bool(self.entries) and ends_match(self.entries[-1])
        return self._ends


def ends_match(entry: Entry) -> bool:
    """Return whether nothing follows an entry."""
    ends = any(isinstance(effect, MatchEnded) for effect in entry.effects)
    return ends or entry.action.kind is ActionKind.VOIDED


class Channel:
    """Knows how far a log has grown, and keeps its newest entries and what is seen of them."""

    def __init__(self, store: Store, match_id: str, audience: Audience | None = None) -> None:
        self.viewers = 0
        self.match_id = match_id
        self.audience = Audience(store, match_id) if audience is None else audience
        self._store = store
        self._head = 0
        self._entries: OrderedDict[int, Entry] = OrderedDict()
        self._items: dict[int, dict[SeatViewer, FeedItem]] = {}
        self._waiting = Waiting()
        self._newest = Batch()
        self._reading = asyncio.Lock()
        self._fault: BaseException | None = None
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin to follow the match."""
        self._task = asyncio.create_task(self._run(), name=f"follow-{self.match_id}")
        self._task.add_done_callback(self._ended)

    async def close(self) -> None:
        """Stop following."""
        if self._task is not None:
            await cancelled(self._task)
        await self.audience.close()

    async def _run(self) -> None:
        async with self._store.follow(self.match_id) as heads:
            async for head in heads:
                self.reached(head)
                await self._tell()

    async def _tell(self) -> None:
        """Give those who keep up what is new; what may change who sees what, each asks for."""
        audience = self.audience
        while audience and audience.at < self._head:
            at = audience.at
            entries = await self._found(at)
            if audience.at != at:
                continue  # all have left meanwhile, and others have come
            batch = self.batch(entries)
            if not entries or batch.ends or not batch.only_moves:
                audience.dismiss()
            else:
                audience.give(partial(self.items, batch), entries[-1].seq)
                await audience.touch()

    async def _found(self, seq: int) -> tuple[Entry, ...]:
        """Return the entries after `seq`; none if they cannot be read."""
        try:
            return self._kept(seq) or await self._read(seq)
        except StoreError:
            return ()

    def _ended(self, task: asyncio.Task[None]) -> None:
        """Let every viewer know that nothing follows the match any more."""
        if not task.cancelled():
            self._fault = task.exception() or StoreUnavailableError("nothing follows the match")
            self._waiting.wake()
            self.audience.dismiss()

    def let_in(self, member: Member, seq: int) -> bool:
        """Let somebody keep up from now on who has been told all there is: up to `seq`."""
        return self._head == seq and self._fault is None and self.audience.join(member, seq)

    def reached(self, head: int) -> None:
        """Note that the log has grown to an entry, whoever has seen it first."""
        if head > self._head:
            self._head = head
            self._waiting.wake()

    async def after(self, seq: int, wait_s: float) -> tuple[Entry, ...]:
        """Return the entries after `seq`, waiting for the first; none if the wait is over."""
        if self._head <= seq and self._fault is None:
            await self._waiting.wait(wait_s)
        if self._head > seq:
            return self._kept(seq) or await self._read(seq)
        if self._fault is not None:
            raise self._fault
        return ()

    def _kept(self, seq: int) -> tuple[Entry, ...]:
        """Return the entries after `seq` if all of them are kept, else none."""
        newest = self._newest
        if newest.after == seq and newest.head == self._head:
            return newest.entries
        if seq + 1 not in self._entries or self._head not in self._entries:
            return ()
        entries = tuple(self._entries[at] for at in range(seq + 1, self._head + 1))
        self._newest = Batch(seq, self._head, entries)
        return entries

    async def _read(self, seq: int) -> tuple[Entry, ...]:
        """Return the entries after `seq`; of many viewers who wait for them only one reads."""
        async with self._reading:
            kept = self._kept(seq)
            if kept:
                return kept
            found = await self._store.entries(self.match_id, seq, BATCH_MAX)
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

    def batch(self, entries: tuple[Entry, ...]) -> "Batch":
        """Return entries that `after` has returned, with what has been found out about them."""
        newest = self._newest
        return newest if newest.entries is entries else Batch(entries=entries)

    def items(self, batch: "Batch", seat: SeatViewer) -> tuple[FeedItem, ...]:
        """Return the items of a batch, found once for all viewers who see alike."""
        eyes = SPECTATOR if batch.looks_alike else seat
        items = batch.items.get(eyes)
        if items is None:
            items = tuple([self.item(entry, eyes) for entry in batch.entries])
            batch.items[eyes] = items
        return items

    def item(self, entry: Entry, seat: SeatViewer) -> FeedItem:
        """Return an entry as a seat or a spectator may see it: one item for all who see alike.

        Of the newest entries, that is; viewers who are far behind get items of their own.
        """
        items = self._items.get(entry.seq)
        if items is None:
            return _item(entry, seat)
        eyes = eyes_for(entry, seat)  # most entries look alike to all, and are one item for all
        item = items.get(eyes)
        if item is None:
            item = items[eyes] = _item(entry, eyes)
        return item


def _item(entry: Entry, seat: SeatViewer) -> FeedItem:
    view = entry_for(entry, seat)
    return FeedItem(kind=FeedKind.ENTRY, seq=view.seq, cursor=view.cursor, entry=view)
