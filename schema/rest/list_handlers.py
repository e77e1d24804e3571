"""What the REST operations that find matches do: ask a port, no more."""

from schema.context import Services
from schema.list_ports import OpenFilter, PageRequest
from schema.model import MatchPage, MatchView, QuickMatch
from schema.rest.models import (
    InvitePath,
    MatchesQuery,
    MatchPath,
    Nothing,
    OpenQuery,
    PageQuery,
    PlayerPath,
)
from schema.rest.operation import Call


async def list_matches(services: Services, call: Call[Nothing, MatchesQuery, Nothing]) -> MatchPage:
    """Return a page of the caller's matches."""
    query = call.query
    return await services.lists.mine(call.viewer, query.status, _page(query))


async def list_open(services: Services, call: Call[Nothing, OpenQuery, Nothing]) -> MatchPage:
    """Return a page of public matches that wait."""
    query = call.query
    wanted = OpenFilter(query.rule_set, query.players)
    return await services.lists.open(call.viewer, wanted, _page(query))


async def list_running(services: Services, call: Call[Nothing, PageQuery, Nothing]) -> MatchPage:
    """Return a page of public matches in play."""
    return await services.lists.running(call.viewer, _page(call.query))


async def list_played(services: Services, call: Call[PlayerPath, PageQuery, Nothing]) -> MatchPage:
    """Return a page of an account's matches that have ended."""
    return await services.lists.history(call.viewer, call.path.player_id, _page(call.query))


async def get_invited(services: Services, call: Call[InvitePath, Nothing, Nothing]) -> MatchView:
    """Return the match that an invite code leads to."""
    return await services.lists.by_invite(call.viewer, call.path.code)


async def rematch(services: Services, call: Call[MatchPath, Nothing, Nothing]) -> MatchView:
    """Sit down in the match that follows."""
    return await services.pairing.rematch(call.viewer, call.path.match_id)


async def quick_match(services: Services, call: Call[Nothing, Nothing, QuickMatch]) -> MatchView:
    """Sit down with whoever comes."""
    return await services.pairing.quick(call.viewer, call.body)


def _page(query: PageQuery) -> PageRequest:
    return PageRequest(query.first, query.after)
