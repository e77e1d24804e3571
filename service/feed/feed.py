"""One viewer's feed of one match: asked for item by item, or given to him while he keeps up."""

from typing import Final, Self

from msgspec import Struct

from engine.seat_view import Viewer as Eyes
from schema.context import Viewer
from schema.live_ports import Giving, Listener
from schema.model import FeedItem, FeedKind
from service.feed.beginning import Beginnings, Items, end_of
from service.feed.channel import Channel
from service.feed.channels import Channels
from service.feed.looking import Looking
from service.store.ports import Store
from service.usecases.presence import PresenceService
from service.usecases.refusals import store_errors_refused


class Sources(Struct, frozen=True):
    """What all feeds of a process are made from."""

    store: Store
    presence: PresenceService
    channels: Channels
    beginnings: Beginnings


class Feed(Giving[FeedItem]):
    """Gives a match's log, or is asked for it; whoever asks for the first item closes it.

    It opens with the first item that is asked for, and waits `wait_s` seconds for one before it
    gives a heartbeat. An error closes it.
    """

    __slots__ = (
        "_after",
        "_channel",
        "_is_over",
        "_is_quiet",
        "_listener",
        "_looking",
        "_match_id",
        "_ready",
        "_seq",
        "_sources",
        "_viewer",
        "_wait_s",
        "quiet_since",
    )

    def __init__(
        self, sources: Sources, match_id: str, viewer: Viewer, after: str | None, wait_s: float
    ) -> None:
        self.quiet_since = 0.0
        self._sources: Final = sources
        self._match_id: Final = match_id
        self._viewer: Final = viewer
        self._after: Final = after
        self._wait_s: Final = wait_s
        self._channel: Channel | None = None
        self._looking: Looking | None = None
        self._listener: Listener[FeedItem] | None = None
        self._ready: list[FeedItem] = []  # the last one comes next
        self._seq = 0
        self._is_over = self._is_quiet = False

    def __aiter__(self) -> Self:
        """Return itself."""
        return self

    async def __anext__(self) -> FeedItem:
        """Return the next item, waiting for it."""
        if not self._ready and not self._is_over:
            try:
                self._ready = list(reversed(await self._more()))
            except BaseException:
                await self.aclose()
                raise
        if not self._ready:
            raise StopAsyncIteration
        return self._ready.pop()

    async def aclose(self) -> None:
        """Follow the match no longer."""
        self.stop_giving()
        self._is_over = True
        self._ready.clear()
        await self._leave()

    async def _leave(self) -> None:
        channel, self._channel = self._channel, None
        if channel is not None:
            await self._sources.channels.leave(channel)

    async def _more(self) -> Items:
        with store_errors_refused():
            items = () if self._is_quiet else await self._batch()
            self._is_quiet = False
            if self._is_over:
                await self._leave()  # nothing follows what is still to be told
                return items
            return items or (await self._heartbeat(),)

    async def batch(self) -> Items:
        """Return the items that come next, all at once; none if nothing came in time."""
        with store_errors_refused():
            return await self._batch()

    async def _batch(self) -> Items:
        looking = self._looking
        if looking is None:
            channel = self._channel = self._sources.channels.enter(self._match_id)
            begun = await self._sources.beginnings.begin(channel, self._viewer, self._after)
            looking = self._looking = begun.looking
            self._seq, self._is_over = begun.seq, begun.is_over
            if begun.items:
                return begun.items
        return await self._next(looking)

    async def _next(self, looking: Looking) -> Items:
        batch = await looking.after(self._seq, self._wait_s)
        items, self._is_over = looking.items(batch), batch.ends
        self._seq = items[-1].seq if items else self._seq
        await self._sources.presence.touch(self._match_id, looking.sight.seat)
        return (*items, end_of(self._seq, items[-1].cursor)) if self._is_over else items

    async def _heartbeat(self) -> FeedItem:
        now_ms = await self._sources.store.now_ms()
        return FeedItem(kind=FeedKind.HEARTBEAT, seq=self._seq, server_time_ms=now_ms)

    def give_to(self, listener: Listener[FeedItem]) -> bool:
        """Give a listener what comes, if he has had all there is and sees the match as it is."""
        looking = self._looking
        if looking is None or self._ready or self._is_over or not looking.sight.live:
            return False
        self._listener = listener
        if not looking.channel.let_in(self, self._seq):
            self._listener = None
            return False
        return True

    def stop_giving(self) -> None:
        """Give nothing more; the listener is not told."""
        if self._listener is not None and self._looking is not None:
            audience = self._looking.channel.audience
            audience.leave(self)
            self._listener, self._seq = None, audience.at

    @property
    def eyes(self) -> Eyes:
        """Return with whose eyes the viewer looks."""
        assert self._looking is not None, "nobody keeps up who has not begun"
        return self._looking.sight.eyes

    @property
    def listener(self) -> Listener[FeedItem]:
        """Return who is given what comes."""
        assert self._listener is not None, "nobody keeps up for whom nobody listens"
        return self._listener

    def let_go(self, seq: int, *, is_quiet: bool = False) -> None:
        """Let the listener ask again, who is given a heartbeat at once if it `is_quiet`."""
        listener, self._listener = self.listener, None
        self._seq, self._is_quiet = seq, is_quiet
        listener.ask()
