"""One match followed for all its viewers in this process."""

import asyncio
from collections import OrderedDict
from typing import Final

from msgspec import Struct

from engine.events import Entry
from engine.seat_view import Viewer as Eyes
from schema.model import FeedItem
from service.feed.audience import Audience, Member
from service.feed.seen import Seen, ends_match, is_move
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
    items: dict[Eyes, tuple[FeedItem, ...]] = {}
    _only_moves: bool | None = None
    _ends: bool | None = None

    @property
    def only_moves(self) -> bool:
        """Return whether nothing but moves was made."""
        if self._only_moves is None:
            self._only_moves = all(map(is_move, self.entries))
        return self._only_moves

    @property
    def ends(self) -> bool:
        """Return whether nothing follows the last entry."""
        if self._ends is None:
            self._ends = bool(self.entries) and ends_match(self.entries[-1])
        return self._ends


class Channel:
    """Knows how far a log has grown, and keeps its newest entries and what is seen of them."""

    def __init__(self, store: Store, match_id: str, audience: Audience | None = None) -> None:
        self.viewers = 0
        self.match_id = match_id
        self.audience = Audience(store, match_id) if audience is None else audience
        self._store = store
        self._head = 0
        self._entries: OrderedDict[int, Entry] = OrderedDict()
        self._seen: dict[int, Seen] = {}
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
        """Give those who keep up what is new."""
        audience = self.audience
        while audience and audience.at < self._head:
            at = audience.at
            entries = await self._found(at)
            if audience.at == at:  # else all have left meanwhile, and others have come
                self._give(entries)
                await audience.touch()

    def _give(self, entries: tuple[Entry, ...]) -> None:
        """Give what is new; what may change who sees what, and the end, each asks for."""
        for entry in entries:
            if not is_move(entry) or ends_match(entry):
                break
            self.audience.give(self._seen_of(entry))
        else:
            if entries:
                return
        self.audience.dismiss()

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
            self._seen.clear()
        self._entries[entry.seq] = entry
        self._seen[entry.seq] = Seen(entry)
        self._seen.pop(entry.seq - SHARED, None)
        if len(self._entries) > KEPT:
            self._entries.popitem(last=False)

    def batch(self, entries: tuple[Entry, ...]) -> Batch:
        """Return entries that `after` has returned, with what has been found out about them."""
        newest = self._newest
        return newest if newest.entries is entries else Batch(entries=entries)

    def items(self, batch: Batch, eyes: Eyes) -> tuple[FeedItem, ...]:
        """Return the items of a batch, found once for all viewers who see alike."""
        items = batch.items.get(eyes)
        if items is None:
            items = tuple([self.item(entry, eyes) for entry in batch.entries])
            batch.items[eyes] = items
        return items

    def item(self, entry: Entry, eyes: Eyes) -> FeedItem:
        """Return an entry as some eyes may see it: one item for all who see alike.

        Of the newest entries, that is; viewers who are far behind get items of their own.
        """
        return self._seen_of(entry).by(eyes)

    def _seen_of(self, entry: Entry) -> Seen:
        return self._seen.get(entry.seq) or Seen(entry)
