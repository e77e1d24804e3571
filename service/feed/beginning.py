"""How a feed begins: where in the log it goes on, and whether a snapshot comes first."""

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
from service.usecases.sight import Sight
from service.usecases.views import view_of

_SEQ_DIGITS: Final = 15  # no log is that long; a longer number is no cursor

Items = tuple[FeedItem, ...]


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


def end_of(seq: int, at: str | None) -> FeedItem:
    """Return the last item of a feed."""
    return FeedItem(kind=FeedKind.END, seq=seq, cursor=at)


class Begun(Struct, frozen=True):
    """Who looks, the `seq` to go on from, and the items that come first: maybe all."""

    looking: Looking
    seq: int
    items: Items

    @property
    def is_over(self) -> bool:
        """Return whether nothing follows the first items."""
        return bool(self.items) and self.items[-1].kind is FeedKind.END


class Beginnings:
    """Begins feeds."""

    def __init__(self, store: Store, presence: PresenceService) -> None:
        self._store = store
        self._presence = presence

    async def begin(self, channel: Channel, viewer: Viewer, after: str | None) -> Begun:
        """Begin after a cursor; raises the errors of the store.

        Refuses NOT_FOR_SPECTATORS, FORBIDDEN, INVALID_INPUT.
        """
        newest = await self._store.read(channel.match_id)
        looking = Looking(self._store, channel, viewer, newest)
        await self._presence.touch(channel.match_id, looking.sight.seat)
        snapshot = await looking.seen(newest)
        start = await self._start(snapshot, looking.sight, after)
        seq = start if isinstance(start, int) else start.seq
        ended = snapshot.record.status.ended and seq == snapshot.record.version
        if isinstance(start, FeedItem):
            return Begun(looking, seq, (start, end_of(seq, start.cursor)) if ended else (start,))
        return Begun(looking, seq, (end_of(seq, None),) if ended else ())

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
