"""The subscription passes a feed on, of whatever kind of iterator."""

from collections.abc import AsyncIterator

from msgspec.structs import replace

from schema.context import Viewer
from schema.graphql import Asked, build_schema
from schema.model import FeedItem
from tests.fixtures.ports import END, SNAPSHOT, FakePorts

FEED = 'subscription { matchEvents(matchId: "m_0001", after: "7") { kind } }'


class PlainFeed:
    """An iterator that cannot be closed."""

    def __init__(self, *items: FeedItem) -> None:
        self._items = iter(items)

    def __aiter__(self) -> AsyncIterator[FeedItem]:
        return self

    async def __anext__(self) -> FeedItem:
        for item in self._items:
            return item
        raise StopAsyncIteration


class PlainMatches(FakePorts):
    """Ports whose feed is a plain iterator."""

    def feed(self, viewer: Viewer, match_id: str, after: str | None) -> AsyncIterator[FeedItem]:
        """Return the items as a plain iterator."""
        self.asked.append(("feed", viewer.player_id, match_id, after))
        return PlainFeed(*self.items)


async def kinds(ports: FakePorts) -> list[str]:
    """Return the kinds of all items that a subscriber gets."""
    results = await build_schema().subscribe(FEED, context_value=Asked(ports.services()))
    found = []
    async for result in results:
        assert result.errors is None
        assert result.data is not None
        found.append(result.data["matchEvents"]["kind"])
    return found


async def test_whole_feed_is_passed_on() -> None:
    ports = FakePorts()
    ports.items = (SNAPSHOT, replace(SNAPSHOT, seq=8), END)

    assert await kinds(ports) == ["SNAPSHOT", "SNAPSHOT", "END"]
    assert ports.asked == [("feed", None, "m_0001", "7")]
    assert ports.open_feeds == 0


async def test_feed_need_not_be_a_generator() -> None:
    ports = PlainMatches()
    ports.items = (SNAPSHOT, END)

    assert await kinds(ports) == ["SNAPSHOT", "END"]
    assert ports.asked == [("feed", None, "m_0001", "7")]
