"""What the jobs of one process share; made when the worker starts."""

import time
from collections import Counter
from collections.abc import Callable

from engine.seat_view import SeatTurn
from service.usecases.ports import Jobs
from workers.ports import Turns

Choose = Callable[[SeatTurn], str]
"""A bot: from what its seat sees to the text of a move."""


class JobContext:
    """The ports of the jobs, the bot that plays, and a tally of what went wrong.

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
