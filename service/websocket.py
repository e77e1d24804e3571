"""uvicorn's WebSocket, with a short way for the one message that is sent thousands of times.

A text to an open socket whose client keeps up is one frame, which needs no state machine: uvicorn
and websockets take several times longer to write it than the event loop does. Everything else, and
whatever is unusual about the socket, takes uvicorn's own way: before the handshake, after a close,
while the client is slow, when it has gone.
"""

import asyncio
from collections.abc import Callable
from http import HTTPStatus
from importlib.metadata import version
from typing import Final, cast

from starlette.types import Message, Scope
from uvicorn._types import ASGIReceiveEvent
from uvicorn.config import Config, WSProtocolType
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.http11 import Request
from websockets.protocol import State

Write = Callable[[bytes], bool]
"""Writes a whole frame at once; false: something speaks against it, and nothing was written."""

UVICORN: Final = "websockets-sansio"
_EXTENSION: Final = "kierki.frames"
_KNOWN: Final = {"uvicorn": "0.54.", "websockets": "17."}  # whose innards this has been read in
_ATTRIBUTES: Final = (  # of uvicorn's class, which has more than the interpreter keeps small
    *("app", "app_state", "asgi_version", "client", "close_sent", "close_timeout", "close_timer"),
    *("config", "conn", "connections", "curr_msg_data_type", "default_headers", "disconnected"),
    *("frames", "handshake_complete", "handshake_initiated", "initial_response", "last_ping_rtt"),
    *("logger", "loop", "pending_ping_payload", "ping_interval", "ping_sent_at", "ping_timeout"),
    *("ping_timer", "pong_timer", "queue", "read_paused", "request", "response", "root_path"),
    *("scheme", "scope", "server", "tasks", "transport", "writable"),
)
_TEXT: Final = 0x81  # the first byte of a whole text frame
_SHORT, _MEDIUM = 126, 65_536  # bytes: from here on the length takes two more, or eight


class Inbox:
    """Messages that the application has not taken, mostly none; an `asyncio.Queue` for one taker.

    That has four deques of 600 bytes.
    """

    __slots__ = ("_coming", "_messages")

    def __init__(self) -> None:
        self._messages: tuple[ASGIReceiveEvent, ...] = ()
        self._coming: asyncio.Future[None] | None = None

    def empty(self) -> bool:
        """Return whether there is nothing to take."""
        return not self._messages

    def put_nowait(self, message: ASGIReceiveEvent) -> None:
        """Add a message."""
        self._messages = (*self._messages, message)
        if self._coming is not None and not self._coming.done():
            self._coming.set_result(None)

    async def get(self) -> ASGIReceiveEvent:
        """Take the first message, waiting for it."""
        while not self._messages:
            self._coming = asyncio.get_running_loop().create_future()
            await self._coming
        self._coming = None
        first, *rest = self._messages
        self._messages = tuple(rest)
        return first


class Gate:
    """An `asyncio.Event` that is set nearly always, and has nothing to hold then."""

    __slots__ = ("_opening",)

    def __init__(self) -> None:
        self._opening: asyncio.Event | None = None

    def is_set(self) -> bool:
        """Return whether nobody would wait."""
        return self._opening is None

    def set(self) -> None:
        """Let those go on who wait."""
        if self._opening is not None:
            self._opening.set()
            self._opening = None

    def clear(self) -> None:
        """Let those wait who come."""
        if self._opening is None:
            self._opening = asyncio.Event()

    async def wait(self) -> None:
        """Return as soon as nobody would wait."""
        while self._opening is not None:
            await self._opening.wait()


class FrameProtocol(WebSocketsSansIOProtocol):
    """A server's side of one socket, which writes texts itself where nothing speaks against it.

    Thousands of them wait for hours, so that what only waits is kept small: attributes have slots,
    and nothing of the handshake is left.
    """

    __slots__ = _ATTRIBUTES

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, object],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.queue = cast("asyncio.Queue[ASGIReceiveEvent]", Inbox())
        self.writable = cast("asyncio.Event", Gate())

    async def send(self, message: Message) -> None:  # type: ignore[override]  # uvicorn's union
        """Send an ASGI message, once the client has taken enough of those before."""
        text = message.get("text") if message["type"] == "websocket.send" else None
        if text is None or not self.write_frame(frame_of(text.encode())):
            await super().send(message)  # type: ignore[arg-type]  # as above
            if message["type"] == "websocket.accept":
                # the handshake is over: an idle socket needs no headers; the parser holds on to it
                self.request.headers.clear()
                self.response.headers.clear()

    def handle_connect(self, event: Request) -> None:
        """Begin with a socket; its scope says how frames are written."""
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            # the application begins in a turn of the loop that is still to come
            self.scope["extensions"][_EXTENSION] = {"write": self.write_frame}

    def connection_lost(self, exc: Exception | None) -> None:
        """End; nothing of the socket holds itself."""
        super().connection_lost(exc)
        if self.handshake_initiated:
            self.scope.get("extensions", {}).clear()

    def write_frame(self, frame: bytes) -> bool:
        """Write a frame at once if nothing has to be waited for, packed or refused.

        Return whether it was written.
        """
        conn = self.conn
        is_plain = (
            conn.state is State.OPEN
            and self.handshake_complete
            and self.writable.is_set()
            and not self.close_sent
            and not self.disconnected
            and not conn.extensions
        )
        if is_plain:
            self.transport.write(frame)
        return is_plain


def writer(scope: Scope) -> Write | None:
    """Return what writes frames to a socket; nothing if only messages can be sent there."""
    extension = (scope.get("extensions") or {}).get(_EXTENSION)
    return None if extension is None else cast("Write", extension["write"])


def frame_of(text: bytes) -> bytes:
    """Return a text in UTF-8 as a server's frame (RFC 6455, 5.2): whole, and not masked."""
    size = len(text)
    if size < _SHORT:
        return b"%c%c%b" % (_TEXT, size, text)
    if size < _MEDIUM:
        return b"%c\x7e%b%b" % (_TEXT, size.to_bytes(2, "big"), text)
    return b"%c\x7f%b%b" % (_TEXT, size.to_bytes(8, "big"), text)


def protocol(release: Callable[[str], str] = version) -> WSProtocolType | type[FrameProtocol]:
    """Return the protocol to serve sockets by: uvicorn's own beside releases not read yet.

    `release` returns the version of a distribution.
    """
    known = all(release(name).startswith(begin) for name, begin in _KNOWN.items())
    return FrameProtocol if known else UVICORN
