"""What the jobs of one process share; made when the worker starts."""

import time
from collections.abc import Callable

from msgspec import Struct, field

from engine.bot_levels import Level
from engine.seat_view import SeatTurn
from service.metrics import Metrics
from service.usecases.ports import Jobs
from workers.bots import Choice
from workers.ports import Turns

Choose = Callable[[SeatTurn, Level], Choice]
"""The bots: from what a seat sees and a level to a move, and how it came about."""


class JobContext(Struct):
    """The ports of the jobs, the bots that play, and where what went wrong is counted.

    `by_count` plays in seeded matches, without a limit of time; null: as in all others. `monotonic`
    is a clock in seconds.
    """

    turns: Turns
    jobs: Jobs
    choose: Choose
    metrics: Metrics = field(default_factory=Metrics)
    by_count: Choose | None = None
    monotonic: Callable[[], float] = time.monotonic
