"""When the clock must step in: the due sets of all partitions."""

from typing import Final

import msgspec

from service.store import keys
from service.store.commands import ManySlots, Reply, SlotsApartError, load_script
from service.store.ports import Claim

CLOCK_SECONDS: Final = 60  # for how long it is known that a clock has swept
_SWEEPS_A_BEAT: Final = 50  # at ten a second, every five seconds
_AT_ONCE: Final = 64  # sets that a cluster is asked for together


class DueSets:
    """Claims matches whose time has come.

    A single server looks through all partitions in one call. A cluster refuses keys of several
    slots in one script, so there it takes a run for each, many in one round trip.
    """

    def __init__(self, server: ManySlots) -> None:
        self._server = server
        self._claim: Final = load_script("claim_due")
        self._sweeps = 0
        self._is_cluster = False

    async def claim(self, lease_ms: int, limit: int) -> tuple[Claim, ...]:
        """Return up to `limit` matches that are due, and move their time on by the lease."""
        if self._sweeps % _SWEEPS_A_BEAT == 0:
            await self._server.call("SET", keys.CLOCK, "", "EX", CLOCK_SECONDS)
        start = self._sweeps % keys.PARTITIONS  # each sweep begins elsewhere: none comes last
        self._sweeps += 1
        order = (*keys.DUE[start:], *keys.DUE[:start])
        if not self._is_cluster:
            try:
                return await self._claim_from(order, lease_ms, limit)
            except SlotsApartError:
                self._is_cluster = True
        taken: tuple[Claim, ...] = ()
        while order and len(taken) < limit:
            room = limit - len(taken)
            together, order = order[: min(room, _AT_ONCE)], order[min(room, _AT_ONCE) :]
            taken += await self._claim_each(together, lease_ms, room // len(together))
        return taken

    async def set(self, match_id: str, at_ms: int, *, unless_due: bool) -> None:
        """Let a match be due at a time, or leave it as it is if it is due at all."""
        options = ("NX",) if unless_due else ()
        await self._server.call("ZADD", keys.match_keys(match_id).due, *options, at_ms, match_id)

    async def overdue_ms(self) -> int:
        """Return for how many milliseconds the first of all due times has passed; 0: none has."""
        firsts = [await self._server.call("ZRANGE", due, 0, 0, "WITHSCORES") for due in keys.DUE]
        found = [msgspec.convert(first, tuple[bytes, bytes]) for first in firsts if first]
        seconds, micros = msgspec.convert(await self._server.call("TIME"), tuple[bytes, bytes])
        now_ms = int(seconds) * 1_000 + int(micros) // 1_000
        return max(0, now_ms - min((int(float(at)) for _, at in found), default=now_ms))

    async def forget(self, match_id: str) -> None:
        """Let a match be due no more."""
        await self._server.call("ZREM", keys.match_keys(match_id).due, match_id)

    async def _claim_from(
        self, due: tuple[str, ...], lease_ms: int, limit: int
    ) -> tuple[Claim, ...]:
        return _claims(await self._server.run(self._claim, due, (lease_ms, limit)))

    async def _claim_each(
        self, due: tuple[str, ...], lease_ms: int, most: int
    ) -> tuple[Claim, ...]:
        replies = await self._server.run_each(self._claim, due, (lease_ms, most))
        return tuple(claim for reply in replies for claim in _claims(reply))


def _claims(reply: Reply) -> tuple[Claim, ...]:
    return tuple(
        Claim(match_id.decode(), late_ms, again=bool(again))
        for match_id, late_ms, again in msgspec.convert(reply, list[tuple[bytes, int, int]])
    )
