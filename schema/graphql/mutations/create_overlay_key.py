"""Make an overlay key."""

from typing import Annotated

import strawberry

from schema.accounts import NewOverlayKey, OverlayKeyMade
from schema.graphql.context import Info
from schema.graphql.fields import mutation
from schema.graphql.inputs import checked
from schema.graphql.mirror import input_field
from schema.graphql.published import published
from schema.graphql.results import result


@strawberry.input(description="An overlay key to make.")
class CreateOverlayKeyInput:
    """The GraphQL form of NewOverlayKey."""

    name: str = input_field(NewOverlayKey, "name")
    match_id: strawberry.ID | None = input_field(NewOverlayKey, "match_id")


@mutation(
    result("CreateOverlayKeyResult", published.output(OverlayKeyMade)),
    "Make an overlay key; its text is told only here. Whoever has it may watch as an overlay may, "
    "and do nothing else, so that it is safe in an address. Refuses INVALID_INPUT, "
    "MATCH_NOT_FOUND, NOT_SEATED, LIMIT_REACHED.",
)
async def create_overlay_key(
    info: Info,
    input: Annotated[  # noqa: A002 - the contract's name for a mutation's one argument
        CreateOverlayKeyInput, strawberry.argument(description="What it shall open.")
    ],
) -> OverlayKeyMade:
    """Return the key and its text."""
    asked = info.context
    new = checked(NewOverlayKey(name=input.name, match_id=input.match_id))
    return await asked.services.overlay_keys.create(asked.viewer, new)
