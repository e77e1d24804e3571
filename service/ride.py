"""One request on the lane: how its body comes in, and its answer goes out."""

import asyncio
from typing import Final, cast

import structlog
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Message, Scope
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from service.answer_heads import written
from service.cross_origin import is_from_a_page, shared
from service.exchange import Exchange
from service.lane import LANE, Answers, Lane
from service.tracing.requests import Trace

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

    def __init__(self, protocol: HttpToolsProtocol, endpoint: Answers, scope: Scope) -> None:
        self.keep_alive = True
        self.body: bytes | bytearray = bytearray()
        self.more_body = True
        self.disconnected = self.response_started = self.response_complete = False
        self.task: asyncio.Task[None] | None = None
        self._protocol = protocol
        self._lane: Lane = protocol.app_state[LANE]
        self._endpoint = endpoint
        self._scope = scope
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
            await self._answer()
        except BaseException as fault:  # noqa: BLE001 - as uvicorn does: cancelled at the end, too
            _log.error("answer_failed", exc_info=fault)
            await self._fail()
        finally:
            self._protocol.tasks.discard(cast("asyncio.Task[None]", self.task))

    async def _answer(self) -> None:
        scope, lane = self._scope, self._lane
        with lane.traced(scope) as trace:
            exchange = lane.exchange(scope)
            try:
                response = await self._endpoint.answer(Request(scope, self._receive))
                await self._send(self._head(exchange, trace, response), response.body)
            except Exception as fault:  # noqa: BLE001 - the process's edge: noted, and masked
                masked = exchange.failed(fault)
                if masked is None:
                    await self._fail()
                else:
                    await self._send(self._head(exchange, trace, masked), masked.body)
            finally:
                exchange.end()

    def _head(self, exchange: Exchange, trace: Trace | None, response: Response) -> bytes:
        server = self._protocol.server_state.default_headers
        if trace is None:
            return self._lane.heads.head(exchange, response, server)
        headers = exchange.answered(response.status_code, response.raw_headers)
        trace.answered(response.status_code, headers)
        told = shared(headers, from_a_page=is_from_a_page(self._scope))
        return written(response.status_code, [*server, *told])

    async def _fail(self) -> None:
        self.keep_alive = False
        server = self._protocol.server_state.default_headers
        await self._send(written(500, [*server, *_OF_FAILED]), _FAILED)

    async def _receive(self) -> Message:
        """Return the body as soon as all of it is there, and after that wait for the end."""
        while not (self.disconnected or self.response_complete):
            if not self.more_body and not self._is_read:
                self._is_read = True
                return {"type": "http.request", "body": bytes(self.body), "more_body": False}
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        return {"type": "http.disconnect"}

    async def _send(self, head: bytes, body: bytes | memoryview) -> None:
        """Write an answer, once the client has taken enough of those before."""
        protocol = self._protocol
        if protocol.flow.write_paused and not self.disconnected:
            await protocol.flow.drain()
        if self.disconnected or self.response_complete:
            return
        self.response_started = self.response_complete = True
        end = _KEPT if self.keep_alive else _CLOSED
        told = b"" if self._scope["method"] == "HEAD" else bytes(body)
        protocol.transport.write(b"%b%b%b" % (head, end, told))
        if not self.keep_alive:
            protocol.transport.close()
        protocol.on_response_complete()
