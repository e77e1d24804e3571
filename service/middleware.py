"""What goes around every HTTP request: its id, its log line, headers, limits, the last resort."""

import re
import secrets
import time
from typing import Final

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from schema.context import Clock
from schema.errors import Code, Refusal, refused
from schema.rest.problems import problem
from schema.rest.responses import REQUEST_ID_HEADER, SERVER_TIME_HEADER
from service.edge import Edge
from service.labels import label_of
from service.metrics import Transport
from service.rest.problems import problem_response

BODY_BYTES: Final = 65_536
_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
_ID_BYTES: Final = 8
_PROBES: Final = frozenset({"/livez", "/readyz", "/metrics"})
_SECURITY: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "cross-origin",
}
_NOTHING_TO_LOAD: Final = "default-src 'none'; frame-ancestors 'none'"

_log = structlog.get_logger(__name__)


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
        request_id = _request_id(scope)
        with structlog.contextvars.bound_contextvars(request_id=request_id):
            try:
                if scope["type"] == "http":
                    await self._http(scope, receive, _Answer(send, request_id, self._clock))
                else:
                    await self._app(scope, receive, send)
            finally:
                structlog.contextvars.unbind_contextvars("match")  # by the use cases

    async def _http(self, scope: Scope, receive: Receive, answer: "_Answer") -> None:
        began = time.perf_counter()
        try:
            await self._app(scope, receive, answer.send)
        except ClientDisconnect:
            _log.debug("client_gone")
        except Exception as fault:  # noqa: BLE001 - else its text reaches the client
            self._edge.faults.note(fault, Transport.REST)
            if answer.status is None:
                await _masked(answer.request_id)(scope, receive, answer.send)
        finally:
            seconds = time.perf_counter() - began
            self._count(scope, answer.status, seconds)
            _log_request(scope, answer.status, seconds)

    def _count(self, scope: Scope, status: int | None, seconds: float) -> None:
        metrics, said = self._edge.metrics, label_of(scope)
        told = "none" if status is None else str(status)
        metrics.requests.labels(said.transport.value, said.operation, told).inc()
        metrics.request_seconds.labels(said.transport.value, said.operation).observe(seconds)


class _Answer:
    """The answer to one request on its way out: gets its headers, and is remembered."""

    def __init__(self, send: Send, request_id: str, clock: Clock) -> None:
        self.status: int | None = None
        self.request_id = request_id
        self._send = send
        self._clock = clock

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = int(message["status"])
            headers = MutableHeaders(scope=message)
            headers[REQUEST_ID_HEADER] = self.request_id
            now_ms = self._clock.now_ms()
            if now_ms is not None:
                headers[SERVER_TIME_HEADER] = str(now_ms)
            headers.update(_SECURITY)
            if not headers.get("Content-Type", "").startswith("text/html"):
                # what runs has its own: a page, and a script that serves one
                headers.setdefault("Content-Security-Policy", _NOTHING_TO_LOAD)
        await self._send(message)


class BodyLimit:
    """Refuses a body of more than 64 kB, by BODY_TOO_LARGE, as soon as somebody reads it."""

    def __init__(self, app: ASGIApp, max_bytes: int = BODY_BYTES) -> None:
        self._app = app
        self._max_bytes = max_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on with a limited body."""
        if scope["type"] == "http":
            receive = _Body(receive, self._max_bytes, _announced(scope)).receive
        await self._app(scope, receive, send)


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


def _announced(scope: Scope) -> int:
    length = Headers(scope=scope).get("Content-Length", "")
    return int(length) if length.isascii() and length.isdigit() else 0


def _request_id(scope: Scope) -> str:
    sent = Headers(scope=scope).get(REQUEST_ID_HEADER, "")
    return sent if _ID.fullmatch(sent) else secrets.token_hex(_ID_BYTES)


def _masked(request_id: str) -> ASGIApp:
    refusal = Refusal(code=Code.INTERNAL, message="The service has failed; quote the request's id.")
    return problem_response(problem(refusal, request_id=request_id))


def _log_request(scope: Scope, status: int | None, seconds: float) -> None:
    # the path alone: a query may hold what is nobody's business
    log = _log.debug if scope["path"] in _PROBES else _log.info
    log(
        "request",
        method=scope["method"],
        path=scope["path"],
        status=status,
        ms=round(seconds * 1_000, 1),
    )
