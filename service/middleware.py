"""What goes around every HTTP request: its id, its log line, headers, limits, the last resort."""

import re
import secrets
import time
from collections.abc import Iterable
from typing import Final

import structlog
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from schema.context import Clock
from schema.errors import Code, Refusal, refused
from schema.rest.problems import problem
from schema.rest.responses import REQUEST_ID_HEADER, SERVER_TIME_HEADER
from service.edge import Edge
from service.fields import field
from service.labels import label_of
from service.metrics import Transport
from service.rest.problems import problem_response

BODY_BYTES: Final = 65_536
_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
_ID_BYTES: Final = 8
PROBES: Final = frozenset({"/livez", "/readyz", "/metrics"})
_ID_NAME: Final = REQUEST_ID_HEADER.lower().encode()
_TIME_NAME: Final = SERVER_TIME_HEADER.lower().encode()
_SECURITY: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"cross-origin"),
)
_OURS: Final = frozenset({_ID_NAME, _TIME_NAME, *(name for name, _ in _SECURITY)})
_POLICY_NAME: Final = b"content-security-policy"
_NOTHING_TO_LOAD: Final = (_POLICY_NAME, b"default-src 'none'; frame-ancestors 'none'")

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
        except Exception as fault:  # noqa: BLE001 - the process's edge: noted, and masked
            self._edge.faults.note(fault, Transport.REST)
            if answer.status is None:
                await _masked(answer.request_id)(scope, receive, answer.send)
        finally:
            seconds = time.perf_counter() - began
            told = "none" if answer.status is None else str(answer.status)
            self._edge.answered.count(label_of(scope), told, seconds)
            _log_request(scope, answer.status, seconds)


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
            message["headers"] = self._headers(message["headers"])
        await self._send(message)

    def _headers(self, given: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
        headers = [pair for pair in given if pair[0] not in _OURS]
        headers.append((_ID_NAME, self.request_id.encode()))
        now_ms = self._clock.now_ms()
        if now_ms is not None:
            headers.append((_TIME_NAME, b"%d" % now_ms))
        headers += _SECURITY
        if not any(_has_policy(*pair) for pair in headers):
            headers.append(_NOTHING_TO_LOAD)
        return headers


def _has_policy(name: bytes, value: bytes) -> bool:
    """Return whether a header names a policy, or says of what runs that it has its own.

    That is a page, and a script that serves one.
    """
    return name == _POLICY_NAME or (name == b"content-type" and value.startswith(b"text/html"))


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
    length = field(scope, b"content-length") or ""
    return int(length) if length.isascii() and length.isdigit() else 0


def _request_id(scope: Scope) -> str:
    sent = field(scope, _ID_NAME) or ""
    return sent if _ID.fullmatch(sent) else secrets.token_hex(_ID_BYTES)


def _masked(request_id: str) -> ASGIApp:
    refusal = Refusal(code=Code.INTERNAL, message="The service has failed; quote the request's id.")
    return problem_response(problem(refusal, request_id=request_id))


def _log_request(scope: Scope, status: int | None, seconds: float) -> None:
    # the path alone: a query may hold what is nobody's business
    log = _log.debug if scope["path"] in PROBES else _log.info
    log(
        "request",
        method=scope["method"],
        path=scope["path"],
        status=status,
        ms=round(seconds * 1_000, 1),
    )
