"""Accounts of the host application: who its OpenID Connect issuer says that somebody is."""

from typing import Final

from msgspec.structs import replace

from schema.context import Viewer
from schema.errors import Code, Refused, refused
from schema.identity import GUEST_SCOPES, Scope
from service.store.people.record import Identity, Player
from service.store.ports import Store
from service.usecases.holders import check_not_banned, new_account_id, player_view
from service.usecases.names import NAME_MAX, shown_name
from service.usecases.ports import Issuer
from service.usecases.refusals import store_errors_refused
from service.usecases.rights import insufficient, signed_in

_NAMELESS: Final = "Player"
_DOTS: Final = 2  # in a JWT; there are none in a token of our own


class Members:
    """Finds or makes the account of whom a token names; without an issuer there is none."""

    def __init__(self, store: Store, issuer: Issuer | None) -> None:
        self._store = store
        self._issuer = issuer

    def is_theirs(self, token: str) -> bool:
        """Return whether a token has the form of the issuer's, and not of our own."""
        return self._issuer is not None and token.count(".") == _DOTS

    async def viewer(self, token: str) -> Viewer:
        """Return who an issuer's token speaks for; an account is made at first sight.

        Refuses UNAUTHENTICATED, ISSUER_UNAVAILABLE, ACCOUNT_BANNED.
        """
        assert self._issuer is not None  # as `is_theirs` says
        claims = await self._issuer.claims(token)
        with store_errors_refused():
            player = await self._account(Identity(claims.issuer, claims.subject), claims.name)
        check_not_banned(player)
        scopes = GUEST_SCOPES | {Scope.ADMIN} if player.is_admin else GUEST_SCOPES
        return Viewer(player_view(player), scopes, None, claims.expires_ms)

    async def _account(self, identity: Identity, name: str | None) -> Player:
        found = await self._known(identity)
        if found is not None:
            return found
        now_ms = await self._store.now_ms()
        new = Player(new_account_id(), _name(name), False, now_ms, identity)  # noqa: FBT003
        await self._store.accounts.put(new)
        if await self._store.accounts.claim_identity(identity, new.id) == new.id:
            return new
        await self._store.accounts.delete(new.id)  # another request was faster
        return await self._known(identity) or new

    async def _known(self, identity: Identity) -> Player | None:
        """Return the account of an identity; one that is erased gives its identity free."""
        player_id = await self._store.accounts.identified(identity)
        if player_id is None:
            return None
        player = await self._store.accounts.get(player_id)
        if player is None:
            await self._store.accounts.release_identity(identity)
        return player

    async def link(self, viewer: Viewer, token: str) -> Player:
        """Make a guest's account that of whom an issuer's token names; it keeps all it has.

        Refuses NO_ISSUER, IDENTITY_TAKEN, FORBIDDEN, UNAUTHENTICATED, ISSUER_UNAVAILABLE.
        """
        account = signed_in(viewer)
        missing = GUEST_SCOPES - viewer.scopes
        if missing:
            raise insufficient(*sorted(missing))
        if self._issuer is None:
            raise refused(Code.NO_ISSUER, "No OpenID Connect issuer is set up here.")
        claims = await self._issuer.claims(token)
        identity = Identity(claims.issuer, claims.subject)
        with store_errors_refused():
            before = await self._store.accounts.get(account.id)
            if before is not None:
                _linked(before, identity)
            if await self._store.accounts.claim_identity(identity, account.id) != account.id:
                raise _taken("This identity has an account already.")
            linked = await self._store.accounts.alter(account.id, lambda at: _linked(at, identity))
        if linked is None:
            raise refused(Code.UNAUTHENTICATED, "The account has been erased.")
        return linked


def _linked(player: Player, identity: Identity) -> Player:
    if player.identity not in {None, identity}:
        raise _taken("The account has another identity already.")
    return replace(player, guest=False, identity=identity)


def _taken(message: str) -> Refused:
    return refused(Code.IDENTITY_TAKEN, message)


def _name(claimed: str | None) -> str:
    """Return the name that a token claims, as far as it can be shown."""
    try:
        return shown_name((claimed or "")[:NAME_MAX])
    except Refused:
        return _NAMELESS
