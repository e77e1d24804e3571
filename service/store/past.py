"""What has happened in one match: its log and its kept records, in keys of their own or packed."""

from functools import lru_cache
from typing import Final

import msgspec

from engine.events import Entry
from service.store.codec import decode_checkpoint, decode_entry, decode_record, version_prefix
from service.store.commands import load_script
from service.store.keys import MatchKeys
from service.store.packed import History, pack, unpack
from service.store.record import Record
from service.store.repeating import Repeating

_PAGE: Final = 500  # entries read at a time
_UNPACKED: Final = 2  # histories that are kept as they were read, for their next page
_NO_SUCH_KEY: Final = -2

_LogItem = tuple[bytes, tuple[bytes, bytes, bytes, bytes]]
"""An id, then the commit id and the blob, each behind its field's name."""


class Past:
    """Reads histories and packs them; every method may run twice without harm."""

    def __init__(self, server: Repeating) -> None:
        self._server = server
        self._pack: Final = load_script("pack")
        self._unpacked: Final = lru_cache(_UNPACKED)(unpack)

    async def entries(self, at: MatchKeys, after: int, limit: int) -> tuple[Entry, ...]:
        """Return up to `limit` entries with a `seq` above `after`, in order."""
        found = await self._log(at, after, limit)
        if found and found[0].seq == after + 1:
            return found
        history = await self._packed(at)
        if history is None:
            return found
        return (*history.entries[after : after + limit], *found)[:limit]

    async def checkpoint(self, at: MatchKeys, version: int) -> Record | None:
        """Return the newest kept record of at most that version, or nothing."""
        numbers = msgspec.convert(await self._server.call("HKEYS", at.checkpoints), list[bytes])
        newest = max((number for number in map(int, numbers) if number <= version), default=None)
        if newest is None:
            blob: object = await self._packed_checkpoint(at, version)
        else:
            blob = await self._server.call("HGET", at.checkpoints, newest)
        state = await self._server.call("GET", at.state)
        if not isinstance(blob, bytes) or not isinstance(state, bytes):
            return None  # the match has passed its retention since
        return decode_checkpoint(blob, decode_record(state))

    async def pack(self, at: MatchKeys, version: int) -> bool:
        """Pack the history of a match that has ended, with its idempotency keys gone.

        Return whether it is packed; not, if the match has another version or is gone.
        """
        history = await self._whole(at)
        state = await self._server.call("GET", at.state)
        if len(history.entries) != version or not isinstance(state, bytes):
            return await self._server.call("PTTL", at.packed) != _NO_SUCH_KEY
        keys = (at.state, at.packed, at.log, at.checkpoints, *at.once)
        given = (version_prefix(version), pack(history, decode_record(state)))
        return await self._server.run(self._pack, keys, given) == 1

    async def _whole(self, at: MatchKeys) -> History:
        """Return a history that is not packed; empty of entries if it is."""
        entries: list[Entry] = []
        while len(page := await self._log(at, len(entries), _PAGE)) > 0:
            if page[0].seq != len(entries) + 1:
                break
            entries += page
        reply = await self._server.call("HGETALL", at.checkpoints)
        kept = msgspec.convert(reply, list[bytes])
        blobs = {int(number): blob for number, blob in zip(kept[::2], kept[1::2], strict=True)}
        return History(tuple(entries), blobs)

    async def _log(self, at: MatchKeys, after: int, limit: int) -> tuple[Entry, ...]:
        found = await self._server.call("XRANGE", at.log, f"{after + 1}-0", "+", "COUNT", limit)
        return tuple(
            decode_entry(int(place.split(b"-")[0]), commit, blob)
            for place, (_, commit, _, blob) in msgspec.convert(found, list[_LogItem])
        )

    async def _packed(self, at: MatchKeys) -> History | None:
        blob = await self._server.call("GET", at.packed)
        return self._unpacked(blob) if isinstance(blob, bytes) else None

    async def _packed_checkpoint(self, at: MatchKeys, version: int) -> bytes | None:
        history = await self._packed(at)
        if history is None:
            return None
        numbers = (number for number in history.checkpoints if number <= version)
        newest = max(numbers, default=None)
        return None if newest is None else history.checkpoints[newest]
