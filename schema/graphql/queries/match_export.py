"""Read a match that is over as it is written down."""

import strawberry

from engine.notation.reading import json_of
from engine.notation.writing import text_of
from schema.graphql.answer import Result
from schema.graphql.context import Info, MatchId
from schema.graphql.fields import query
from schema.graphql.results import result


@strawberry.type(description="A match as it is written down, with its seeds and commitments.")
class MatchExport(Result):
    """The answer of matchExport."""

    text: str = strawberry.field(
        description="Its text form: lines that people can read and `kierki score` checks."
    )
    json: str = strawberry.field(description="Its JSON form, as one line of text.")


@query(
    result("MatchExportResult", MatchExport),
    "A match that is over as it is written down, so that its points and its deals can be checked "
    "without this service. Refuses MATCH_NOT_FOUND, NOT_FOR_SPECTATORS, MATCH_NOT_OVER.",
)
async def match_export(info: Info, match_id: MatchId) -> MatchExport:
    """Return both forms."""
    asked = info.context
    written = await asked.services.matches.export(asked.viewer, match_id)
    return MatchExport(text=text_of(written), json=json_of(written).decode())
