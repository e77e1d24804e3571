"""Who asks: what every port is told first."""

from msgspec import Struct

from schema.identity import OverlayGrant, Scope
from schema.model import PlayerView


class Viewer(Struct, frozen=True):
    """Who asks: the account behind the request's token, an overlay key, or nobody.

    `scopes` is what the token is good for. `token_id` names a token of our own, or an overlay
    key; it is null for one of an OpenID Connect issuer, and for nobody. `expires_ms` is null for
    what does not expire. `overlay` is what an overlay key opens; then there is no account.
    """

    player: PlayerView | None = None
    scopes: frozenset[Scope] = frozenset()
    token_id: str | None = None
    expires_ms: int | None = None
    overlay: OverlayGrant | None = None

    @property
    def player_id(self) -> str | None:
        """Return the account's id, or nothing for an anonymous viewer."""
        return self.player.id if self.player else None
