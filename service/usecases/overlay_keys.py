"""Overlay keys: whoever has one may watch, and do nothing else."""

from typing import Final

from schema.accounts import NewOverlayKey, OverlayKeyList, OverlayKeyMade, OverlayKeyView
from schema.context import Viewer
from schema.errors import Code, refused
from schema.identity import Scope
from service.store.people.record import Grant, Token, token_id
from service.store.ports import Store
from service.usecases.credentials import (
    KEY_ID_PREFIX,
    KEY_PREFIX,
    NearViewers,
    new_secret,
    token_digest,
)
from service.usecases.names import shown_name
from service.usecases.refusals import store_errors_refused
from service.usecases.rights import allowed

KEYS_MAX: Final = 50


class OverlayKeyService:
    """Implements `schema.context.OverlayKeys` on a store."""

    def __init__(self, store: Store, near: NearViewers) -> None:
        self._store = store
        self._near = near

    async def create(self, viewer: Viewer, new: NewOverlayKey) -> OverlayKeyMade:
        """Make a key; refuses MATCH_NOT_FOUND, NOT_SEATED, LIMIT_REACHED, INVALID_INPUT."""
        owner, name = allowed(viewer, Scope.MATCH_CREATE).id, shown_name(new.name)
        text = new_secret(KEY_PREFIX)
        digest = token_digest(text)
        with store_errors_refused():
            grant = await self._grant(owner, new.match_id)
            await self._check_room(owner)
            key = Token(
                token_id(digest, KEY_ID_PREFIX),
                owner,
                name,
                (Scope.OVERLAY_READ.value,),
                await self._store.now_ms(),
                grant=grant,
            )
            await self._store.tokens.put(key, digest)
        return OverlayKeyMade(id=key.id, key=text, about=_view(key, grant))

    async def _grant(self, owner: str, match_id: str | None) -> Grant:
        if match_id is None:
            return Grant(player_id=owner)
        record = (await self._store.read(match_id)).record
        if record.owner_id != owner and record.seat_of(owner) is None:
            detail = "Only the match's owner and who sits in it may make a key for it."
            raise refused(Code.NOT_SEATED, detail, version=record.version)
        return Grant(match_id=match_id)

    async def _check_room(self, owner: str) -> None:
        if len(await self._keys(owner)) >= KEYS_MAX:
            detail = f"An account has at most {KEYS_MAX} overlay keys: revoke one first."
            raise refused(Code.LIMIT_REACHED, detail)

    async def mine(self, viewer: Viewer) -> OverlayKeyList:
        """Return the keys of the viewer's account."""
        owner = allowed(viewer, Scope.MATCH_CREATE).id
        with store_errors_refused():
            return OverlayKeyList(items=await self._keys(owner))

    async def _keys(self, owner: str) -> tuple[OverlayKeyView, ...]:
        found = await self._store.tokens.of(owner)
        return tuple(_view(key, key.grant) for key in found if key.grant is not None)

    async def revoke(self, viewer: Viewer, key_id: str) -> OverlayKeyView:
        """Take a key back; refuses KEY_NOT_FOUND."""
        owner = allowed(viewer, Scope.MATCH_CREATE).id
        with store_errors_refused():
            found = await self._store.tokens.by_id(owner, key_id)
            if found is None or found.grant is None:
                raise refused(Code.KEY_NOT_FOUND, "The account has no such overlay key.")
            await self._store.tokens.revoke(owner, key_id)
        self._near.forget(owner)
        return _view(found, found.grant)


def _view(key: Token, grant: Grant) -> OverlayKeyView:
    return OverlayKeyView(
        id=key.id,
        name=key.name,
        match_id=grant.match_id,
        player_id=grant.player_id,
        created_at_ms=key.created_ms,
        used_at_ms=key.used_ms,
    )
