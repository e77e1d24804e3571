"""The matches that are followed in this process: one channel for each, while it has viewers."""

from service.feed.audience import HEARTBEAT_S, Audience
from service.feed.channel import Channel
from service.store.ports import Store
from service.usecases.presence import PresenceService


class Channels:
    """Opens a channel for the first viewer of a match, and closes it after the last."""

    def __init__(
        self, store: Store, presence: PresenceService, heartbeat_s: float = HEARTBEAT_S
    ) -> None:
        self._store = store
        self._presence = presence
        self._heartbeat_s = heartbeat_s
        self._open: dict[str, Channel] = {}

    def __len__(self) -> int:
        """Return how many matches are followed now."""
        return len(self._open)

    def enter(self, match_id: str) -> Channel:
        """Return the channel of a match; whoever enters it leaves it."""
        channel = self._open.get(match_id)
        if channel is None:
            audience = Audience(self._store, match_id, self._presence, self._heartbeat_s)
            channel = self._open[match_id] = Channel(self._store, match_id, audience)
            channel.open()
        channel.viewers += 1
        return channel

    async def leave(self, channel: Channel) -> None:
        """Leave a channel."""
        channel.viewers -= 1
        if not channel.viewers:
            del self._open[channel.match_id]
            await channel.close()
