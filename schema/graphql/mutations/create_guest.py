"""Make a guest account."""

from typing import Annotated

import strawberry

from schema.graphql.context import Info
from schema.graphql.fields import mutation
from schema.graphql.published import published
from schema.graphql.results import result
from schema.model import GuestToken

GUEST_CREATED = published.output(GuestToken)


@mutation(
    result("CreateGuestResult", GUEST_CREATED),
    "Make a guest account and its token. Needs no token itself. Refuses INVALID_INPUT.",
)
async def create_guest(
    info: Info,
    name: Annotated[
        str,
        strawberry.argument(description="The name to show: 1 to 40 printable characters."),
    ],
) -> GuestToken:
    """Return the account and its token."""
    return await info.context.services.players.guest(name)
