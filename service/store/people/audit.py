"""The audit on the server: a stream to which entries are only ever added."""

from typing import Final

import msgspec

from service.store import keys
from service.store.commands import Commands
from service.store.people.codec import decode_audit, encode
from service.store.people.record import AuditEntry

_FIELD: Final = "e"
_Item = tuple[bytes, list[bytes]]


class RedisAudit:
    """Implements `AuditStore` on a server.

    Adding may run twice after a lost answer: better told twice than not at all.
    """

    def __init__(self, server: Commands) -> None:
        self._server = server

    async def add(self, entry: AuditEntry) -> None:
        """Add an entry at its end."""
        await self._server.call("XADD", keys.AUDIT, "*", _FIELD, encode(entry))

    async def page(self, first: int, after: str | None) -> tuple[tuple[str, AuditEntry], ...]:
        """Return up to `first` entries with their ids, the newest first."""
        start = "+" if after is None else f"({after}"
        reply = await self._server.call("XREVRANGE", keys.AUDIT, start, "-", "COUNT", first)
        found = msgspec.convert(reply, list[_Item])
        return tuple((name.decode(), decode_audit(fields[1])) for name, fields in found)
