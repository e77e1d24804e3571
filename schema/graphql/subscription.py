"""Follow a match, the matches that wait for the viewer, or the offers of a bot."""

from collections.abc import AsyncIterator
from typing import Annotated, Self, TypeVar

import strawberry

from schema.bots import OfferItem
from schema.graphql.context import Info, MatchId
from schema.graphql.fields import subscription
from schema.graphql.published import published
from schema.live_ports import Giving, Listener
from schema.model import FeedItem, TurnsItem

_Item = TypeVar("_Item")


@subscription(
    published.output(FeedItem),
    "A match's log through the viewer's eyes, live, to the end of the match, with a heartbeat at "
    "least every 15 seconds. Without `after`, or with one that this log does not know, a snapshot "
    "comes first. Fails with MATCH_NOT_FOUND, NOT_FOR_SPECTATORS or INVALID_INPUT.",
)
async def match_events(
    info: Info,
    match_id: MatchId,
    after: Annotated[
        str | None,
        strawberry.argument(
            description="A cursor of this match: the feed goes on after it; null: a snapshot first."
        ),
    ] = None,
) -> AsyncIterator[FeedItem]:
    """Return the feed once its first item is there: what is refused is refused before any."""
    asked = info.context
    feed = asked.services.matches.feed(asked.viewer, match_id, after)
    return _Begun(await anext(feed), feed)


@subscription(
    published.output(OfferItem),
    "The seats that are offered to the viewer, a bot: all that stand, then what is added and "
    "removed, live, with a heartbeat at least every 15 seconds. There is no cursor: a new "
    "subscription begins with all again. Needs the scope `bot:play`.",
)
async def offers(info: Info) -> AsyncIterator[OfferItem]:
    """Return the stream once its first item is there: what is refused is refused before any."""
    asked = info.context
    stream = asked.services.bots.follow(asked.viewer)
    return _Begun(await anext(stream), stream)


@subscription(
    published.output(TurnsItem),
    "The matches that wait for the viewer to choose, for a bot at many tables: first all of them, "
    "then what is added and removed, with a heartbeat at least every 15 seconds. It tells the "
    "present state and has no cursor: after a cut connection it begins anew. Needs a token.",
)
async def my_turns(info: Info) -> AsyncIterator[TurnsItem]:
    """Return the feed once its first item is there."""
    asked = info.context
    feed = asked.services.turns.feed(asked.viewer)
    return _Begun(await anext(feed), feed)


class _Begun(Giving[_Item]):
    """A stream whose first item has been taken; gives the others by itself if it can."""

    __slots__ = ("_first", "_rest")

    def __init__(self, first: _Item, rest: AsyncIterator[_Item]) -> None:
        self._first: _Item | None = first
        self._rest = rest

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> _Item:
        first, self._first = self._first, None
        return await anext(self._rest) if first is None else first

    def give_to(self, listener: Listener[_Item]) -> bool:
        rest = self._rest
        return self._first is None and isinstance(rest, Giving) and rest.give_to(listener)

    def stop_giving(self) -> None:
        if isinstance(self._rest, Giving):
            self._rest.stop_giving()

    async def aclose(self) -> None:
        close = getattr(self._rest, "aclose", None)  # the ports promise no more than an iterator
        if close is not None:
            await close()


@strawberry.type(description="Everything that can be followed, over graphql-transport-ws alone.")
class Subscription:
    """The root of subscriptions."""

    match_events = match_events
    offers = offers
    my_turns = my_turns
