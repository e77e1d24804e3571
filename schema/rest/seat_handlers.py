"""What the REST operations about seats do: ask a port, no more."""

from schema.context import Services
from schema.model import MatchView
from schema.rest.models import MatchPath, Nothing, SeatKept, SeatNumber, SeatOrder
from schema.rest.operation import Call

MatchCall = Call[MatchPath, Nothing, Nothing]


async def kick(services: Services, call: Call[MatchPath, Nothing, SeatNumber]) -> MatchView:
    """Free a seat."""
    return await services.lobby_owner.kick(call.viewer, call.path.match_id, call.body.seat)


async def reorder(services: Services, call: Call[MatchPath, Nothing, SeatOrder]) -> MatchView:
    """Seat everybody anew."""
    return await services.lobby_owner.reorder(call.viewer, call.path.match_id, call.body.order)


async def keep_seat(services: Services, call: Call[MatchPath, Nothing, SeatKept]) -> MatchView:
    """Keep a seat for an account."""
    match_id, kept = call.path.match_id, call.body
    return await services.lobby_owner.keep_seat(call.viewer, match_id, kept.player_id, kept.seat)


async def take_over(services: Services, call: MatchCall) -> MatchView:
    """Let a house bot play for the caller."""
    return await services.seats.take_over(call.viewer, call.path.match_id)


async def reclaim(services: Services, call: MatchCall) -> MatchView:
    """Give the caller's seat back to him."""
    return await services.seats.reclaim(call.viewer, call.path.match_id)


async def resign(services: Services, call: MatchCall) -> MatchView:
    """Give up the caller's seat."""
    return await services.seats.resign(call.viewer, call.path.match_id)
