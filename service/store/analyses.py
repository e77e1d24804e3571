"""Analyses on the server: a blob each, beside the match that it belongs to."""

from typing import Final

import msgspec

from service.store import keys
from service.store.analysis import Analysis, Turn
from service.store.codec import decode_analysis, encode_analysis, version_prefix
from service.store.commands import Commands, load_script
from service.store.keys import match_keys


class RedisAnalyses:
    """Implements `AnalysisStore` on a server; every method may run twice without harm."""

    def __init__(self, server: Commands, codec: int) -> None:
        self._server = server
        self._codec = codec
        self._keep: Final = load_script("keep_analysis")
        self._turn: Final = load_script("analysis_turn")

    async def get(self, match_id: str) -> Analysis | None:
        """Return the analysis of a match, or nothing."""
        blob = await self._server.call("GET", match_keys(match_id).analysis)
        return decode_analysis(blob) if isinstance(blob, bytes) else None

    async def keep(self, match_id: str, analysis: Analysis, after: int) -> bool:
        """Keep an analysis if the one before it stands, and the match."""
        at = match_keys(match_id)
        given = (version_prefix(after), encode_analysis(analysis, self._codec))
        return await self._server.run(self._keep, (at.state, at.analysis), given) == 1

    async def turn(self, match_id: str, since_ms: int, pause_ms: int, *, used: bool) -> Turn:
        """Let a match stand in line, and take the next turn for the first there.

        Of a turn whose answer was lost nothing becomes; the next one comes all the same.
        """
        given = (match_id, since_ms, int(used), pause_ms)
        reply = await self._server.run(self._turn, (keys.ANALYSIS_LINE, keys.ANALYSIS_TURN), given)
        head, place = msgspec.convert(reply, tuple[bytes, int])
        return Turn(head.decode() or None, place)

    async def leave(self, match_id: str) -> str | None:
        """Let a match wait no more; return the one that now stands first, if any."""
        await self._server.call("ZREM", keys.ANALYSIS_LINE, match_id)
        reply = await self._server.call("ZRANGE", keys.ANALYSIS_LINE, 0, 0)
        return next((at.decode() for at in msgspec.convert(reply, list[bytes])), None)
