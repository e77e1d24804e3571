"""The one place where live logs are read: every viewer of a match shares one channel.

A viewer pulls from his own cursor, so that a slow one loses nothing and holds up nobody: what
the channel no longer keeps is read from the store again. Each distinct view of an entry is made
once per process.
"""

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager
from typing import Final

from msgspec import Struct

from engine.views import cursor
from schema.context import Viewer
from schema.errors import Code, refused
from schema.model import FeedItem, FeedKind, SnapshotReason
from service.feed.channel import Channel
from service.feed.looking import Looking
from service.store.ports import Store
from service.store.record import Snapshot
from service.usecases.presence import PresenceService
from service.usecases.refusals import store_errors_refused
from service.usecases.sight import Sight
from service.usecases.views import view_of

HEARTBEAT_S: Final = 15.0
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


class Hub:
    """Gives every viewer of every match his feed."""

    def __init__(
        self,
        store: Store,
        heartbeat_s: float = HEARTBEAT_S,
        presence: PresenceService | None = None,
    ) -> None:
        self._store = store
        self._presence = presence or PresenceService(store)
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
        self, match_id: str, viewer: Viewer, after: str | None
    ) -> AsyncGenerator[FeedItem]:
        """Yield a snapshot if one is needed, then entry after entry, with heartbeats, to the end.

        Refuses MATCH_NOT_FOUND, NOT_FOR_SPECTATORS, FORBIDDEN, INVALID_INPUT, STORE_UNAVAILABLE.
        """
        batches = self._batches(match_id, viewer, after, self._heartbeat_s)
        with store_errors_refused():
            async with aclosing(batches):
                async for seq, batch in batches:
                    for item in batch or (await self._heartbeat(seq),):
                        yield item
                    del item, batch  # a snapshot is large, and nothing more may happen for long

    async def page(self, match_id: str, viewer: Viewer, after: str | None, wait_s: float) -> Batch:
        """Return the first items of the same feed; none if nothing came while waiting."""
        batches = self._batches(match_id, viewer, after, wait_s)
        with store_errors_refused():
            async with aclosing(batches):
                async for _, batch in batches:
                    return batch
        return ()

    async def _heartbeat(self, head: int) -> FeedItem:
        now_ms = await self._store.now_ms()
        return FeedItem(kind=FeedKind.HEARTBEAT, seq=head, server_time_ms=now_ms)

    async def _batches(
        self, match_id: str, viewer: Viewer, after: str | None, wait_s: float
    ) -> AsyncGenerator[tuple[int, Batch]]:
        """Yield the place reached and what led there; nothing whenever a wait was in vain."""
        async with self._channel(match_id) as channel:
            looking, seq, first = await self._beginning(channel, match_id, viewer, after)
            ended = bool(first) and first[-1].kind is FeedKind.END
            if first:
                yield seq, first
            del first  # a viewer waits for long, and what he has been told is of no more use
            while not ended:
                batch = await looking.after(seq, wait_s)
                items, ended = channel.items(batch, looking.sight.eyes), batch.ends
                seq = items[-1].seq if items else seq
                if looking.sight.seat is not None:
                    await self._presence.touch(match_id, looking.sight.seat)
                yield seq, (*items, _end(seq, items[-1].cursor)) if ended else items

    async def _beginning(
        self, channel: Channel, match_id: str, viewer: Viewer, after: str | None
    ) -> tuple[Looking, int, Batch]:
        """Return who looks, the `seq` to go on from, and the items that come first."""
        newest = await self._store.read(match_id)
        looking = Looking(self._store, channel, viewer, newest)
        await self._presence.touch(match_id, looking.sight.seat)
        snapshot = await looking.seen(newest)
        start = await self._start(snapshot, looking.sight, after)
        seq = start if isinstance(start, int) else start.seq
        ended = snapshot.record.status.ended and seq == snapshot.record.version
        if isinstance(start, FeedItem):
            return looking, seq, (start, _end(seq, start.cursor)) if ended else (start,)
        return looking, seq, (_end(seq, None),) if ended else ()

    async def _start(self, snapshot: Snapshot, sight: Sight, after: str | None) -> int | FeedItem:
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
        match = view_of(snapshot, sight)
        return FeedItem(
            kind=FeedKind.SNAPSHOT,
            seq=match.version,
            cursor=match.cursor,
            reason=reason,
            match=match,
            presence=await self._presence.of(snapshot.record) if sight.live else None,
        )

    async def _stands(self, snapshot: Snapshot, at: Cursor) -> bool:
        """Return whether the entry that a cursor names is in this log."""
        if at.hash8 is None or at.seq == 0:
            return True
        found = await self._store.entries(snapshot.record.id, at.seq - 1, 1)
        if not found:
            return False
        given = f"{at.seq}-{at.hash8}"  # a packed entry has no hash: nothing replaces its log
        return not found[0].hash or cursor(at.seq, found[0].hash) == given


def _end(seq: int, at: str | None) -> FeedItem:
    return FeedItem(kind=FeedKind.END, seq=seq, cursor=at)
