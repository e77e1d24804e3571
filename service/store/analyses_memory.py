"""Analyses in one process, for the store without a server."""

from collections.abc import Callable, Container

from service.store.analysis import Analysis, Turn


class MemoryAnalyses:
    """Implements `AnalysisStore` in a dictionary, for the matches that are there."""

    def __init__(self, matches: Container[str], clock_ms: Callable[[], int]) -> None:
        self._matches = matches
        self._clock_ms = clock_ms
        self._line: dict[str, int] = {}
        self._next_turn_ms = 0
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

    async def turn(self, match_id: str, since_ms: int, pause_ms: int, *, used: bool) -> Turn:
        """Let a match stand in line, and take the next turn for the first there."""
        if used:
            self._line[match_id] = since_ms
        since_ms = self._line.setdefault(match_id, since_ms)
        now_ms = self._clock_ms()
        if now_ms < self._next_turn_ms:
            return Turn(place=sum(other < since_ms for other in self._line.values()))
        self._next_turn_ms = now_ms + pause_ms
        head = self._first()
        assert head is not None, "whoever asks stands in line"
        self._line[head] = now_ms
        return Turn(head)

    async def leave(self, match_id: str) -> str | None:
        """Let a match wait no more; return the one that now stands first, if any."""
        self._line.pop(match_id, None)
        return self._first()

    def _first(self) -> str | None:
        return min(self._line, key=lambda at: (self._line[at], at), default=None)
