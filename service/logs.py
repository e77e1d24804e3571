"""How log lines look: structlog and the standard library's loggers share one shape.

Every request writes a line, so our own go to the stream as bytes, past the standard library.
"""

import json
import logging
import sys
import traceback
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, BinaryIO, Final, TextIO

import msgspec
import structlog
from structlog.typing import EventDict, ExcInfo, Processor

from service.config import LogFormat, LogLevel

# what these say about their own starting and stopping is noise to an operator
_LINES_MAX = 200  # errors can be one another's causes in a circle
_QUIET_LIBRARIES = ("uvicorn.error", "httpx", "rq.worker")


_encode: Final = msgspec.json.Encoder(enc_hook=repr).encode


def configure(level: LogLevel, shape: LogFormat) -> None:
    """Set up the process's log on standard error, from this level up, in this shape."""
    shared: tuple[Processor, ...] = (
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        _stamped,
    )
    rendering = _rendering(shape)
    structlog.configure(
        processors=[*shared, *rendering],
        wrapper_class=structlog.make_filtering_bound_logger(level.value),
        logger_factory=_Lines(sys.stderr),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared, processors=[_drop_meta, *rendering]
        )
    )
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    for name in _QUIET_LIBRARIES:
        logging.getLogger(name).setLevel(logging.WARNING)


class _Lines:
    """Makes the loggers that write to one stream."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream.buffer

    def __call__(self, *names: str) -> "_Line":
        return _Line(self._stream, names[0] if names else None)


class _Line:
    """Writes lines; one that cannot be written is lost, and nothing else fails for it."""

    def __init__(self, stream: BinaryIO, name: str | None) -> None:
        self.name = name  # as structlog's processors ask for it
        self._stream = stream

    def info(self, line: str) -> None:
        """Write a line at once, and whole."""
        with suppress(OSError, ValueError):  # a full disk; a stream closed as the process ends
            self._stream.write(f"{line}\n".encode("utf-8", "backslashreplace"))
            self._stream.flush()

    debug = warning = error = critical = info


def _stamped(logger: Any, method: str, event: EventDict) -> EventDict:  # Any: as structlog has it
    """Add the time, which every line bears to the microsecond."""
    del logger, method
    event["timestamp"] = datetime.now(UTC).isoformat(timespec="microseconds")[:-6] + "Z"
    return event


def _as_json(logger: Any, method: str, event: EventDict) -> str:  # Any: as structlog has it
    """Return a line as a JSON object."""
    del logger, method
    try:
        return _encode(event).decode()
    except UnicodeEncodeError:  # half a character, as some client has sent it
        return json.dumps(event, default=repr)


def _rendering(shape: LogFormat) -> tuple[Processor, ...]:
    if shape is LogFormat.CONSOLE:
        return (
            structlog.dev.ConsoleRenderer(
                colors=sys.stderr.isatty(),
                exception_formatter=_write_places,
            ),
        )
    return (structlog.processors.ExceptionRenderer(places), _as_json)


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
