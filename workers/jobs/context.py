"""What the jobs of one process share; made when the worker starts."""

import time
from collections.abc import Callable

from engine.bot_levels import Level
from engine.seat_view import SeatTurn
from service.metrics import Metrics
from service.usecases.ports import Jobs
from workers.bots import Choice
from workers.ports import Turns

Choose = Callable[[SeatTurn, Level], Choice]
"""The bots: from what a seat sees and a level to a move, and how it came about."""


class JobContext:
    """The ports of the jobs, the bots that play, and where what went wrong is counted.

    `monotonic` is a clock in seconds.
    """

    def __init__(
        self,
        turns: Turns,
        jobs: Jobs,
        choose: Choose,
        metrics: Metrics | None = None,
        *,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.turns = turns
        self.jobs = jobs
        self.choose = choose
        self.monotonic = monotonic
        self.metrics = metrics or Metrics()
