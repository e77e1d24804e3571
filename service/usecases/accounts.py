"""Accounts, and who a token speaks for."""

from typing import Final

from schema.accounts import Erased, Me
from schema.context import Viewer
from schema.errors import Code, refused
from schema.identity import OverlayGrant, Scope
from schema.model import GuestToken
from service.store.people.record import Player, Token, first_token
from service.store.ports import Store
from service.usecases.credentials import (
    KEY_ID_PREFIX,
    TOKEN_PREFIX,
    NearViewers,
    new_secret,
    token_digest,
)
from service.usecases.erasure import Erasure
from service.usecases.holders import (
    account_kind,
    check_not_banned,
    effective_scopes,
    new_account_id,
    player_view,
)
from service.usecases.members import Members
from service.usecases.names import shown_name
from service.usecases.refusals import store_errors_refused
from service.usecases.rights import signed_in

_OVERLAY_ONLY: Final = frozenset({Scope.OVERLAY_READ})


class Accounts:
    """Implements `schema.context.Players` on a store."""

    def __init__(self, store: Store, near: NearViewers, members: Members) -> None:
        self._store = store
        self._near = near
        self._members = members

    async def guest(self, name: str) -> GuestToken:
        """Make a guest account; refuses INVALID_INPUT for a name that nobody could read."""
        shown, text = shown_name(name), new_secret(TOKEN_PREFIX)
        digest = token_digest(text)
        with store_errors_refused():
            now_ms = await self._store.now_ms()
            player = Player(new_account_id(), shown, guest=True, created_ms=now_ms)
            await self._store.accounts.put(player)
            await self._store.tokens.put(first_token(player.id, digest, now_ms), digest)
        return GuestToken(player=player_view(player), token=text)

    async def viewer(self, token: str | None) -> Viewer:
        """Return who a token speaks for; refuses UNAUTHENTICATED, ACCOUNT_BANNED."""
        if token is None:
            return Viewer()
        digest = token_digest(token)
        near = self._near.get(digest)
        if near is not None and not is_key(near):
            return near
        if self._members.is_theirs(token):
            return self._near.keep(digest, await self._members.viewer(token))
        with store_errors_refused():
            held = await self._store.tokens.use(digest)
            player = None if held is None else await self._store.accounts.get(held.player_id)
        if held is None or held.grant is not None or player is None:
            raise refused(Code.UNAUTHENTICATED, "The token is not valid.")
        return self._near.keep(digest, _viewer_of(held, player))

    async def by_key(self, key: str) -> Viewer:
        """Return who comes with an overlay key; refuses UNAUTHENTICATED, ACCOUNT_BANNED."""
        digest = token_digest(key)
        near = self._near.get(digest)
        if near is not None and is_key(near):
            return near
        with store_errors_refused():
            held = await self._store.tokens.use(digest)
            owner = None if held is None else await self._store.accounts.get(held.player_id)
        if held is None or held.grant is None or owner is None:
            raise refused(Code.UNAUTHENTICATED, "The overlay key is not valid.")
        check_not_banned(owner)
        grant = OverlayGrant(owner.id, held.grant.match_id, held.grant.player_id)
        return self._near.keep(digest, Viewer(None, _OVERLAY_ONLY, held.id, None, grant))

    async def still_valid(self, viewer: Viewer) -> bool:
        """Return whether what the viewer came with would still be taken now."""
        owner = viewer.overlay.owner_id if viewer.overlay else viewer.player_id
        if owner is None:
            return True
        with store_errors_refused():
            player = await self._store.accounts.get(owner)
            if player is None or player.banned_ms is not None:
                return False
            if viewer.token_id is not None:
                return await self._store.tokens.by_id(owner, viewer.token_id) is not None
            return viewer.expires_ms is None or await self._store.now_ms() < viewer.expires_ms

    async def me(self, viewer: Viewer) -> Me:
        """Return the viewer's account and what the token is good for."""
        account = signed_in(viewer)
        with store_errors_refused():
            player = await self._store.accounts.get(account.id)
        if player is None:
            raise refused(Code.UNAUTHENTICATED, "The account has been erased.")
        return _me(viewer, player)

    async def erase(self, viewer: Viewer) -> Erased:
        """Erase the viewer's account and its bots; refuses FORBIDDEN for a lesser token."""
        return await Erasure(self._store, self._near).erase(viewer)

    async def link(self, viewer: Viewer, token: str) -> Me:
        """Make the viewer's guest account that of whom an issuer's token names."""
        player = await self._members.link(viewer, token)
        self._near.forget(player.id)
        return _me(viewer, player)


def _me(viewer: Viewer, player: Player) -> Me:
    return Me(
        id=player.id,
        name=player.name,
        guest=player.guest,
        bot=player.bot is not None,
        kind=account_kind(player),
        admin=player.is_admin,
        created_at_ms=player.created_ms,
        scopes=tuple(sorted(viewer.scopes)),
        token_id=viewer.token_id,
        expires_at_ms=viewer.expires_ms,
    )


def is_key(viewer: Viewer) -> bool:
    """Return whether a viewer has come with an overlay key, and not with a token."""
    return viewer.token_id is not None and viewer.token_id.startswith(KEY_ID_PREFIX)


def _viewer_of(held: Token, player: Player) -> Viewer:
    """Return who comes with a token of our own.

    One that is good for nothing but `overlay:read` is to its account what an overlay key is.
    """
    check_not_banned(player)
    scopes = effective_scopes(held.scopes, player)
    if scopes == _OVERLAY_ONLY:
        grant = OverlayGrant(player.id, player_id=player.id)
        return Viewer(None, scopes, held.id, held.expires_ms, grant)
    return Viewer(player_view(player), scopes, held.id, held.expires_ms)
