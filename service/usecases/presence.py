"""Who is there: noted at most now and then, read only when somebody asks."""

import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from schema.context import Viewer
from schema.model import PresenceView, SeatPresence
from service.store.errors import StoreError
from service.store.ports import Store
from service.store.record import Record, SeatKind
from service.usecases.refusals import store_errors_refused
from service.usecases.rights import may_read
from service.usecases.sight import sight_of

PRESENT_MS: Final = 45_000  # three heartbeats of a stream
NOTED_S: Final = 10.0
_KEPT: Final = 20_000  # seats of which a process knows when it has noted them


class PresenceService:
    """Implements `schema.context.Presence` on a store; `monotonic` is a clock in seconds."""

    def __init__(self, store: Store, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._monotonic = monotonic
        self._noted: OrderedDict[tuple[str, int], float] = OrderedDict()

    def is_new(self, match_id: str, seat: int | None) -> bool:
        """Return whether `touch` has anything to note: a seat that was not a moment ago."""
        noted = None if seat is None else self._noted.get((match_id, seat))
        return seat is not None and (noted is None or self._monotonic() - noted >= NOTED_S)

    async def touch(self, match_id: str, seat: int | None) -> None:
        """Note that a seat's account is there, unless that was done a moment ago.

        Nothing happens for no seat, or if the store cannot take it now.
        """
        if seat is None or not self.is_new(match_id, seat):
            return
        at = (match_id, seat)
        self._noted[at] = self._monotonic()
        self._noted.move_to_end(at)
        if len(self._noted) > _KEPT:
            self._noted.popitem(last=False)
        with suppress(StoreError):
            await self._store.touch(match_id, seat)

    async def presence(self, viewer: Viewer, match_id: str) -> PresenceView:
        """Return who is there; refuses MATCH_NOT_FOUND, NOT_FOR_SPECTATORS, FORBIDDEN."""
        may_read(viewer)
        with store_errors_refused():
            record = (await self._store.read(match_id)).record
            if not sight_of(record, viewer).live:
                return PresenceView(match_id=match_id, seats=None)
            return PresenceView(match_id=match_id, seats=await self.of(record))

    async def of(self, record: Record) -> tuple[SeatPresence, ...]:
        """Return who of a match is there; raises the errors of the store."""
        ago_ms = await self._store.seen(record.id)
        return tuple(
            SeatPresence(
                seat=seat,
                present=ago_ms.get(seat, PRESENT_MS) < PRESENT_MS
                if who is not None and who.kind is SeatKind.PERSON
                else None,
            )
            for seat, who in enumerate(record.seats)
        )
