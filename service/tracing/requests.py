"""Traces HTTP requests: around all that is done for one, and outside of its log line."""

from typing import Final

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from schema.rest.operations import OPERATIONS
from schema.rest.responses import EVENT_STREAM, NDJSON, REQUEST_ID_HEADER
from service.labels import label_of
from service.metrics import Transport
from service.middleware import PROBES
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
        method = scope["method"] if scope["method"] in _METHODS else "_OTHER"
        with self._tracer.request(method, Headers(scope=scope)) as span:
            span.note("http.request.method", method)
            with structlog.contextvars.bound_contextvars(trace_id=span.trace_id):
                await self._app(scope, receive, _Answer(scope, send, span, method).send)


class _Answer:
    """The answer to one request on its way out."""

    def __init__(self, scope: Scope, send: Send, span: Span, method: str) -> None:
        self._scope = scope
        self._send = send
        self._span = span
        self._method = method

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._note(int(message["status"]), MutableHeaders(scope=message))
        await self._send(message)

    def _note(self, status: int, headers: MutableHeaders) -> None:
        span = self._span
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
