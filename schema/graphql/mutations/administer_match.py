"""Pause a match, let it go on, or end it without a result."""

from typing import Annotated

import strawberry

from schema.administration import MatchMeasure, MatchOrder
from schema.graphql.answer import Result
from schema.graphql.context import Info
from schema.graphql.fields import mutation
from schema.graphql.inputs import checked
from schema.graphql.mirror import input_field
from schema.graphql.published import published
from schema.graphql.results import result
from schema.model import MatchView


@strawberry.input(description="What shall be done to a match, and why.")
class AdministerMatchInput:
    """The GraphQL form of MatchOrder."""

    match_id: strawberry.ID = strawberry.field(description="The match's id, `m_…`.")
    measure: MatchMeasure = input_field(MatchOrder, "measure", published.enum(MatchMeasure))
    reason: str = input_field(MatchOrder, "reason")


@strawberry.type(description="It was done.")
class MatchAdministered(Result):
    """The answer of administerMatch."""

    match: MatchView = strawberry.field(
        description="The match, as the administrator sees it.",
        graphql_type=published.output(MatchView),
    )


@mutation(
    result("AdministerMatchResult", MatchAdministered),
    "Pause a match, let it go on, or end it without a result; needs the scope `admin`. The audit "
    "is told first. Refuses INVALID_INPUT, MATCH_NOT_FOUND, MATCH_NOT_STARTED, MATCH_PAUSED, "
    "NOT_PAUSED, MATCH_OVER, MATCH_VOID.",
)
async def administer_match(
    info: Info,
    input: Annotated[  # noqa: A002 - the contract's name for a mutation's one argument
        AdministerMatchInput, strawberry.argument(description="What, and why.")
    ],
) -> MatchAdministered:
    """Return the match."""
    asked = info.context
    order = checked(MatchOrder(measure=input.measure, reason=input.reason))
    done = await asked.services.admin.order_match(asked.viewer, input.match_id, order)
    return MatchAdministered(match=done)
