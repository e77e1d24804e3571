"""What can be asked of a match beyond its view."""

from collections.abc import Mapping

import strawberry
from strawberry.types.field import StrawberryField

from schema.graphql.context import Info
from schema.graphql.fields import list_of, nullable, query
from schema.graphql.mirror import Mirror
from schema.model import MatchView, RulesView, SeatPresence


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

    @query(
        nullable(list_of(mirror.output(SeatPresence))),
        "Who is there now, by seat; null for who sees the match late, and along with an error.",
    )
    async def presence(
        match: strawberry.Parent[MatchView], info: Info
    ) -> tuple[SeatPresence, ...] | None:
        asked = info.context
        return (await asked.services.presence.presence(asked.viewer, match.id)).seats

    return {"rules": rules, "presence": presence}
