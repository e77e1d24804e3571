"""What the edge of the process does about every HTTP request, on whatever way it is answered.

It names the request, gives its answer the headers that all have, masks what nobody expected, counts
it and writes its log line.
"""

import re
import secrets
import time
from collections.abc import Mapping
from typing import Final

import structlog
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import Scope

from schema.context import Clock
from schema.errors import Code, Refusal
from schema.rest.problems import problem
from schema.rest.responses import REQUEST_ID_HEADER, SERVER_TIME_HEADER
from service.edge import Edge
from service.fields import RawHeader, field
from service.labels import label_of
from service.metrics import Transport
from service.rest.problems import problem_response

PROBES: Final = frozenset({"/livez", "/readyz", "/metrics"})
_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
_ID_BYTES: Final = 8
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
_SECURITY_OF_DATA: Final = (*_SECURITY, _NOTHING_TO_LOAD)

_log = structlog.get_logger(__name__)


class Exchange:
    """One request, and the answer to it."""

    __slots__ = ("_began", "_clock", "_edge", "request_id", "scope", "status")

    def __init__(self, request_id: str, scope: Scope, edge: Edge, clock: Clock) -> None:
        self.request_id = request_id
        self.scope = scope
        self.status: int | None = None  # once the answer has begun
        self._edge = edge
        self._clock = clock
        self._began = time.perf_counter()

    def begun(self, status: int) -> tuple[bytes, bytes | None]:
        """Note that an answer begins; return its request's id and its time, if that is known."""
        self.status = int(status)  # of an enum a log line would tell the name
        now_ms = self._clock.now_ms()
        return self.request_id.encode(), None if now_ms is None else b"%d" % now_ms

    def answered(self, status: int, headers: list[RawHeader]) -> list[RawHeader]:
        """Note that an answer begins, and return its headers with those that all answers have."""
        return dressed(headers, *self.begun(status))

    def failed(self, fault: Exception) -> Response | None:
        """Note what has ended the work of answering; return the answer to mask it, if one can."""
        if isinstance(fault, ClientDisconnect):
            _log.debug("client_gone")
            return None
        self._edge.faults.note(fault, Transport.REST)
        return _masked(self.request_id) if self.status is None else None

    def end(self) -> None:
        """Count the request, and write its log line."""
        seconds = time.perf_counter() - self._began
        told = "none" if self.status is None else str(self.status)
        self._edge.answered.count(label_of(self.scope), told, seconds)
        # the path alone: a query may hold what is nobody's business
        path, log = self.scope["path"], self._edge.log
        tell = log.debug if path in PROBES else log.info
        tell(
            "request",
            method=self.scope["method"],
            path=path,
            status=self.status,
            ms=round(seconds * 1_000, 1),
        )


def request_id(scope: Scope) -> str:
    """Return the id by which the client calls a request, or a new one."""
    sent = field(scope, _ID_NAME)
    return sent if sent and _ID.fullmatch(sent) else secrets.token_hex(_ID_BYTES)


def dressed(headers: list[RawHeader], request_id: bytes, now: bytes | None) -> list[RawHeader]:
    """Return the headers of an answer with those that all answers have."""
    told, by_name = list(headers), dict(headers)
    if not _OURS.isdisjoint(by_name):
        told = [pair for pair in told if pair[0] not in _OURS]
    told.append((_ID_NAME, request_id))
    if now is not None:
        told.append((_TIME_NAME, now))
    told += _SECURITY if _has_policy(by_name) else _SECURITY_OF_DATA
    return told


def _masked(request_id: str) -> Response:
    refusal = Refusal(code=Code.INTERNAL, message="The service has failed; quote the request's id.")
    return problem_response(problem(refusal, request_id=request_id))


def _has_policy(headers: Mapping[bytes, bytes]) -> bool:
    """Return whether headers name a policy, or are of a page, which ours would not let run."""
    return _POLICY_NAME in headers or headers.get(b"content-type", b"").startswith(b"text/html")
