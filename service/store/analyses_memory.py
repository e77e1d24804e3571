"""Analyses in one process, for the store without a server."""

from collections.abc import Container

from service.store.analysis import Analysis


class MemoryAnalyses:
    """Implements `AnalysisStore` in a dictionary, for the matches that are there."""

    def __init__(self, matches: Container[str]) -> None:
        self._matches = matches
        self._kept: dict[str, Analysis] = {}

    async def get(self, match_id: str) -> Analysis | None:
        """Return the analysis of a match, or nothing."""
        return self._kept.get(match_id)

    async def keep(self, match_id: str, analysis: Analysis, after: int) -> bool:
        """Keep an analysis if the one before it stands, and the match."""
        if match_id not in self._matches:
            return False
        stands = self._kept.get(match_id, Analysis())
        if stands != analysis and stands.version != after:
            return False
        self._kept[match_id] = analysis
        return True
