"""The one place where live logs are read: every viewer of a match shares one channel.

A viewer who keeps up is given what is new. One who does not pulls from his own cursor, so that he
loses nothing and holds up nobody: what the channel no longer keeps is read from the store again.
Each distinct view of an entry is made once per process.
"""

from contextlib import aclosing

from schema.context import Viewer
from service.feed.audience import HEARTBEAT_S
from service.feed.beginning import Beginnings, Items
from service.feed.channels import Channels
from service.feed.feed import Feed, Sources
from service.store.ports import Store
from service.usecases.presence import PresenceService


class Hub:
    """Gives every viewer of every match his feed."""

    def __init__(
        self,
        store: Store,
        heartbeat_s: float = HEARTBEAT_S,
        presence: PresenceService | None = None,
    ) -> None:
        present = presence or PresenceService(store)
        channels, beginnings = Channels(store, present, heartbeat_s), Beginnings(store, present)
        self._sources = Sources(store, present, channels, beginnings)
        self._heartbeat_s = heartbeat_s

    @property
    def channels(self) -> int:
        """Return how many matches are followed now."""
        return len(self._sources.channels)

    def feed(self, match_id: str, viewer: Viewer, after: str | None) -> Feed:
        """Return a snapshot if one is needed, then entry after entry, with heartbeats, to the end.

        Refuses MATCH_NOT_FOUND, NOT_FOR_SPECTATORS, FORBIDDEN, INVALID_INPUT, STORE_UNAVAILABLE.
        """
        return Feed(self._sources, match_id, viewer, after, self._heartbeat_s)

    async def page(self, match_id: str, viewer: Viewer, after: str | None, wait_s: float) -> Items:
        """Return the first items of the same feed; none if nothing came while waiting."""
        async with aclosing(Feed(self._sources, match_id, viewer, after, wait_s)) as feed:
            return await feed.batch()
