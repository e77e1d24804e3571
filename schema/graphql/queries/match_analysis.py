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
    "Refuses MATCH_NOT_FOUND, NOT_FOR_SPECTATORS, MATCH_NOT_OVER, MATCH_VOID, NO_ANALYSIS, "
    "INVALID_INPUT.",
)
async def match_analysis(  # noqa: PLR0913, PLR0917 - one for each argument of the field
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
    first: Annotated[int, strawberry.argument(description="How many `moves`: 1 to 100.")] = 100,
    after: Annotated[
        int, strawberry.argument(description="Only `moves` behind this version: the last `next`.")
    ] = 0,
) -> AnalysisView:
    """Return the analysis."""
    asked, wanted = info.context, Wanted(deal, seat, first, after)
    return await asked.services.analyses.analysis(asked.viewer, match_id, wanted)
