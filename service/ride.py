"""One request on the lane: how its body comes in, and its answer goes out."""

import asyncio
from typing import Final, cast

import structlog
from starlette.requests import Request
from starlette.types import Message, Scope
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from service.fields import RawHeader
from service.lane import Answers, Lane

_KEPT: Final = b"\r\n\r\n"
_CLOSED: Final = b"\r\nconnection: close\r\n\r\n"
_FAILED: Final = b"Internal Server Error"
_OF_FAILED: Final = [
    (b"content-type", b"text/plain; charset=utf-8"),
    (b"content-length", b"%d" % len(_FAILED)),
]

_log = structlog.get_logger(__name__)


class Ride:
    """Stands in the place of uvicorn's cycle of a request, and has what uvicorn looks at there.

    Those are the names without an underscore. It is its own `message_event`: uvicorn sets that
    when more of the body has come, and when the client has gone.
    """

    __slots__ = (
        *("_endpoint", "_is_read", "_lane", "_protocol", "_scope", "_waiter"),
        *("body", "disconnected", "keep_alive", "more_body"),
        *("response_complete", "response_started", "task"),
    )

    def __init__(self, protocol: HttpToolsProtocol, lane: Lane, endpoint: Answers) -> None:
        self.keep_alive: bool = protocol.parser.should_keep_alive()
        self.body = bytearray()
        self.more_body = True
        self.disconnected = self.response_started = self.response_complete = False
        self.task: asyncio.Task[None] | None = None
        self._protocol = protocol
        self._lane = lane
        self._endpoint = endpoint
        self._scope = cast("Scope", protocol.scope)
        self._is_read = False
        self._waiter: asyncio.Future[None] | None = None

    @property
    def message_event(self) -> "Ride":
        """Return what is told of news."""
        return self

    def set(self) -> None:
        """Let the endpoint know, if it waits for more."""
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def run(self) -> None:
        """Answer the request; what even its edge did not expect ends the connection."""
        try:
            request = Request(self._scope, self._receive)
            await self._lane.answer(self._endpoint, request, self._send)
        except BaseException as fault:  # noqa: BLE001 - as uvicorn does: cancelled at the end, too
            _log.error("answer_failed", exc_info=fault)
            self.keep_alive = False
            await self._send(500, _OF_FAILED, _FAILED)
        finally:
            self._protocol.tasks.discard(cast("asyncio.Task[None]", self.task))

    async def _receive(self) -> Message:
        """Return the body as soon as all of it is there, and after that wait for the end."""
        while not (self.disconnected or self.response_complete):
            if not self.more_body and not self._is_read:
                self._is_read = True
                return {"type": "http.request", "body": bytes(self.body), "more_body": False}
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        return {"type": "http.disconnect"}

    async def _send(self, status: int, headers: list[RawHeader], body: bytes) -> None:
        """Write an answer, once the client has taken enough of those before."""
        protocol = self._protocol
        if protocol.flow.write_paused and not self.disconnected:
            await protocol.flow.drain()
        if self.disconnected or self.response_complete:
            return
        told = [*protocol.server_state.default_headers, *headers]
        head = written(status, told, keep_alive=self.keep_alive)
        self.response_started = self.response_complete = True
        protocol.transport.write(head if self._scope["method"] == "HEAD" else head + body)
        if not self.keep_alive:
            protocol.transport.close()
        protocol.on_response_complete()


def written(status: int, headers: list[RawHeader], *, keep_alive: bool) -> bytes:
    """Return the head of an answer as it is sent; raises ValueError for what would end it."""
    lines = b"\r\n".join(map(b": ".join, headers))
    if lines.count(b"\n") >= len(headers):
        raise ValueError("a header holds the end of a line")
    return b"%b%b%b" % (STATUS_LINE[status], lines, _KEPT if keep_alive else _CLOSED)
