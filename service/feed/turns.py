"""The matches that wait for an account, as a feed of the present state: no cursor, nothing missed.

Every stream of an account in this process shares one desk. Each tells what is unlike what it has
told before, so a slow one gets fewer items and never an old state.
"""

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from schema.context import Viewer
from schema.identity import Scope
from schema.model import TurnsItem, TurnsKind, WaitingTurn
from service.feed.desk import Desk, Waiting
from service.store.ports import Store
from service.usecases.presence import PresenceService
from service.usecases.refusals import store_errors_refused
from service.usecases.rights import allowed

HEARTBEAT_S: Final = 15.0


class TurnHub:
    """Implements `schema.context.WaitingTurns` on a store."""

    def __init__(
        self, store: Store, presence: PresenceService, heartbeat_s: float = HEARTBEAT_S
    ) -> None:
        self._store = store
        self._presence = presence
        self._heartbeat_s = heartbeat_s
        self._desks: dict[str, Desk] = {}

    @property
    def desks(self) -> int:
        """Return how many accounts are followed now."""
        return len(self._desks)

    async def feed(self, viewer: Viewer) -> AsyncGenerator[TurnsItem]:
        """Yield all that wait, then what is added and removed, with heartbeats, for ever.

        Refuses UNAUTHENTICATED, FORBIDDEN, STORE_UNAVAILABLE.
        """
        player = allowed(viewer, Scope.MATCH_READ)
        with store_errors_refused():
            async with self._desk(player.id) as desk:
                await desk.ready()
                await self._present(desk)
                told = dict(desk.waiting)
                yield TurnsItem(kind=TurnsKind.WAITING, turns=_sorted(told))
                while True:
                    now = await desk.unlike(told, self._heartbeat_s)
                    for item in _differences(told, now):
                        yield item
                    if now == told:
                        yield await self._heartbeat(desk)
                    told = now

    async def page(self, viewer: Viewer, wait_s: float) -> tuple[WaitingTurn, ...]:
        """Return all that wait, waiting for the first; refuses UNAUTHENTICATED, FORBIDDEN."""
        player = allowed(viewer, Scope.MATCH_READ)
        with store_errors_refused():
            async with self._desk(player.id) as desk:
                await desk.ready()
                await self._present(desk)
                return _sorted(desk.waiting or await desk.unlike({}, wait_s))

    async def _heartbeat(self, desk: Desk) -> TurnsItem:
        """Return a sign of life, having looked whether a match has come unheard."""
        await desk.catch_up()
        await self._present(desk)
        now_ms = await self._store.now_ms()
        return TurnsItem(kind=TurnsKind.HEARTBEAT, server_time_ms=now_ms)

    async def _present(self, desk: Desk) -> None:
        for match_id, seat in tuple(desk.seats.items()):
            await self._presence.touch(match_id, seat)

    @asynccontextmanager
    async def _desk(self, player_id: str) -> AsyncIterator[Desk]:
        desk = self._desks.get(player_id)
        if desk is None:
            desk = self._desks[player_id] = Desk(self._store, player_id)
            desk.open()
        desk.users += 1
        try:
            yield desk
        finally:
            desk.users -= 1
            if not desk.users:
                del self._desks[player_id]
                await desk.close()


def _differences(told: Waiting, now: Waiting) -> list[TurnsItem]:
    gone = tuple(sorted(told.keys() - now.keys()))
    new = {at: turn for at, turn in now.items() if told.get(at) != turn}
    items = []
    if gone:
        items.append(TurnsItem(kind=TurnsKind.REMOVED, match_ids=gone))
    if new:
        items.append(TurnsItem(kind=TurnsKind.ADDED, turns=_sorted(new)))
    return items


def _sorted(waiting: Waiting) -> tuple[WaitingTurn, ...]:
    """Return turns in the order in which they must be taken: the first deadline first."""
    return tuple(
        sorted(
            waiting.values(),
            key=lambda turn: (turn.deadline_ms is None, turn.deadline_ms or 0, turn.match_id),
        )
    )
