"""Rules on the server, and the ones that this process has used lately."""

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, NamedTuple

import msgspec

from engine.rules import Rules, parse_rules, rules_hash, rules_json
from service.store import keys
from service.store.commands import Commands
from service.store.errors import BlobUnreadableError, RulesNotFoundError

DAY_S: Final = 86_400
_KEPT: Final = 256  # rules in memory, a few kilobytes each


class _Near(NamedTuple):
    """Rules in memory, and when the server was last told of their use."""

    rules: Rules
    renewed_at: float


class RulesShelf:
    """Rules by their hash; what a hash names never changes, so a copy is always good.

    Rules live for `lifetime_s` after their last use, 0 for ever. A process that uses them from
    memory says so to the server once a day. `monotonic` counts seconds.
    """

    def __init__(
        self,
        server: Commands,
        lifetime_s: int = 0,
        *,
        kept: int = _KEPT,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._server = server
        self._lifetime_s = lifetime_s
        self._kept = kept
        self._monotonic = monotonic
        self._near: OrderedDict[str, _Near] = OrderedDict()

    async def put(self, rules: Rules) -> str:
        """Keep rules by their content and return their hash."""
        digest = rules_hash(rules)
        lifetime = ("EX", self._lifetime_s) if self._lifetime_s else ()
        await self._server.call("SET", keys.rules(digest), rules_json(rules), *lifetime)
        self._keep(digest, rules)
        return digest

    def near(self, digest: str) -> Rules | None:
        """Return the rules of that hash if they are in memory, and need not be renewed."""
        near = self._near.get(digest)
        if near is None or self._monotonic() - near.renewed_at >= DAY_S:
            return None
        self._near.move_to_end(digest)
        return near.rules

    async def get(self, digest: str) -> Rules:
        """Return the rules of that hash; raises RulesNotFoundError, BlobUnreadableError."""
        rules = self.near(digest)
        if rules is not None:
            return rules
        used = self._near.get(digest)
        if used is not None:
            self._keep(digest, used.rules)
            await self._renew(digest)
            return used.rules
        found = await self._server.call("GET", keys.rules(digest))
        if not isinstance(found, bytes):
            raise RulesNotFoundError("there are no rules of that hash")
        try:
            rules = parse_rules(found)
        except msgspec.DecodeError as cause:
            raise BlobUnreadableError("the rules are of a kind that this process lacks") from cause
        await self._renew(digest)
        self._keep(digest, rules)
        return rules

    async def _renew(self, digest: str) -> None:
        if self._lifetime_s:
            await self._server.call("EXPIRE", keys.rules(digest), self._lifetime_s)

    def _keep(self, digest: str, rules: Rules) -> None:
        self._near[digest] = _Near(rules, self._monotonic())
        self._near.move_to_end(digest)
        if len(self._near) > self._kept:
            self._near.popitem(last=False)
