"""What the owner does with the seats of a match that waits."""

from typing import Annotated

import strawberry

from schema.graphql.answer import Result
from schema.graphql.context import Info, MatchId, SeatNumber
from schema.graphql.fields import mutation
from schema.graphql.published import published
from schema.graphql.results import result
from schema.model import MatchView

_MATCH = published.output(MatchView)


@strawberry.type(description="The seat is free.")
class SeatFreed(Result):
    """The answer of kick."""

    match: MatchView = strawberry.field(description="The match.", graphql_type=_MATCH)


@mutation(
    result("KickResult", SeatFreed),
    "Free a seat before the match has started; the owner's right. A person who is sent away cannot "
    "come back, unless a seat is kept for the account. Refuses MATCH_NOT_FOUND, MATCH_VOID, "
    "ALREADY_STARTED, NOT_OWNER, NO_SUCH_SEAT, SEAT_EMPTY.",
)
async def kick(
    info: Info,
    match_id: MatchId,
    seat: Annotated[int, strawberry.argument(description="The seat, 0 to players - 1.")],
) -> SeatFreed:
    """Return the match with the seat free."""
    asked = info.context
    return SeatFreed(match=await asked.services.lobby_owner.kick(asked.viewer, match_id, seat))


@strawberry.type(description="Everybody sits where the order says.")
class SeatsReordered(Result):
    """The answer of reorderSeats."""

    match: MatchView = strawberry.field(description="The match.", graphql_type=_MATCH)


@mutation(
    result("ReorderSeatsResult", SeatsReordered),
    "Seat everybody anew before the match has started; the owner's right. Who moves loses what he "
    "has added to the first shuffle. Refuses MATCH_NOT_FOUND, MATCH_VOID, ALREADY_STARTED, "
    "NOT_OWNER, BAD_ORDER.",
)
async def reorder_seats(
    info: Info,
    match_id: MatchId,
    order: Annotated[
        list[int],
        strawberry.argument(
            description="By new seat, from 0, the seat from which its occupant comes; each once."
        ),
    ],
) -> SeatsReordered:
    """Return the match in the new order."""
    asked = info.context
    owner = asked.services.lobby_owner
    return SeatsReordered(match=await owner.reorder(asked.viewer, match_id, tuple(order)))


@strawberry.type(description="The seat is kept for the account.")
class SeatKept(Result):
    """The answer of keepSeat."""

    match: MatchView = strawberry.field(
        description="The match, with the account in `keptFor` of the seat.", graphql_type=_MATCH
    )


@mutation(
    result("KeepSeatResult", SeatKept),
    "Keep an empty seat for an account before the match has started; the owner's right. The "
    "account sits down there without an invite code, and nobody else does. Refuses "
    "MATCH_NOT_FOUND, MATCH_VOID, ALREADY_STARTED, NOT_OWNER, ALREADY_SEATED, NO_SUCH_SEAT, "
    "SEAT_TAKEN, SEAT_KEPT, MATCH_FULL, ACCOUNT_NOT_FOUND.",
)
async def keep_seat(
    info: Info,
    match_id: MatchId,
    player_id: Annotated[
        strawberry.ID, strawberry.argument(description="The account's id, `p_…`.")
    ],
    seat: SeatNumber = None,
) -> SeatKept:
    """Return the match with the seat kept."""
    asked = info.context
    owner = asked.services.lobby_owner
    return SeatKept(match=await owner.keep_seat(asked.viewer, match_id, player_id, seat))
