"""What is kept of the analysis of a match that has ended."""

from typing import Protocol

from msgspec import Struct

from engine.events import Cause


class JudgedMove(Struct, frozen=True):
    """A move that was judged: the number of its entry, and what would have been better.

    `best` is the text of the best move, `move` itself if none is better. `lost` and its standard
    error `error` are hundredths of a point; `lost` is null where moves are not compared by points.
    """

    version: int
    deal: int
    seat: int
    cause: Cause
    move: str
    best: str
    lost: int | None = None
    error: int = 0


class Analysis(Struct, frozen=True):
    """How far an analysis has come: all entries up to `version` have been looked at.

    `missing` is how many decisions among them were not judged, `spent_ms` the time of a processor
    that the others took, milliseconds, `worlds` in how many worlds each answer was tried.
    """

    version: int = 0
    ready: bool = False
    worlds: int = 0
    spent_ms: int = 0
    missing: int = 0
    moves: tuple[JudgedMove, ...] = ()


class Turn(Struct, frozen=True):
    """Whose turn it is: the match that waits longest, or nobody's yet.

    `place` is how many stand before the match that asked.
    """

    head: str | None = None
    place: int = 0


class AnalysisStore(Protocol):
    """Analyses of matches, each of which goes with its match; and the line that waits for them."""

    async def get(self, match_id: str) -> Analysis | None:
        """Return the analysis of a match as far as it has come, or nothing."""
        ...

    async def keep(self, match_id: str, analysis: Analysis, after: int) -> bool:
        """Keep an analysis that goes on from version `after`, 0 for none; return whether it stands.

        It does not if another has come first, or the match is there no longer. The same again
        answers the same.
        """
        ...

    async def turn(self, match_id: str, since_ms: int, pause_ms: int, *, used: bool) -> Turn:
        """Let a match stand in line, and take the next turn, if it has come, for the first there.

        A turn comes `pause_ms` after the last. Who has had one stands behind all others until it
        is `used`: then he has waited since `since_ms` again.
        """
        ...

    async def leave(self, match_id: str) -> str | None:
        """Let a match wait no more; return the one that now stands first, if any."""
        ...
