"""Analyses on the server: a blob each, beside the match that it belongs to."""

from typing import Final

from service.store.analysis import Analysis
from service.store.codec import decode_analysis, encode_analysis, version_prefix
from service.store.commands import Commands, load_script
from service.store.keys import match_keys


class RedisAnalyses:
    """Implements `AnalysisStore` on a server; every method may run twice without harm."""

    def __init__(self, server: Commands, codec: int) -> None:
        self._server = server
        self._codec = codec
        self._keep: Final = load_script("keep_analysis")

    async def get(self, match_id: str) -> Analysis | None:
        """Return the analysis of a match, or nothing."""
        blob = await self._server.call("GET", match_keys(match_id).analysis)
        return decode_analysis(blob) if isinstance(blob, bytes) else None

    async def keep(self, match_id: str, analysis: Analysis, after: int) -> bool:
        """Keep an analysis if the one before it stands, and the match."""
        at = match_keys(match_id)
        given = (version_prefix(after), encode_analysis(analysis, self._codec))
        return await self._server.run(self._keep, (at.state, at.analysis), given) == 1
