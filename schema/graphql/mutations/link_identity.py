"""Make a guest's account that of whom an issuer names."""

from typing import Annotated

import strawberry

from schema.accounts import Me
from schema.graphql.answer import Result
from schema.graphql.context import Info
from schema.graphql.fields import mutation
from schema.graphql.published import published
from schema.graphql.results import result


@strawberry.type(description="The account is no guest's any more; it keeps all that it has.")
class IdentityLinked(Result):
    """The answer of linkIdentity."""

    account: Me = strawberry.field(description="The account.", graphql_type=published.output(Me))


@mutation(
    result("LinkIdentityResult", IdentityLinked),
    "Make a guest's account that of whom the OpenID Connect issuer names. It keeps its id, its "
    "matches and its tokens; the issuer's tokens speak for it from now on. The token of this "
    "request must be good for all that a guest's is. Refuses NO_ISSUER, IDENTITY_TAKEN.",
)
async def link_identity(
    info: Info,
    token: Annotated[str, strawberry.argument(description="A token of the issuer, a JWT.")],
) -> IdentityLinked:
    """Return the account."""
    asked = info.context
    return IdentityLinked(account=await asked.services.players.link(asked.viewer, token))
