"""Read who asks."""

from schema.graphql.context import Info
from schema.graphql.fields import nullable, query
from schema.graphql.published import published
from schema.model import PlayerView


@query(
    nullable(published.output(PlayerView)),
    "The account behind the request's token; null without a token.",
)
def me(info: Info) -> PlayerView | None:
    """Return the viewer's account, or nothing."""
    return info.context.viewer.player
