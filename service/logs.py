"""How log lines look: structlog and the standard library's loggers share one shape.

Every request writes a line, so our own go to the stream as bytes, past the standard library;
those of one turn of an API's event loop go together.
"""

import asyncio
import atexit
import json
import logging
import sys
import time
import traceback
from collections import deque
from contextlib import suppress
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, BinaryIO, Final, TextIO

import msgspec
import structlog
from structlog.contextvars import merge_contextvars
from structlog.typing import EventDict, ExcInfo, Processor

from service.config import LogFormat, LogLevel

# what these say about their own starting and stopping is noise to an operator
_LINES_MAX = 200  # errors can be one another's causes in a circle
_AT_ONCE: Final = 4_096  # bytes that Linux writes to a pipe in one piece
_QUIET_LIBRARIES = ("uvicorn.error", "httpx", "rq.worker")


_encode: Final = msgspec.json.Encoder(enc_hook=repr).encode


def configure(level: LogLevel, shape: LogFormat, *, by_turn: bool = False) -> None:
    """Set up the process's log on standard error, from this level up, in this shape.

    Lines of one turn of an event loop are written at its end if that is asked for, those that tell
    of trouble at once: what a turn has told so far is lost with a process that is killed in it.
    """
    rendering, stream = _rendering(shape), sys.stderr.buffer
    structlog.configure(
        processors=[_headed, *rendering],
        wrapper_class=structlog.make_filtering_bound_logger(level.value),
        logger_factory=_Lines(_Turns(stream) if by_turn else _Stream(stream)),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[structlog.stdlib.add_logger_name, _headed],
            processors=[_drop_meta, *rendering, _as_text],
        )
    )
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    for name in _QUIET_LIBRARIES:
        logging.getLogger(name).setLevel(logging.WARNING)


class _Lines:
    """Makes the loggers that write to one stream."""

    def __init__(self, stream: "_Stream") -> None:
        self._stream = stream

    def __call__(self, *names: str) -> "_Line":
        return _Line(self._stream, names[0] if names else None)


class _Stream:
    """Takes lines; one that cannot be written is lost, and nothing else fails for it."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def put(self, line: bytes) -> None:
        """Write a line at once, and whole."""
        try:  # `suppress` would take three calls more, for every line
            self._stream.write(line)
            self._stream.flush()
        except (OSError, ValueError):  # a full disk; a stream closed as the process ends
            return

    def flush(self) -> None:
        """Write what waits; nothing does."""


class _Turns(_Stream):
    """Takes lines and writes them at the end of a turn of the event loop.

    It does so earlier where they would be more than a pipe takes in one piece: no line of another
    process comes into the middle of one.
    """

    def __init__(self, stream: BinaryIO) -> None:
        super().__init__(stream)
        self._waiting: deque[bytes] = deque()
        self._size = 0
        self._loop: asyncio.AbstractEventLoop | None = None  # at the end of whose turn it writes
        atexit.register(self.flush)

    def put(self, line: bytes) -> None:
        """Write a line at the end of this turn; at once where no loop runs."""
        if self._size + len(line) > _AT_ONCE:
            self.flush()
        self._size += len(line)
        self._waiting.append(line)
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self.flush()
            return
        if self._loop is not loop:
            self._loop = loop
            loop.call_soon(self.flush)

    def flush(self) -> None:
        """Write what waits."""
        self._loop, self._size, lines = None, 0, list[bytes]()
        with suppress(IndexError):  # not by their number: another thread may write as well
            while True:
                lines.append(self._waiting.popleft())
        if lines:
            super().put(b"".join(lines))


class _Line:
    """Takes the lines of one logger; those that tell of trouble are written at once."""

    def __init__(self, stream: _Stream, name: str | None) -> None:
        self.name = name  # as structlog's processors ask for it
        self._stream = stream

    def info(self, line: str | bytes) -> None:
        """Write a line."""
        self._stream.put(_bytes(line))

    def warning(self, line: str | bytes) -> None:
        """Write a line, and what waits, at once."""
        self._stream.put(_bytes(line))
        self._stream.flush()

    debug = info
    error = critical = warning


def _bytes(line: str | bytes) -> bytes:
    text = line if isinstance(line, bytes) else line.encode("utf-8", "backslashreplace")
    return text + b"\n"


def _headed(logger: Any, method: str, event: EventDict) -> EventDict:  # Any: as structlog has it
    """Add what every line bears: what is bound to it, whose it is, its level and its time."""
    merge_contextvars(logger, method, event)
    if "logger" not in event:
        event["logger"] = logger.name
    event["level"] = method
    seconds, rest_us = divmod(time.time_ns() // 1_000, 1_000_000)
    event["timestamp"] = f"{_second(seconds)}.{rest_us:06}Z"
    return event


@lru_cache(maxsize=1)
def _second(seconds: int) -> str:
    """Return a second of Unix time as ISO 8601 writes it, without a zone; most lines share it."""
    return datetime.fromtimestamp(seconds, UTC).isoformat().removesuffix("+00:00")


def _as_json(logger: Any, method: str, event: EventDict) -> bytes:  # Any: as structlog has it
    """Return a line as a JSON object."""
    if "exc_info" in event:
        event = _with_places(logger, method, event)
    try:
        return _encode(event)
    except UnicodeEncodeError:  # half a character, as some client has sent it
        return json.dumps(event, default=repr).encode()


def _as_text(logger: Any, method: str, line: Any) -> str:  # Any: as structlog has it
    """Return a line as the standard library writes it."""
    del logger, method
    return line.decode() if isinstance(line, bytes) else str(line)


def _rendering(shape: LogFormat) -> tuple[Processor, ...]:
    if shape is LogFormat.CONSOLE:
        return (
            structlog.dev.ConsoleRenderer(
                colors=sys.stderr.isatty(),
                exception_formatter=_write_places,
            ),
        )
    return (_as_json,)


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


_with_places = structlog.processors.ExceptionRenderer(places)
_drop_meta = structlog.stdlib.ProcessorFormatter.remove_processors_meta
