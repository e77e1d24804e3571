"""What the REST operations about the present moment do: ask a port, no more."""

from collections.abc import AsyncIterator

from schema.context import Services
from schema.model import PresenceView, TurnsItem
from schema.rest.models import KeyQuery, MatchPath, Nothing, TurnsPage, TurnsQuery
from schema.rest.operation import Call

TurnsCall = Call[Nothing, TurnsQuery, Nothing]


async def get_turns(services: Services, call: TurnsCall) -> TurnsPage:
    """Return the matches that wait for the caller."""
    return TurnsPage(await services.turns.page(call.viewer, float(call.query.wait)))


async def follow_turns(services: Services, call: TurnsCall) -> AsyncIterator[TurnsItem]:
    """Return the feed of the matches that wait for the caller."""
    return services.turns.feed(call.viewer)


async def get_presence(
    services: Services, call: Call[MatchPath, KeyQuery, Nothing]
) -> PresenceView:
    """Return who is there."""
    return await services.presence.presence(call.viewer, call.path.match_id)
