"""When the clock must step in: the due sets of all partitions."""

from typing import Final

import msgspec

from service.store import keys
from service.store.commands import Commands, SlotsApartError, load_script
from service.store.ports import Claim


class DueSets:
    """Claims matches whose time has come.

    A single server looks through all partitions in one call. A cluster refuses keys of several
    slots in one script, so there it takes a call for each.
    """

    def __init__(self, server: Commands) -> None:
        self._server = server
        self._claim: Final = load_script("claim_due")
        self._sweeps = 0
        self._is_cluster = False

    async def claim(self, lease_ms: int, limit: int) -> tuple[Claim, ...]:
        """Return up to `limit` matches that are due, and move their time on by the lease."""
        start = self._sweeps % keys.PARTITIONS  # each sweep begins elsewhere: none comes last
        self._sweeps += 1
        order = (*keys.DUE[start:], *keys.DUE[:start])
        if not self._is_cluster:
            try:
                return await self._claim_from(order, lease_ms, limit)
            except SlotsApartError:
                self._is_cluster = True
        taken: tuple[Claim, ...] = ()
        for due in order:
            if len(taken) < limit:
                taken += await self._claim_from((due,), lease_ms, limit - len(taken))
        return taken

    async def forget(self, match_id: str) -> None:
        """Let a match be due no more."""
        await self._server.call("ZREM", keys.match_keys(match_id).due, match_id)

    async def _claim_from(
        self, due: tuple[str, ...], lease_ms: int, limit: int
    ) -> tuple[Claim, ...]:
        taken = await self._server.run(self._claim, due, (lease_ms, limit))
        return tuple(
            Claim(match_id.decode(), late_ms, again=bool(again))
            for match_id, late_ms, again in msgspec.convert(taken, list[tuple[bytes, int, int]])
        )
