"""Erase the account that asks."""

import strawberry

from schema.accounts import Erased
from schema.graphql.answer import Result
from schema.graphql.context import Info
from schema.graphql.fields import mutation
from schema.graphql.published import published
from schema.graphql.results import result


@strawberry.type(description="The account is erased.")
class AccountErased(Result):
    """The answer of eraseAccount."""

    erased: Erased = strawberry.field(
        description="What is known of it now.", graphql_type=published.output(Erased)
    )


@mutation(
    result("EraseAccountResult", AccountErased),
    "Erase the viewer's account and its bots. It leaves its seats in lobbies and gives up those in "
    "play to house bots; its record, identity, tokens, keys and lists go at once. The token of "
    "this request must be good for all that a guest's is. Refuses UNAUTHENTICATED, FORBIDDEN.",
)
async def erase_account(info: Info) -> AccountErased:
    """Return the id that the account had."""
    asked = info.context
    return AccountErased(erased=await asked.services.players.erase(asked.viewer))
