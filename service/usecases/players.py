"""Accounts and the tokens that speak for them."""

import hashlib
import secrets
from typing import Final

from schema.context import Viewer
from schema.errors import Code, refused
from schema.identity import GUEST_SCOPES
from schema.model import GuestToken, PlayerView
from service.store.ports import Store
from service.store.record import Player
from service.usecases.refusals import store_errors_refused

NAME_MAX: Final = 40
_TOKEN_BYTES: Final = 32
_ID_BYTES: Final = 10


class Accounts:
    """Implements `schema.context.Players` on a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def guest(self, name: str) -> GuestToken:
        """Make a guest account; refuses INVALID_INPUT for a name that nobody could read."""
        shown = " ".join(name.split())
        if not 1 <= len(shown) <= NAME_MAX or not shown.isprintable():
            raise refused(Code.INVALID_INPUT, f"A name has 1 to {NAME_MAX} printable characters.")
        token = f"kt_{secrets.token_urlsafe(_TOKEN_BYTES)}"
        with store_errors_refused():
            now_ms = await self._store.now_ms()
            player = Player(
                f"p_{secrets.token_hex(_ID_BYTES)}", shown, guest=True, created_ms=now_ms
            )
            await self._store.put_player(player, token_digest(token))
        return GuestToken(player=_view(player), token=token)

    async def viewer(self, token: str | None) -> Viewer:
        """Return who a token speaks for; refuses UNAUTHENTICATED for one that is not ours."""
        if token is None:
            return Viewer()
        with store_errors_refused():
            player = await self._store.player_by_token(token_digest(token))
        if player is None:
            raise refused(Code.UNAUTHENTICATED, "The token is not valid.")
        return Viewer(_view(player), GUEST_SCOPES)

    async def still_valid(self, viewer: Viewer) -> bool:
        """Return whether what the viewer came with would still be taken now."""
        del viewer  # nothing takes a token back
        return True


def _view(player: Player) -> PlayerView:
    return PlayerView(id=player.id, name=player.name, guest=player.guest)


def token_digest(token: str) -> bytes:
    """Return what is stored of a token: SHA-256, since a random token needs no slow hash."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()
