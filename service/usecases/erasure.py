"""Erasing an account: whoever asks again after a fault goes on where it stopped."""

import secrets
from collections.abc import AsyncIterator
from typing import Final

from schema.accounts import Erased
from schema.administration import AuditAction
from schema.context import Viewer
from schema.errors import Refused
from schema.identity import GUEST_SCOPES, Scope
from service.store.errors import MatchNotFoundError
from service.store.people.record import AuditEntry, Player
from service.store.places import ListKind, ListName
from service.store.ports import Store
from service.store.record import Record, Status, Step
from service.usecases import steps
from service.usecases.administration import revoke_all
from service.usecases.bot_accounts import BOTS_MAX
from service.usecases.credentials import NearViewers
from service.usecases.refusals import store_errors_refused
from service.usecases.rights import insufficient, signed_in

_PAGE: Final = 100
_COMMIT_BYTES: Final = 8


class Erasure:
    """Erases accounts from a store."""

    def __init__(self, store: Store, near: NearViewers) -> None:
        self._store = store
        self._near = near

    async def erase(self, viewer: Viewer) -> Erased:
        """Erase the viewer's account and its bots; refuses FORBIDDEN for a lesser token.

        Seats in lobbies are left and seats in play given up to house bots. The account, its
        identity, tokens, keys and lists go. What a match has kept of it stays with the match.
        """
        account = signed_in(viewer)
        missing = (frozenset({Scope.BOT_PLAY}) if account.bot else GUEST_SCOPES) - viewer.scopes
        if missing:
            raise insufficient(*sorted(missing))
        with store_errors_refused():
            now_ms = await self._store.now_ms()
            note = AuditEntry(now_ms, account.id, AuditAction.ERASE.value, account.id, "own wish")
            await self._store.audit.add(note)
            for bot_id in await self._store.bots.bots_of(account.id, BOTS_MAX):
                await self._erase(bot_id)
            await self._erase(account.id)
        return Erased(id=account.id, at_ms=now_ms)

    async def _erase(self, account_id: str) -> None:
        player = await self._store.accounts.get(account_id)
        async for match_id in self._matches(account_id):
            await self._stand_up(account_id, match_id)
        if player is not None:
            await self._forget(player)
        await revoke_all(self._store, account_id)
        self._near.forget(account_id)

    async def _forget(self, player: Player) -> None:
        if player.identity is not None:
            await self._store.accounts.release_identity(player.identity)
        if player.bot is not None:
            await self._store.bots.unlist_bot(player.id, player.bot.owner_id)
        await self._store.accounts.delete(player.id)

    async def _matches(self, account_id: str) -> AsyncIterator[str]:
        name, last = ListName(ListKind.PLAYED, account_id), None
        while places := await self._store.lists.page(name, _PAGE, last):
            for place in places:
                yield place.match_id
            last = places[-1]

    async def _stand_up(self, account_id: str, match_id: str) -> None:
        """Leave a seat, or give it up to a house bot; a match that is over stays as it is."""
        try:
            record = (await self._store.read(match_id)).record
            step = _step(record, account_id)
            if step is not None:
                await self._store.update(match_id, step, secrets.token_bytes(_COMMIT_BYTES))
        except (MatchNotFoundError, Refused):
            return  # it has gone, or has gone on in the meantime: there is no seat to leave


def _step(record: Record, account_id: str) -> Step | None:
    if record.seat_of(account_id) is None or record.status.ended:
        return None
    if record.status is Status.LOBBY:
        return lambda at: steps.left(at, account_id)
    return lambda at: steps.resigned(at, account_id)
