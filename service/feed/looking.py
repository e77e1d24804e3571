"""One viewer of one match: what of its log is open to him now, and what comes next."""

import asyncio

from engine.events import Entry
from schema.context import Viewer
from schema.model import FeedItem
from service.feed.channel import Batch, Channel
from service.store.ports import Store
from service.store.record import Snapshot
from service.usecases.sight import released, seen_by, sight_of


class Looking:
    """Looks at a match through its channel; the sight follows who sits where."""

    def __init__(self, store: Store, channel: Channel, viewer: Viewer, newest: Snapshot) -> None:
        self.sight = sight_of(newest.record, viewer)
        self.channel = channel
        self._store = store
        self._viewer = viewer
        self._match_id = newest.record.id
        channel.reached(newest.record.version)

    async def seen(self, newest: Snapshot) -> Snapshot:
        """Return the match as it stands for the viewer."""
        return await seen_by(self._store, newest, self.sight)

    def items(self, batch: Batch) -> tuple[FeedItem, ...]:
        """Return the items of a batch as the viewer sees them."""
        return self.channel.items(batch, self.sight.eyes)

    async def after(self, seq: int, wait_s: float) -> Batch:
        """Return the entries after `seq` that are open, waiting for the first; maybe none."""
        time = asyncio.get_running_loop().time
        ends = time() + wait_s
        while True:
            entries = await self.channel.after(seq, ends - time())
            batch = self.channel.batch(entries)
            if not batch.only_moves:
                newest = await self._store.read(self._match_id)
                self.sight = sight_of(newest.record, self._viewer)
            if self.sight.live or not entries:
                return batch
            now_ms = await self._store.now_ms()
            found = released(entries, now_ms, self.sight, complete=batch.ends)
            if found or time() >= ends:
                return Batch(entries=found)
            await self._next_release(entries, now_ms, ends - time())

    async def _next_release(self, entries: tuple[Entry, ...], now_ms: int, wait_s: float) -> None:
        """Wait until more may be open to a late viewer than was at `now_ms`."""
        delay_ms = self.sight.delay_ms
        if delay_ms is None:
            await self.channel.after(entries[-1].seq, wait_s)
        else:
            opens_s = (entries[0].at_ms + delay_ms - now_ms) / 1_000
            await asyncio.sleep(max(0.0, min(wait_s, opens_s)))
