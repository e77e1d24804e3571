"""What the jobs of analyses share; made when the worker starts."""

import time
from collections.abc import Callable
from typing import Final

from service.metrics import Metrics
from workers.judging import Judging
from workers.ports import Analyses


class AnalysisContext:
    """The analyses, the bot that judges, and where it is counted what that has cost.

    `monotonic` is a clock in seconds, `processor` the time of the processor that this process has
    used, in seconds.
    """

    def __init__(
        self,
        analyses: Analyses,
        judging: Judging,
        metrics: Metrics | None = None,
        *,
        monotonic: Callable[[], float] = time.monotonic,
        processor: Callable[[], float] = time.process_time,
    ) -> None:
        self.analyses: Final = analyses
        self.judging: Final = judging
        self.metrics: Final = metrics or Metrics()
        self.monotonic: Final = monotonic
        self.processor: Final = processor
