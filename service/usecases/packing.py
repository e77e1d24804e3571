"""Packing matches that ended a while ago, so that what is kept of them takes little room."""

from service.store.ports import Store
from service.usecases.refusals import store_errors_refused


class Packing:
    """Packs each match once, `after_ms` milliseconds after its end, null for never.

    It is safe to ask twice.
    """

    def __init__(self, store: Store, after_ms: int | None) -> None:
        self._store = store
        self._after_ms = after_ms

    async def pack(self, match_id: str) -> None:
        """Pack a match that has ended if it is time; else it is due again when it will be."""
        with store_errors_refused():
            if self._after_ms is None:
                await self._store.forget_due(match_id)
                return
            newest = await self._store.read(match_id)
            record = newest.record
            at_ms = record.updated_ms + self._after_ms
            if newest.now_ms < at_ms:
                await self._store.set_due(match_id, at_ms)
            elif await self._store.pack(match_id, record.version):
                await self._store.forget_due(match_id)
