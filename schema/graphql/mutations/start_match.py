"""Deal the first cards of a match."""

from typing import Annotated

import strawberry

from schema.graphql.answer import Result
from schema.graphql.context import Info, MatchId
from schema.graphql.fields import mutation
from schema.graphql.published import published
from schema.graphql.results import result
from schema.model import MatchView


@strawberry.type(description="The match is in play.")
class MatchStarted(Result):
    """The answer of startMatch."""

    match: MatchView = strawberry.field(
        description="The match, with the first deal.", graphql_type=published.output(MatchView)
    )


@mutation(
    result("StartMatchResult", MatchStarted),
    "Deal the first cards; the owner's right. Refuses MATCH_NOT_FOUND, MATCH_VOID, NOT_OWNER, "
    "ALREADY_STARTED, SEATS_EMPTY.",
)
async def start_match(
    info: Info,
    match_id: MatchId,
    fill_with_bots: Annotated[
        bool, strawberry.argument(description="Whether house bots take the empty seats.")
    ] = False,
) -> MatchStarted:
    """Return the match as the owner sees it after the deal."""
    asked = info.context
    started = await asked.services.lobby.start(asked.viewer, match_id, fill=fill_with_bots)
    return MatchStarted(match=started)
