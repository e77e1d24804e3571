"""Rules on the server, and the ones that this process has used lately."""

from collections import OrderedDict
from typing import Final

import msgspec

from engine.rules import Rules, parse_rules, rules_hash, rules_json
from service.store import keys
from service.store.commands import Commands
from service.store.errors import BlobUnreadableError, RulesNotFoundError

_KEPT: Final = 256  # rules in memory, a few kilobytes each


class RulesShelf:
    """Rules by their hash; what a hash names never changes, so a copy is always good."""

    def __init__(self, server: Commands, kept: int = _KEPT) -> None:
        self._server = server
        self._kept = kept
        self._near: OrderedDict[str, Rules] = OrderedDict()

    async def put(self, rules: Rules) -> str:
        """Keep rules by their content and return their hash."""
        digest = rules_hash(rules)
        await self._server.call("SET", keys.rules(digest), rules_json(rules))
        self._keep(digest, rules)
        return digest

    async def get(self, digest: str) -> Rules:
        """Return the rules of that hash; raises RulesNotFoundError, BlobUnreadableError."""
        near = self._near.get(digest)
        if near is not None:
            self._near.move_to_end(digest)
            return near
        found = await self._server.call("GET", keys.rules(digest))
        if not isinstance(found, bytes):
            raise RulesNotFoundError("there are no rules of that hash")
        try:
            rules = parse_rules(found)
        except msgspec.DecodeError as cause:
            raise BlobUnreadableError("the rules are of a kind that this process lacks") from cause
        self._keep(digest, rules)
        return rules

    def _keep(self, digest: str, rules: Rules) -> None:
        self._near[digest] = rules
        self._near.move_to_end(digest)
        if len(self._near) > self._kept:
            self._near.popitem(last=False)
