"""How long a bot may think in a worker: less where others wait, and never beyond a limit.

A queue has one worker, and a choice of the strong level may take a hundred times as long as
another's. So the more jobs wait behind it, the less it searches, but in a seeded match, which goes
the same way each time; and a bot that hangs is ended.
"""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

from engine.bot_levels import Level
from engine.seat_view import SeatTurn
from workers.bots import Budget, Choice
from workers.errors import BotHangsError

ALONE_MS: Final = 300  # a slow machine plays the same game, a little worse
LEAST_MS: Final = 20  # with less a search is no better than the level below it
HANG_SECONDS: Final = 1.0  # three levels, each hanging, still end before their job is ended

Decide = Callable[[SeatTurn, Level, Budget], Choice]
"""The bots: from what a seat sees, a level and a budget to a move."""


class Thinking:
    """Asks bots within the limits of a worker; `waiting` tells how many jobs wait in its queue."""

    def __init__(
        self, decide: Decide, waiting: Callable[[], int], hang_seconds: float = HANG_SECONDS
    ) -> None:
        self._decide = decide
        self._waiting = waiting
        self._hang_seconds = hang_seconds

    def __call__(self, turn: SeatTurn, level: Level) -> Choice:
        """Return a choice; raises BotHangsError, and whatever the bot raises."""
        return self._chosen(turn, level, Budget(limit_ms=fair_limit_ms(self._waiting())))

    def by_count(self, turn: SeatTurn, level: Level) -> Choice:
        """Return what the same turn always gets, however many jobs wait; raises as above."""
        return self._chosen(turn, level, Budget())

    def _chosen(self, turn: SeatTurn, level: Level, budget: Budget) -> Choice:
        with at_most(self._hang_seconds):
            return self._decide(turn, level, budget)


def fair_limit_ms(waiting: int) -> int:
    """Return how long a search may take while so many jobs wait, milliseconds."""
    return max(LEAST_MS, ALONE_MS // (1 + waiting))


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raise BotHangsError in the block after a time. Only for the main thread.

    A timer that runs already, such as RQ's for the whole job, goes on afterwards.
    """
    armed = True

    def ring(number: int, frame: FrameType | None) -> None:
        del number, frame
        if armed:
            raise BotHangsError

    before = signal.signal(signal.SIGALRM, ring)
    left, _ = signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        armed = False
        used = seconds - signal.setitimer(signal.ITIMER_REAL, 0)[0]
        signal.signal(signal.SIGALRM, before)
        if left:
            signal.setitimer(signal.ITIMER_REAL, max(left - used, 0.001))
