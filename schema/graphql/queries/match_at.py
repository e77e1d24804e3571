"""Read a match as it stood."""

from typing import Annotated

import strawberry

from schema.graphql.answer import Result
from schema.graphql.context import Info, MatchId
from schema.graphql.fields import query
from schema.graphql.published import published
from schema.graphql.results import result
from schema.model import MatchView


@strawberry.type(description="A match as it stood at a version.")
class MatchThen(Result):
    """The answer of matchAt."""

    match: MatchView = strawberry.field(
        description="The match of then.", graphql_type=published.output(MatchView)
    )


@query(
    result("MatchAtResult", MatchThen),
    "A match as it stood at a version, for replays. Refuses MATCH_NOT_FOUND, NOT_FOR_SPECTATORS, "
    "NO_SUCH_VERSION, NO_SUCH_SEAT, MATCH_NOT_OVER.",
)
async def match_at(
    info: Info,
    match_id: MatchId,
    version: Annotated[
        int, strawberry.argument(description="The `seq` of the newest entry then, from 1 on.")
    ],
    seat: Annotated[
        int | None,
        strawberry.argument(
            description="Through whose eyes. Another's than the viewer's own only once the match "
            "is over. Null: the viewer's own."
        ),
    ] = None,
) -> MatchThen:
    """Return the match of then."""
    asked = info.context
    found = await asked.services.matches.match_at(asked.viewer, match_id, version, seat)
    return MatchThen(match=found)
