"""What both transports of one process share, besides the use cases behind them."""

from functools import cached_property

import structlog
from msgspec import Struct, field
from structlog.typing import FilteringBoundLogger

from service.faults import Faults
from service.labels import Answered
from service.limits.admission import Admission
from service.limits.open_streams import OpenStreams
from service.live import Live
from service.metrics import Metrics
from service.tracing.ports import Tracer


class Edge(Struct, frozen=True, kw_only=True, dict=True):
    """The edge of one API process; each part does nothing but count unless it is given."""

    metrics: Metrics = field(default_factory=Metrics)
    live: Live = field(default_factory=Live)
    admission: Admission = field(default_factory=Admission)
    streams: OpenStreams = field(default_factory=OpenStreams)
    persisted_only: bool = False
    tracer: Tracer | None = None
    plans: bool = True

    @cached_property
    def answered(self) -> Answered:
        """Return where answers are counted."""
        return Answered(self.metrics)

    @cached_property
    def log(self) -> FilteringBoundLogger:
        """Return what writes the lines of requests; looking it up costs a tenth of a line."""
        logger: FilteringBoundLogger = structlog.get_logger("service.exchange").bind()
        return logger

    @cached_property
    def faults(self) -> Faults:
        """Return where unexpected errors are noted."""
        return Faults(self.metrics)
