"""Read matches."""

from typing import Annotated

import strawberry

from schema.errors import Code, Refused
from schema.graphql.connections import MatchConnection, connection
from schema.graphql.context import Info
from schema.graphql.fields import nullable, query
from schema.graphql.published import published
from schema.graphql.results import result
from schema.model import MatchView


@query(
    nullable(published.output(MatchView)),
    "A match, as the viewer may see it; null if there is none of that id. Whoever has the id may "
    "read it; hands are seen by their seats alone. What the viewer may play is its `legalMoves`.",
)
async def match(
    info: Info,
    id: Annotated[  # noqa: A002 - the contract's name
        strawberry.ID, strawberry.argument(description="The match's id, `m_…`.")
    ],
) -> MatchView | None:
    """Return the match, or nothing."""
    asked = info.context
    try:
        return await asked.services.matches.match(asked.viewer, id)
    except Refused as refused:
        if refused.refusal.code is Code.MATCH_NOT_FOUND:
            return None
        raise


@query(
    result("MatchesResult", MatchConnection),
    "The matches that the viewer made or joined, newest first. Needs a token. Refuses "
    "INVALID_INPUT.",
)
async def matches(
    info: Info,
    first: Annotated[int, strawberry.argument(description="How many: 1 to 100.")] = 20,
    after: Annotated[
        str | None,
        strawberry.argument(description="`endCursor` of the page before; null for the first."),
    ] = None,
) -> MatchConnection:
    """Return one page."""
    asked = info.context
    return connection(await asked.services.matches.mine(asked.viewer, first, after), after)
