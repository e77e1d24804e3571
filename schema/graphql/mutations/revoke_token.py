"""Take a token back."""

from typing import Annotated

import strawberry

from schema.accounts import TokenView
from schema.graphql.answer import Result
from schema.graphql.context import Info
from schema.graphql.fields import mutation
from schema.graphql.published import published
from schema.graphql.results import result

TokenId = Annotated[strawberry.ID, strawberry.argument(description="The token's id, `t_…`.")]


@strawberry.type(description="The token is good for nothing any more, everywhere within 5 seconds.")
class TokenRevoked(Result):
    """The answer of revokeToken."""

    token: TokenView = strawberry.field(
        description="What it was.", graphql_type=published.output(TokenView)
    )


@mutation(
    result("RevokeTokenResult", TokenRevoked),
    "Take a token of the account back; streams that it has opened end too. A token takes back "
    "itself, and those that are good for no more. Refuses TOKEN_NOT_FOUND.",
)
async def revoke_token(info: Info, token_id: TokenId) -> TokenRevoked:
    """Return the token that was revoked."""
    asked = info.context
    return TokenRevoked(token=await asked.services.tokens.revoke(asked.viewer, token_id))
