"""Read who asks, and the tokens of that account."""

from typing import Annotated

import strawberry

from schema.accounts import Me, OverlayKeyList, TokenList
from schema.context import Viewer
from schema.graphql.context import Info
from schema.graphql.fields import nullable, query
from schema.graphql.published import published
from schema.graphql.results import result


@query(
    nullable(published.output(Me)),
    "The account behind the request's token, and what the token is good for; null without a token.",
)
async def me(info: Info) -> Me | None:
    """Return the viewer's account, or nothing."""
    asked = info.context
    if asked.viewer == Viewer():
        return None
    return await asked.services.players.me(asked.viewer)


@query(
    result("TokensResult", published.output(TokenList)),
    "The tokens of the viewer's account, or of a bot of it. Needs a token. Refuses "
    "ACCOUNT_NOT_FOUND.",
)
async def tokens(
    info: Info,
    bot_id: Annotated[
        strawberry.ID | None,
        strawberry.argument(description="A bot of the account; null: the account's own tokens."),
    ] = None,
) -> TokenList:
    """Return the list."""
    asked = info.context
    return await asked.services.tokens.mine(asked.viewer, bot_id)


@query(
    result("OverlayKeysResult", published.output(OverlayKeyList)),
    "The overlay keys of the viewer's account. Needs a token.",
)
async def overlay_keys(info: Info) -> OverlayKeyList:
    """Return the list."""
    asked = info.context
    return await asked.services.overlay_keys.mine(asked.viewer)
