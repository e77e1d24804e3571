"""Sit down on a seat of a match."""

from typing import Annotated

import strawberry

from schema.graphql.answer import Result
from schema.graphql.context import Info, MatchId, SeatNumber
from schema.graphql.fields import mutation
from schema.graphql.published import published
from schema.graphql.results import result
from schema.model import MatchView


@strawberry.type(description="The account has sat down.")
class MatchJoined(Result):
    """The answer of joinMatch."""

    match: MatchView = strawberry.field(
        description="The match, with the account's seat in `viewerSeat`.",
        graphql_type=published.output(MatchView),
    )


@mutation(
    result("JoinMatchResult", MatchJoined),
    "Sit down before the match has started. Refuses MATCH_NOT_FOUND, MATCH_VOID, ALREADY_STARTED, "
    "ALREADY_SEATED, NO_SUCH_SEAT, SEAT_TAKEN, SEAT_KEPT, MATCH_FULL, INVITE_NEEDED, "
    "KICKED.",
)
async def join_match(
    info: Info,
    match_id: MatchId,
    seat: SeatNumber = None,
    invite_code: Annotated[
        str | None,
        strawberry.argument(description="What an invited match asks for; null where none is."),
    ] = None,
) -> MatchJoined:
    """Return the match as the seat sees it."""
    asked = info.context
    lobby = asked.services.lobby
    return MatchJoined(match=await lobby.join(asked.viewer, match_id, seat, invite_code or ""))
