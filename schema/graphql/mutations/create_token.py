"""Make a personal access token."""

from typing import Annotated

import strawberry

from schema.accounts import NewToken, TokenMade
from schema.graphql.context import Info
from schema.graphql.fields import list_of, mutation
from schema.graphql.inputs import checked
from schema.graphql.mirror import input_field
from schema.graphql.published import published
from schema.graphql.results import result
from schema.identity import Scope


@strawberry.input(description="A token to make; it is good for no more than the one that makes it.")
class CreateTokenInput:
    """The GraphQL form of NewToken."""

    name: str = input_field(NewToken, "name")
    scopes: list[Scope] = input_field(NewToken, "scopes", list_of(published.enum(Scope)))
    expires_in_days: int = input_field(NewToken, "expires_in_days")
    bot_id: strawberry.ID | None = input_field(NewToken, "bot_id")


@mutation(
    result("CreateTokenResult", published.output(TokenMade)),
    "Make a personal access token; its text is told only here. The token of the request must be "
    "good for all that this one shall be. Refuses INVALID_INPUT, LIMIT_REACHED, "
    "ACCOUNT_NOT_FOUND.",
)
async def create_token(
    info: Info,
    input: Annotated[  # noqa: A002 - the contract's name for a mutation's one argument
        CreateTokenInput, strawberry.argument(description="What it shall be good for.")
    ],
) -> TokenMade:
    """Return the token and its text."""
    asked = info.context
    new = NewToken(
        name=input.name,
        scopes=tuple(input.scopes),
        expires_in_days=input.expires_in_days,
        bot_id=input.bot_id,
    )
    return await asked.services.tokens.create(asked.viewer, checked(new))
