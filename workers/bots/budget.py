"""How much a bot may think, and what came of it."""

import time
from collections.abc import Callable
from typing import Final

from msgspec import Struct

from engine.bot_levels import Level
from engine.playout.worlds import Chance

LONGEST_MS: Final = 2_000


class Budget(Struct, frozen=True):
    """How much the strong level may think about one choice.

    `worlds` is in how many deals it plays out each answer at most; it alone decides unless
    `limit_ms` cuts it off, milliseconds of time as it passes, at most 2,000; null: never. `seed`
    makes other worlds of the same turn; the same turn, seed and worlds give the same choice.
    """

    worlds: int = 60
    limit_ms: int | None = None
    seed: int = 0


class Choice(Struct, frozen=True):
    """The text of a move, the level that chose it, and how it came about.

    `worlds` is how many deals were played out for it, 0 where none were; `cut` tells that the
    time limit ended the search before its budget.
    """

    move: str
    level: Level
    worlds: int = 0
    cut: bool = False


class Judgement(Struct, frozen=True):
    """The text of the move that is thought best, and what another has cost its seat by it.

    `best` is the judged move itself if that does the same. `lost` counts points of the rule set,
    0 or more, whichever total wins; null where moves are chosen without playing deals out.
    `error` is its standard error, `worlds` in how many deals the two were compared, 0 for the same
    move.
    """

    best: str
    lost: float | None = None
    error: float = 0.0
    worlds: int = 0


class Means:
    """What one search may use: so many worlds, chances to make them, and a watch.

    `doubt` is by how many standard errors another answer must be better than the usual one,
    `patience` in how many worlds each answer is tried before one is given up.
    """

    __slots__ = ("chance", "doubt", "patience", "watch", "worlds")

    def __init__(
        self, worlds: int, chance: Chance, watch: "Watch", doubt: float = 0.7, patience: int = 0
    ) -> None:
        self.worlds, self.chance, self.watch = worlds, chance, watch
        self.doubt, self.patience = doubt, patience


class Watch:
    """Tells when the time for a choice is over."""

    def __init__(
        self, limit_ms: int | None, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        """Start to wait for so many milliseconds; null: for ever."""
        self._monotonic = monotonic
        self._ends_at = None
        if limit_ms is not None:
            self._ends_at = monotonic() + min(limit_ms, LONGEST_MS) / 1000

    @property
    def over(self) -> bool:
        """Return whether the time has passed."""
        return self._ends_at is not None and self._monotonic() >= self._ends_at
