"""What the jobs of one process share; made when the worker starts."""

import time
from collections import Counter
from collections.abc import Callable

from engine.bot_levels import Level
from engine.seat_view import SeatTurn
from service.usecases.ports import Jobs
from workers.bots import Choice
from workers.ports import Turns

Choose = Callable[[SeatTurn, Level], Choice]
"""The bots: from what a seat sees and a level to a move, and how it came about."""


class JobContext:
    """The ports of the jobs, the bots that play, and a tally of what went wrong.

    `monotonic` is a clock in seconds.
    """

    def __init__(
        self,
        turns: Turns,
        jobs: Jobs,
        choose: Choose,
        *,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.turns = turns
        self.jobs = jobs
        self.choose = choose
        self.monotonic = monotonic
        self.tally: Counter[str] = Counter()
