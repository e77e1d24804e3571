"""Stand up from a seat of a match."""

import strawberry

from schema.graphql.answer import Result
from schema.graphql.context import Info, MatchId
from schema.graphql.fields import mutation
from schema.graphql.published import published
from schema.graphql.results import result
from schema.model import MatchView


@strawberry.type(description="The account has stood up.")
class MatchLeft(Result):
    """The answer of leaveMatch."""

    match: MatchView = strawberry.field(
        description="The match, as a spectator sees it.", graphql_type=published.output(MatchView)
    )


@mutation(
    result("LeaveMatchResult", MatchLeft),
    "Stand up before the match has started. Refuses MATCH_NOT_FOUND, MATCH_VOID, "
    "NOT_SEATED, ALREADY_STARTED.",
)
async def leave_match(info: Info, match_id: MatchId) -> MatchLeft:
    """Return the match as it is seen without a seat."""
    asked = info.context
    return MatchLeft(match=await asked.services.lobby.leave(asked.viewer, match_id))
