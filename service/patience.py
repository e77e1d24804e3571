"""How long the API's server waits for a request, and for how much of one.

uvicorn waits for ever for a request that does not end, and keeps headers of any length: whoever
opens connections and says nothing, or a letter a minute, would hold them all.
"""

from asyncio import BaseTransport, TimerHandle
from enum import Enum, auto
from typing import Final, cast

from msgspec import Struct

from service.lane_protocol import LaneProtocol

_REFUSAL: Final = "HTTP/1.1 {}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
_TIMEOUT: Final = "408 Request Timeout"
_TOO_LONG: Final = "431 Request Header Fields Too Large"


class Patience(Struct, frozen=True):
    """The limits of one connection, in seconds and bytes.

    `first_s` from its beginning to the first byte; `whole_s` from there to the end of the
    request, and `drain_s` for a client to take the answer once nothing more is said. `head_bytes`
    for the address and the headers.
    """

    first_s: float = 10.0
    whole_s: float = 20.0  # the longest body, 64 kB, at 3 kB a second
    drain_s: float = 60.0
    head_bytes: int = 16_384


class _Part(Enum):
    """Which part of a request is being read."""

    NONE = auto()
    HEAD = auto()
    BODY = auto()


class HeadTooLongError(Exception):
    """Stops the parser; never leaves the connection."""


class PatientProtocol(LaneProtocol):
    """The protocol of a connection, whose patience has an end.

    An idle connection that has had its answer is closed by uvicorn itself.
    """

    __slots__ = ("_deadline", "_head_bytes", "_is_too_long", "_part")
    patience = Patience()

    def connection_made(self, transport: BaseTransport) -> None:
        """Begin to wait for the first byte."""
        self._part = _Part.NONE
        self._deadline: TimerHandle | None = None
        self._head_bytes = 0
        self._is_too_long = False
        super().connection_made(transport)  # type: ignore[arg-type] # uvicorn narrows it
        self._wait(self.patience.first_s)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take a piece; most requests come in one."""
        before = self._part
        if before is _Part.NONE:
            if self.begins_again(data):
                return
            self.piece = data
        self._head_bytes += len(data)
        super().data_received(data)
        if self._part is _Part.NONE:
            self._stop_waiting()
        elif before is _Part.NONE:
            self._stop_waiting()
            self._wait(self.patience.whole_s)
        if self._part is _Part.HEAD and self._head_bytes > self.patience.head_bytes:
            self._refuse(_TOO_LONG)

    def on_message_begin(self) -> None:
        """Begin with a request."""
        self._part = _Part.HEAD
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Go on with a request whose head is no longer than it may be."""
        most = self.patience.head_bytes
        if self._head_bytes > most and len(self.url) + _length(self.headers) > most:
            self._is_too_long = True
            raise HeadTooLongError
        self._part = _Part.BODY
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """End with a request."""
        self._part = _Part.NONE
        self._head_bytes = 0
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no request, or has too long a head."""
        if self._is_too_long:
            self._refuse(_TOO_LONG)
        else:
            super().send_400_response(msg)

    def timeout_keep_alive_handler(self) -> None:
        """Close an idle connection; one whose client takes nothing, after a while."""
        super().timeout_keep_alive_handler()
        if self.transport.get_write_buffer_size():
            self.loop.call_later(self.patience.drain_s, self.transport.abort)

    def _wait(self, seconds: float) -> None:
        self._deadline = self.loop.call_later(seconds, self._refuse, _TIMEOUT)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _refuse(self, status: str) -> None:
        """End the connection, with an answer if none has begun."""
        self._stop_waiting()
        cycle = cast("object | None", self.cycle)
        if cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            self.transport.write(_REFUSAL.format(status).encode("ascii"))
        self.transport.close()


def _length(headers: list[tuple[bytes, bytes]]) -> int:
    return sum(len(name) + len(value) for name, value in headers)
