"""Read what the strong house bot says of the moves of a match."""

from typing import Annotated

import strawberry

from schema.analysis import AnalysisView, Wanted
from schema.graphql.context import Info, MatchId
from schema.graphql.fields import query
from schema.graphql.published import published
from schema.graphql.results import result


@query(
    result("MatchAnalysisResult", published.output(AnalysisView)),
    "What the strong house bot would have done at every decision of a match that is over, and "
    "what was lost by doing otherwise. For all who may see the match, as soon as they see its end. "
    "Refuses MATCH_NOT_FOUND, NOT_FOR_SPECTATORS, MATCH_NOT_OVER, MATCH_VOID, NO_ANALYSIS.",
)
async def match_analysis(
    info: Info,
    match_id: MatchId,
    deal: Annotated[
        int | None,
        strawberry.argument(description="Only `moves` of this deal, from 1; null: of all."),
    ] = None,
    seat: Annotated[
        int | None,
        strawberry.argument(description="Only `moves` of this seat; null: of all."),
    ] = None,
) -> AnalysisView:
    """Return the analysis."""
    asked = info.context
    return await asked.services.analyses.analysis(asked.viewer, match_id, Wanted(deal, seat))
