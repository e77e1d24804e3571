"""How log lines look: structlog and the standard library's loggers share one shape."""

import logging
import sys

import structlog
from structlog.typing import Processor

from service.config import LogFormat, LogLevel

# what these say about their own starting and stopping is noise to an operator
_QUIET_LIBRARIES = ("uvicorn.error", "httpx", "rq.worker")


def configure(level: LogLevel, shape: LogFormat) -> None:
    """Set up the process's log on standard error, from this level up, in this shape."""
    shared: tuple[Processor, ...] = (
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    )
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared, processors=[_drop_meta, *_rendering(shape)]
        )
    )
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    for name in _QUIET_LIBRARIES:
        logging.getLogger(name).setLevel(logging.WARNING)


def _rendering(shape: LogFormat) -> tuple[Processor, ...]:
    if shape is LogFormat.CONSOLE:
        return (
            structlog.dev.ConsoleRenderer(
                colors=sys.stderr.isatty(),
                exception_formatter=structlog.dev.plain_traceback,
            ),
        )
    # not dict_tracebacks: it writes local variables, and those hold cards and tokens
    return (structlog.processors.format_exc_info, structlog.processors.JSONRenderer())


_drop_meta = structlog.stdlib.ProcessorFormatter.remove_processors_meta
