"""How log lines look: structlog and the standard library's loggers share one shape."""

import logging
import sys
import traceback
from typing import TextIO

import structlog
from structlog.typing import ExcInfo, Processor

from service.config import LogFormat, LogLevel

# what these say about their own starting and stopping is noise to an operator
_LINES_MAX = 200  # errors can be one another's causes in a circle
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
                exception_formatter=_write_places,
            ),
        )
    return (structlog.processors.ExceptionRenderer(places), structlog.processors.JSONRenderer())


def places(exc_info: ExcInfo) -> str:
    """Return where an error and its causes were raised, and their types, the outermost first.

    Neither their words nor any variable: those may hold hidden cards, tokens and addresses.
    """
    error: BaseException | None = exc_info[1]
    lines: list[str] = []
    while error is not None and len(lines) < _LINES_MAX:
        lines += traceback.format_tb(error.__traceback__)
        lines.append(f"{type(error).__qualname__}\n")
        error = error.__cause__ or error.__context__
        if error is not None:
            lines.append("\nbecause of\n")
    return "".join(lines).rstrip()


def _write_places(output: TextIO, exc_info: ExcInfo) -> None:
    output.write("\n" + places(exc_info))


_drop_meta = structlog.stdlib.ProcessorFormatter.remove_processors_meta
