"""The one place where live logs are read: every viewer of a match shares one channel.

A viewer pulls from his own cursor, so that a slow one loses nothing and holds up nobody: what
the channel no longer keeps is read from the store again. Each distinct view of an entry is made
once per process.
"""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager
from typing import Final

from msgspec import Struct

from engine.events import ActionKind, Entry, MatchEnded
from engine.seat_view import EntryView
from engine.seat_view import Viewer as SeatViewer
from engine.views import cursor, entry_for
from schema.errors import Code, refused
from schema.model import FeedItem, FeedKind, SnapshotReason
from service.store.errors import StoreUnavailableError
from service.store.ports import Store
from service.store.record import Snapshot, Status
from service.tasks import cancelled
from service.usecases.refusals import store_errors_refused
from service.usecases.views import match_view

HEARTBEAT_S: Final = 15.0
BATCH_MAX: Final = 500  # entries that one read of the store or one page of a feed holds
_KEPT: Final = 128  # newest entries that a channel keeps for its viewers
_SEQ_DIGITS: Final = 15  # no log is that long; a longer number is no cursor

Batch = tuple[FeedItem, ...]


class Cursor(Struct, frozen=True):
    """A place in a log: after entry `seq`, whose hash begins with `hash8` if that is given."""

    seq: int
    hash8: str | None = None


def parse_cursor(text: str) -> Cursor:
    """Return the place that `seq` or `seq-hash8` names; refuses INVALID_INPUT."""
    number, dash, hash8 = text.partition("-")
    if not (number.isascii() and number.isdigit() and len(number) <= _SEQ_DIGITS):
        raise refused(Code.INVALID_INPUT, "A cursor is 'seq' or 'seq-hash8' as an entry tells it.")
    return Cursor(int(number), hash8 if dash else None)


class Channel:
    """Follows one match for all its viewers in this process."""

    def __init__(self, store: Store, match_id: str) -> None:
        self.viewers = 0
        self._store = store
        self._match_id = match_id
        self._head = 0
        self._entries: OrderedDict[int, Entry] = OrderedDict()
        self._views: dict[tuple[int, SeatViewer], EntryView] = {}
        self._changed = asyncio.Event()
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
        self._changed.set()
        self._changed = asyncio.Event()

    async def after(self, seq: int, wait_s: float) -> tuple[Entry, ...]:
        """Return the entries after `seq`, waiting for the first; none if the wait is over."""
        try:
            async with asyncio.timeout(wait_s):
                while self._head <= seq:
                    if self._fault is not None:
                        raise self._fault
                    await self._changed.wait()
        except TimeoutError:
            return ()
        return await self._read(seq)

    async def _read(self, seq: int) -> tuple[Entry, ...]:
        """Return the entries after `seq`; of many viewers who wait for them only one reads."""
        async with self._reading:
            wanted = range(seq + 1, self._head + 1)
            if wanted[0] in self._entries and wanted[-1] in self._entries:
                return tuple(self._entries[at] for at in wanted)
            found = await self._store.entries(self._match_id, seq, BATCH_MAX)
            for entry in found:
                self._keep(entry)
            return found

    def _keep(self, entry: Entry) -> None:
        """Keep an entry that is newer than those kept, and those before it without a gap."""
        newest = next(reversed(self._entries), 0)
        if entry.seq <= newest:
            return
        if entry.seq > newest + 1:
            self._entries.clear()
            self._views.clear()
        self._entries[entry.seq] = entry
        if len(self._entries) > _KEPT:
            old, _ = self._entries.popitem(last=False)
            for key in [key for key in self._views if key[0] <= old]:
                del self._views[key]

    def view(self, entry: Entry, seat: SeatViewer) -> EntryView:
        """Return what a seat or a spectator may see of an entry, made once while it is kept."""
        if entry.seq not in self._entries:
            return entry_for(entry, seat)
        key = (entry.seq, seat)
        if key not in self._views:
            self._views[key] = entry_for(entry, seat)
        return self._views[key]


