"""Traces HTTP requests: around all that is done for one, and outside of its log line."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from schema.rest.operations import OPERATIONS
from schema.rest.responses import EVENT_STREAM, NDJSON, REQUEST_ID_HEADER
from service.exchange import PROBES
from service.fields import RawHeader
from service.labels import label_of
from service.metrics import Transport
from service.tracing.ports import REQUEST, TRANSPORT, Span, Tracer

TRACE_HEADER: Final = "traceresponse"
_STREAMS: Final = (EVENT_STREAM, NDJSON)
_ROUTES: Final = {at.id: (at.method, at.path) for at in OPERATIONS}
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_FAULTS_FROM: Final = 500


class RequestTrace:
    """Gives each HTTP request a span, and its log lines and answer the trace's id.

    The span is called as the REST operation is written, `POST /v1/matches/{id}/moves`, or as the
    GraphQL operation that is run. A stream's ends as the stream begins. Sockets pass, whose
    operations are traced one by one, and so do probes.
    """

    def __init__(self, app: ASGIApp, tracer: Tracer) -> None:
        self._app = app
        self._tracer = tracer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http" or scope["path"] in PROBES:
            await self._app(scope, receive, send)
            return
        with request_trace(self._tracer, scope) as trace:

            async def answer(message: Message) -> None:
                if message["type"] == "http.response.start":
                    trace.answered(int(message["status"]), message["headers"])
                await send(message)

            await self._app(scope, receive, answer)


@contextmanager
def request_trace(tracer: Tracer, scope: Scope) -> Iterator["Trace"]:
    """Trace a request for the length of a block, and give its log lines the trace's id."""
    method = scope["method"] if scope["method"] in _METHODS else "_OTHER"
    with tracer.request(method, Headers(scope=scope)) as span:
        span.note("http.request.method", method)
        with structlog.contextvars.bound_contextvars(trace_id=span.trace_id):
            yield Trace(scope, span, method)


class Trace:
    """The span of one request."""

    def __init__(self, scope: Scope, span: Span, method: str) -> None:
        self._scope = scope
        self._span = span
        self._method = method

    def answered(self, status: int, raw: list[RawHeader]) -> None:
        """Note the answer, and add to its headers where the span stands."""
        span, headers = self._span, MutableHeaders(raw=raw)
        headers[TRACE_HEADER] = span.place
        span.note("http.response.status_code", status)
        span.note(REQUEST, headers.get(REQUEST_ID_HEADER, ""))
        self._name()
        if status >= _FAULTS_FROM:
            span.fail(str(status))
        if headers.get("Content-Type", "").startswith(_STREAMS):
            span.end()

    def _name(self) -> None:
        """Name a REST request; a GraphQL operation has named itself."""
        said = label_of(self._scope)
        self._span.note(TRANSPORT, said.transport.value)
        _, path = _ROUTES.get(said.operation.partition(":")[0], (None, None))
        if said.transport is Transport.REST and path is not None:
            self._span.rename(f"{self._method} {path}")
            self._span.note("http.route", path)
