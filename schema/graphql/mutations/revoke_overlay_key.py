"""Take an overlay key back."""

from typing import Annotated

import strawberry

from schema.accounts import OverlayKeyView
from schema.graphql.answer import Result
from schema.graphql.context import Info
from schema.graphql.fields import mutation
from schema.graphql.published import published
from schema.graphql.results import result


@strawberry.type(description="The key opens nothing any more, everywhere within 5 seconds.")
class OverlayKeyRevoked(Result):
    """The answer of revokeOverlayKey."""

    overlay_key: OverlayKeyView = strawberry.field(
        description="What it was.", graphql_type=published.output(OverlayKeyView)
    )


@mutation(
    result("RevokeOverlayKeyResult", OverlayKeyRevoked),
    "Take an overlay key of the account back; streams that it has opened end too. Refuses "
    "KEY_NOT_FOUND.",
)
async def revoke_overlay_key(
    info: Info,
    key_id: Annotated[strawberry.ID, strawberry.argument(description="The key's id, `k_…`.")],
) -> OverlayKeyRevoked:
    """Return the key that was revoked."""
    asked = info.context
    revoked = await asked.services.overlay_keys.revoke(asked.viewer, key_id)
    return OverlayKeyRevoked(overlay_key=revoked)
