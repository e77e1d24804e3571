"""One match followed for all its viewers in this process."""

import asyncio
from contextlib import suppress
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
    """Knows how far a log has grown, and keeps its newest entries and what is seen of them.

    Implements `service.store.ports.Listener`. What this process commits is given to those who keep
    up in the next turn of the loop; a task reads what others commit, and whatever must be waited
    for.
    """

    def __init__(self, store: Store, match_id: str, audience: Audience | None = None) -> None:
        self.viewers = 0
        self.match_id = match_id
        self.audience = Audience(store, match_id) if audience is None else audience
        self._store = store
        self._head = 0
        self._last = 0  # the newest entry that is kept
        self._entries: dict[int, Entry] = {}
        self._seen: dict[int, Seen] = {}
        self._waiting = Waiting()
        self._newest = Batch()
        self._reading = asyncio.Lock()
        self._is_giving = False
        self._errand = asyncio.Event()
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
        async with self._store.listen(self.match_id, self):
            while self._fault is None:
                await self._errand.wait()
                self._errand.clear()
                await self._catch_up()
                await self.audience.touch()

    def tell(self, head: int, entry: Entry | None = None) -> None:
        """Note that the log has grown, and soon give what is new to those who keep up."""
        self.reached(head)
        if entry is None:
            self._errand.set()
            return
        self._keep(entry)
        if self.audience and not self._is_giving:
            self._is_giving = True
            # whoever commits goes on first, and answers for nothing that comes of telling it
            asyncio.get_running_loop().call_soon(self._give_new)

    def fail(self, fault: BaseException) -> None:
        """Let every viewer know that nothing follows the match any more."""
        self._fault = fault
        self._errand.set()
        self._waiting.wake()
        self.audience.dismiss()

    def _give_new(self) -> None:
        self._is_giving = False
        try:
            is_all = self._give_kept()
        except Exception as fault:  # noqa: BLE001 - every feed raises it
            self.fail(fault)
        else:
            if not is_all or self.audience.is_to_touch:
                self._errand.set()

    def _give_kept(self) -> bool:
        """Give those who keep up what is new; return whether all of it is kept.

        What may change who sees what, and the end, each asks for.
        """
        audience = self.audience
        while audience and audience.at < self._head:
            seen = self._seen.get(audience.at + 1)
            if seen is None:
                return False
            if is_move(seen.entry) and not ends_match(seen.entry):
                audience.give(seen)
            else:
                audience.dismiss()
        return True

    async def _catch_up(self) -> None:
        """Read and give what those who keep up have not been told; else each asks for it."""
        if self._give_kept():
            return
        with suppress(StoreError):
            await self._read(self.audience.at)
        if not self._give_kept():
            self.audience.dismiss()

    def _ended(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and self._fault is None:
            self.fail(task.exception() or StoreUnavailableError("nothing follows the match"))

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
        seq = entry.seq
        if seq <= self._last:
            return
        if seq > self._last + 1:
            self._entries.clear()
            self._seen.clear()
        self._last = seq
        self._entries[seq] = entry
        self._seen[seq] = Seen(entry)
        self._entries.pop(seq - KEPT, None)
        self._seen.pop(seq - SHARED, None)

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
