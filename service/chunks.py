"""The short way for the pieces of a stream: one chunk of HTTP/1.1, written as it is.

A server offers it to the application as an extension of ASGI's scope, as `service.websocket` offers
that of frames; what is unusual about the connection takes the server's own way.
"""

from functools import partial
from typing import Final, cast
from weakref import ref

from starlette.types import Scope
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

from service.websocket import Write

_EXTENSION: Final = "kierki.chunks"


def chunk_of(data: bytes) -> bytes:
    """Return a piece of a body as it is sent in chunks (RFC 9112, 7.1); it is not empty."""
    return b"%x\r\n%b\r\n" % (len(data), data)


def chunk_writer(scope: Scope) -> Write | None:
    """Return what writes chunks of an answer; nothing if only messages can be sent there."""
    extension = (scope.get("extensions") or {}).get(_EXTENSION)
    return None if extension is None else cast("Write", extension["write"])


def offer_chunks(cycle: RequestResponseCycle) -> None:
    """Let the application write chunks of its answer to a request."""
    written = partial(_written, ref(cycle))  # which has the scope: both can go at once
    cycle.scope["extensions"] = {_EXTENSION: {"write": written}}


def _written(at: "ref[RequestResponseCycle]", chunk: bytes) -> bool:
    """Write a chunk at once if nothing speaks against it; return whether it was written."""
    cycle = at()
    if cycle is None:
        return False
    is_open = cycle.response_started and not cycle.response_complete and not cycle.disconnected
    if not is_open or not cycle.chunked_encoding or cycle.flow.write_paused:
        return False
    cycle.transport.write(chunk)
    return True