class Hub:
    """Gives every viewer of every match his feed."""

    def __init__(self, store: Store, heartbeat_s: float = HEARTBEAT_S) -> None:
        self._store = store
        self._heartbeat_s = heartbeat_s
        self._channels: dict[str, Channel] = {}

    @property
    def channels(self) -> int:
        """Return how many matches are followed now."""
        return len(self._channels)

    @asynccontextmanager
    async def _channel(self, match_id: str) -> AsyncIterator[Channel]:
        channel = self._channels.get(match_id)
        if channel is None:
            channel = self._channels[match_id] = Channel(self._store, match_id)
            channel.open()
        channel.viewers += 1
        try:
            yield channel
        finally:
            channel.viewers -= 1
            if not channel.viewers:
                del self._channels[match_id]
                await channel.close()

    async def feed(
        self, match_id: str, player_id: str | None, after: str | None
    ) -> AsyncGenerator[FeedItem]:
        """Yield a snapshot if one is needed, then entry after entry, with heartbeats, to the end.

        Refuses MATCH_NOT_FOUND, INVALID_INPUT, STORE_UNAVAILABLE.
        """
        batches = self._batches(match_id, player_id, after, self._heartbeat_s)
        with store_errors_refused():
            async with aclosing(batches):
                async for seq, batch in batches:
                    for item in batch or (await self._heartbeat(seq),):
                        yield item

    async def page(
        self, match_id: str, player_id: str | None, after: str | None, wait_s: float
    ) -> Batch:
        """Return the first items of the same feed; none if nothing came while waiting."""
        batches = self._batches(match_id, player_id, after, wait_s)
        with store_errors_refused():
            async with aclosing(batches):
                async for _, batch in batches:
                    return batch
        return ()

    async def _heartbeat(self, head: int) -> FeedItem:
        now_ms = await self._store.now_ms()
        return FeedItem(kind=FeedKind.HEARTBEAT, seq=head, server_time_ms=now_ms)

    async def _batches(
        self, match_id: str, player_id: str | None, after: str | None, wait_s: float
    ) -> AsyncGenerator[tuple[int, Batch]]:
        """Yield the place reached and what led there; nothing whenever a wait was in vain."""
        async with self._channel(match_id) as channel:
            snapshot = await self._store.read(match_id)
            channel.reached(snapshot.record.version)
            seat = _seat(snapshot, player_id)
            start = await self._start(snapshot, player_id, after)
            seq = start if isinstance(start, int) else start.seq
            ended = snapshot.record.status is Status.FINISHED and seq == snapshot.record.version
            if isinstance(start, FeedItem):
                yield seq, (start, _end(seq, start.cursor)) if ended else (start,)
            elif ended:
                yield seq, (_end(seq, None),)
            while not ended:
                entries = await channel.after(seq, wait_s)
                if any(entry.action.kind is not ActionKind.MOVED for entry in entries):
                    seat = _seat(await self._store.read(match_id), player_id)
                batch = tuple(_item(channel.view(entry, seat)) for entry in entries)
                ended = bool(entries) and _is_last(entries[-1])
                seq = entries[-1].seq if entries else seq
                yield seq, (*batch, _end(seq, batch[-1].cursor)) if ended else batch

    async def _start(
        self, snapshot: Snapshot, player_id: str | None, after: str | None
    ) -> int | FeedItem:
        """Return the `seq` to go on from, or the snapshot that must come first."""
        reason = SnapshotReason.NO_CURSOR
        if after is not None:
            at = parse_cursor(after)
            if at.seq > snapshot.record.version:
                reason = SnapshotReason.AHEAD_OF_LOG
            elif await self._stands(snapshot, at):
                return at.seq
            else:
                reason = SnapshotReason.OTHER_LOG
        match = match_view(snapshot, player_id)
        return FeedItem(
            kind=FeedKind.SNAPSHOT,
            seq=match.version,
            cursor=match.cursor,
            reason=reason,
            match=match,
        )

    async def _stands(self, snapshot: Snapshot, at: Cursor) -> bool:
        """Return whether the entry that a cursor names is in this log."""
        if at.hash8 is None or at.seq == 0:
            return True
        found = await self._store.entries(snapshot.record.id, at.seq - 1, 1)
        return bool(found) and cursor(at.seq, found[0].hash) == f"{at.seq}-{at.hash8}"


def _seat(snapshot: Snapshot, player_id: str | None) -> SeatViewer:
    return None if player_id is None else snapshot.record.seat_of(player_id)


def _item(entry: EntryView) -> FeedItem:
    return FeedItem(kind=FeedKind.ENTRY, seq=entry.seq, cursor=entry.cursor, entry=entry)


def _end(seq: int, at: str | None) -> FeedItem:
    return FeedItem(kind=FeedKind.END, seq=seq, cursor=at)


def _is_last(entry: Entry) -> bool:
    return any(isinstance(effect, MatchEnded) for effect in entry.effects)
