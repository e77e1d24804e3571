"""uvicorn's WebSocket, with a short way for the one message that is sent thousands of times.

A text to an open socket whose client keeps up is one frame, which needs no state machine: uvicorn
and websockets take several times longer to write it than the event loop does. Everything else, and
whatever is unusual about the socket, takes uvicorn's own way: before the handshake, after a close,
while the client is slow, when it has gone.
"""

from collections.abc import Callable
from http import HTTPStatus
from importlib.metadata import version
from typing import Final, cast

from starlette.types import Message, Scope
from uvicorn.config import WSProtocolType
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

Write = Callable[[bytes], bool]
"""Writes a whole frame at once; false: something speaks against it, and nothing was written."""

UVICORN: Final = "websockets-sansio"
_EXTENSION: Final = "kierki.frames"
_KNOWN: Final = {"uvicorn": "0.54.", "websockets": "17."}  # whose innards this has been read in
_TEXT: Final = 0x81  # the first byte of a whole text frame
_SHORT, _MEDIUM = 126, 65_536  # bytes: from here on the length takes two more, or eight


class FrameProtocol(WebSocketsSansIOProtocol):
    """A server's side of one socket, which writes texts itself where nothing speaks against it."""

    async def send(self, message: Message) -> None:  # type: ignore[override]  # uvicorn's union
        """Send an ASGI message, once the client has taken enough of those before."""
        text = message.get("text") if message["type"] == "websocket.send" else None
        if text is None or not self.write_frame(frame_of(text.encode())):
            await super().send(message)  # type: ignore[arg-type]  # as above
            if message["type"] == "websocket.accept":
                # the handshake is over: an idle socket needs no headers
                del self.request, self.response

    def handle_connect(self, event: Request) -> None:
        """Begin with a socket; its scope says how frames are written."""
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            # the application begins in a turn of the loop that is still to come
            self.scope["extensions"][_EXTENSION] = {"write": self.write_frame}

    def write_frame(self, frame: bytes) -> bool:
        """Write a frame at once if nothing speaks against it; return whether it was written."""
        if not self._is_plain():
            return False
        self.transport.write(frame)
        return True

    def _is_plain(self) -> bool:
        """Return whether nothing has to be waited for, packed or refused."""
        return (
            self.conn.state is State.OPEN
            and self.handshake_complete
            and self.writable.is_set()
            and not self.close_sent
            and not self.disconnected
            and not self.conn.extensions
        )


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
