"""What can be asked of a match beyond its view."""

from collections.abc import Mapping

import strawberry
from strawberry.types.field import StrawberryField

from schema.graphql.context import Info
from schema.graphql.fields import nullable, query
from schema.graphql.mirror import Mirror
from schema.model import MatchView, RulesView


def match_fields(mirror: Mirror) -> Mapping[str, StrawberryField]:
    """Return the fields of Match that ask a port."""

    @query(
        nullable(mirror.output(RulesView)),
        "The rules that it is pinned to, whatever its rule set has become since; null only along "
        "with an error.",
    )
    async def rules(match: strawberry.Parent[MatchView], info: Info) -> RulesView:
        asked = info.context
        return await asked.services.matches.rules(asked.viewer, match.id)

    return {"rules": rules}
