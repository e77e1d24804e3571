"""Read matches."""

from typing import Annotated

import strawberry

from schema.errors import Code, Refused
from schema.graphql.connections import After, First, MatchConnection, connection
from schema.graphql.context import Info
from schema.graphql.fields import nullable, query
from schema.graphql.published import published
from schema.graphql.results import result
from schema.list_ports import PageRequest
from schema.model import MatchStatus, MatchView


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
    "The matches in which the viewer sits or has sat, newest first: those that have ended by their "
    "end, the others by when they were made. Needs a token. Refuses INVALID_INPUT.",
)
async def matches(
    info: Info,
    status: Annotated[
        MatchStatus | None,
        strawberry.argument(
            description="Only those that are so; null: all of them.",
            graphql_type=nullable(published.enum(MatchStatus)),
        ),
    ] = None,
    first: First = 20,
    after: After = None,
) -> MatchConnection:
    """Return one page."""
    asked = info.context
    page = await asked.services.lists.mine(asked.viewer, status, PageRequest(first, after))
    return connection(page, after, by_end=status in {MatchStatus.FINISHED, MatchStatus.VOID})
