"""What administrators may do. The audit is told before anything is done, so that it lacks nothing.

So an entry may tell of what then failed; it never fails to tell of what was done.
"""

import re
from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from schema.administration import (
    AccountMeasure,
    AccountOrder,
    AccountView,
    AuditAction,
    AuditEntryView,
    AuditPage,
    MatchMeasure,
    MatchOrder,
)
from schema.context import Viewer
from schema.errors import Code, Refused, refused
from schema.identity import Scope
from schema.model import MatchView
from service.store.people.record import AuditEntry, Player
from service.store.ports import Store
from service.store.record import Step
from service.usecases import steps
from service.usecases.commits import Commits
from service.usecases.credentials import NearViewers
from service.usecases.holders import account_kind
from service.usecases.refusals import store_errors_refused
from service.usecases.rights import allowed
from service.usecases.views import match_view

PAGE_MAX: Final = 100
_AUDIT_ID: Final = re.compile(r"[0-9]{1,15}-[0-9]{1,15}")
_STEPS: Final[Mapping[MatchMeasure, Step]] = {
    MatchMeasure.PAUSE: steps.paused,
    MatchMeasure.RESUME: steps.resumed,
    MatchMeasure.VOID: steps.voided,
}


class AdminService:
    """Implements `schema.context.Admin` on a store."""

    def __init__(self, store: Store, near: NearViewers, commits: Commits) -> None:
        self._store = store
        self._near = near
        self._commits = commits

    async def account(self, viewer: Viewer, account_id: str) -> AccountView:
        """Return an account; refuses ACCOUNT_NOT_FOUND."""
        allowed(viewer, Scope.ADMIN)
        with store_errors_refused():
            return _view(await self._player(account_id))

    async def order_account(
        self, viewer: Viewer, account_id: str, order: AccountOrder
    ) -> AccountView:
        """Ban an account, let it in again, or revoke its tokens; refuses ACCOUNT_NOT_FOUND."""
        actor = allowed(viewer, Scope.ADMIN).id
        with store_errors_refused():
            player = await self._player(account_id)
            action = AuditAction(order.measure)
            await self._note(actor, action, account_id, order.reason)
            if order.measure is AccountMeasure.REVOKE_TOKENS:
                await revoke_all(self._store, account_id)
            else:
                banned = order.measure is AccountMeasure.BAN
                player = await self._banned(account_id, banned=banned)
        self._near.forget(account_id)
        return _view(player)

    async def _banned(self, account_id: str, *, banned: bool) -> Player:
        now_ms = await self._store.now_ms()

        def alter(player: Player) -> Player:
            since = player.banned_ms or now_ms
            return replace(player, banned_ms=since if banned else None)

        player = await self._store.accounts.alter(account_id, alter)
        if player is None:
            raise no_account()
        return player

    async def order_match(self, viewer: Viewer, match_id: str, order: MatchOrder) -> MatchView:
        """Pause a match, let it go on, or end it without a result.

        Refuses MATCH_NOT_FOUND, MATCH_NOT_STARTED, MATCH_PAUSED, NOT_PAUSED, MATCH_OVER,
        MATCH_VOID.
        """
        actor = allowed(viewer, Scope.ADMIN).id
        with store_errors_refused():
            await self._store.read(match_id)
            await self._note(actor, AuditAction(order.measure), match_id, order.reason)
            await self._commits.commit(match_id, _STEPS[order.measure])
            return match_view(await self._store.read(match_id), actor)

    async def audit(self, viewer: Viewer, first: int, after: str | None) -> AuditPage:
        """Return a part of the audit, newest first; refuses INVALID_INPUT."""
        allowed(viewer, Scope.ADMIN)
        if not 1 <= first <= PAGE_MAX:
            raise refused(Code.INVALID_INPUT, f"first is 1 to {PAGE_MAX}.")
        if after is not None and not _AUDIT_ID.fullmatch(after):
            raise refused(Code.INVALID_INPUT, "after is the id of an entry.")
        with store_errors_refused():
            found = await self._store.audit.page(first + 1, after)
        items = tuple(_entry(name, entry) for name, entry in found[:first])
        return AuditPage(items=items, next=items[-1].id if len(found) > first else None)

    async def _player(self, account_id: str) -> Player:
        player = await self._store.accounts.get(account_id)
        if player is None:
            raise no_account()
        return player

    async def _note(self, actor: str, action: AuditAction, target: str, reason: str) -> None:
        at_ms = await self._store.now_ms()
        await self._store.audit.add(AuditEntry(at_ms, actor, action.value, target, reason))


async def revoke_all(store: Store, account_id: str) -> None:
    """Revoke every token and overlay key of an account."""
    for token in await store.tokens.of(account_id):
        await store.tokens.revoke(account_id, token.id)


def no_account() -> Refused:
    """Return the refusal of an account that is not there."""
    return refused(Code.ACCOUNT_NOT_FOUND, "There is no such account.")


def _view(player: Player) -> AccountView:
    return AccountView(
        id=player.id,
        name=player.name,
        kind=account_kind(player),
        admin=player.is_admin,
        created_at_ms=player.created_ms,
        banned_at_ms=player.banned_ms,
    )


def _entry(name: str, entry: AuditEntry) -> AuditEntryView:
    return AuditEntryView(
        id=name,
        at_ms=entry.at_ms,
        actor=entry.actor,
        action=AuditAction(entry.action),
        target=entry.target,
        reason=entry.reason,
    )
