"""How moves are judged in a worker: in slices that let others come between, never for ever."""

import time
from collections.abc import Callable
from typing import Final

from engine.seat_view import SeatTurn
from workers.bots import Budget, Judgement
from workers.errors import BotHangsError, MachineBusyError
from workers.thinking import at_most

SLICE_SECONDS: Final = 1.0  # of one analysis, then the other jobs of the queue have their turn
LEAST_SECONDS: Final = 0.1  # with less, reading the match would take most of a slice
HANG_SECONDS: Final = 3.0  # after a whole slice it still ends before its job is ended
THOUGHT_SECONDS: Final = 1.0  # of a processor: five times the longest that was measured
_BUDGET: Final = Budget()  # no limit of time: the same move is judged the same everywhere

Judge = Callable[[SeatTurn, str, Budget], Judgement]
"""The bots: from what a seat saw, its move and a budget to what is to be said of it."""


class Judging:
    """Judges moves within the limits of a worker; `waiting` tells how many jobs wait behind."""

    def __init__(
        self,
        judge: Judge,
        waiting: Callable[[], int],
        hang_seconds: float = HANG_SECONDS,
        *,
        processor: Callable[[], float] = time.process_time,
    ) -> None:
        self._judge = judge
        self._waiting = waiting
        self._hang_seconds = hang_seconds
        self._processor = processor

    def __call__(self, turn: SeatTurn, move: str) -> Judgement:
        """Judge a move; raises BotHangsError, MachineBusyError, and whatever the bot raises."""
        began = self._processor()
        try:
            with at_most(self._hang_seconds):
                return self._judge(turn, move, _BUDGET)
        except BotHangsError as error:
            if self._processor() - began < THOUGHT_SECONDS:
                raise MachineBusyError from error
            raise

    @property
    def worlds(self) -> int:
        """Return in how many worlds each answer is tried."""
        return _BUDGET.worlds

    @property
    def slice_seconds(self) -> float:
        """Return how long a slice may go on; the last move that it judges may take longer."""
        return max(LEAST_SECONDS, SLICE_SECONDS / (1 + self._waiting()))
