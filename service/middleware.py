"""What goes around every request that comes by ASGI: its exchange, and the limit of its body."""

from typing import Final

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from schema.context import Clock
from schema.errors import Code, refused
from service.edge import Edge
from service.exchange import Exchange, request_id
from service.fields import field

BODY_BYTES: Final = 65_536


class RequestEdge:
    """The edge of the process: names each request, logs it, and masks what nobody expected."""

    def __init__(self, app: ASGIApp, edge: Edge, clock: Clock) -> None:
        self._app = app
        self._edge = edge
        self._clock = clock

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on; sockets get an id and nothing else."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        named = request_id(scope)
        with structlog.contextvars.bound_contextvars(request_id=named):
            try:
                if scope["type"] == "http":
                    await self._http(Exchange(named, scope, self._edge, self._clock), receive, send)
                else:
                    await self._app(scope, receive, send)
            finally:
                structlog.contextvars.unbind_contextvars("match")  # by the use cases

    async def _http(self, exchange: Exchange, receive: Receive, send: Send) -> None:
        scope = exchange.scope

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                status = int(message["status"])
                message["headers"] = exchange.answered(status, message["headers"])
            await send(message)

        try:
            await self._app(scope, receive, answer)
        except Exception as fault:  # noqa: BLE001 - the process's edge: noted, and masked
            masked = exchange.failed(fault)
            if masked is not None:
                await masked(scope, receive, answer)
        finally:
            exchange.end()


class BodyLimit:
    """Refuses a body of more than 64 kB, by BODY_TOO_LARGE, as soon as somebody reads it."""

    def __init__(self, app: ASGIApp, max_bytes: int = BODY_BYTES) -> None:
        self._app = app
        self._max_bytes = max_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on with a limited body."""
        if scope["type"] == "http":
            receive = limited(scope, receive, self._max_bytes)
        await self._app(scope, receive, send)


def limited(scope: Scope, receive: Receive, max_bytes: int = BODY_BYTES) -> Receive:
    """Return what receives a request's body and refuses BODY_TOO_LARGE where it goes on too long.

    One that announces it is refused before anything of it is received.
    """
    return _Body(receive, max_bytes, announced(scope)).receive


class _Body:
    """The body of one request on its way in, counted."""

    def __init__(self, receive: Receive, max_bytes: int, announced: int) -> None:
        self._receive = receive
        self._max_bytes = max_bytes
        self._announced = announced
        self._read = 0

    async def receive(self) -> Message:
        self._check(self._announced)
        message = await self._receive()
        self._read += len(message.get("body", b""))
        self._check(self._read)
        return message

    def _check(self, size: int) -> None:
        if size > self._max_bytes:
            detail = f"A body may have {self._max_bytes} bytes."
            raise refused(Code.BODY_TOO_LARGE, detail)


def announced(scope: Scope) -> int:
    """Return how many bytes a request says that its body has; 0 where it does not say."""
    length = field(scope, b"content-length") or ""
    return int(length) if length.isascii() and length.isdigit() else 0
