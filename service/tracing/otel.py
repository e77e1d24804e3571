"""Implements `Tracer` with OpenTelemetry's SDK; loaded only where traces are asked for.

The SDK reads the standard OTEL_* variables by itself: where spans go, which are kept, and what
the service is called.
"""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import SERVICE_NAME, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, ConsoleSpanExporter, SpanExporter
from opentelemetry.trace import Link, SpanContext, SpanKind, Status, StatusCode
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from service.config import TracesExporter
from service.tracing.ports import Carried

_CLOSE_SECONDS: Final = 1.0  # a process has 2.5 to end in
_PARENT: Final = "traceparent"
_LINK: Final = "link"
_UNNAMED: Final = "unknown_service"
_EXPORTERS: Final[Mapping[TracesExporter, type[SpanExporter]]] = {
    TracesExporter.OTLP: OTLPSpanExporter,
    TracesExporter.CONSOLE: ConsoleSpanExporter,
}


def exporting(exporter: TracesExporter, part: str) -> "OtelTracer":
    """Return a tracer that exports from a thread of its own; `part` names it unless OTEL_* do."""
    provider = TracerProvider(resource=_resource(part), shutdown_on_exit=False)
    sender = _EXPORTERS[exporter]()
    provider.add_span_processor(BatchSpanProcessor(sender))
    return OtelTracer(provider, sender)


def _resource(part: str) -> Resource:
    found = Resource.create()
    if str(found.attributes.get(SERVICE_NAME, _UNNAMED)).startswith(_UNNAMED):
        return found.merge(Resource({SERVICE_NAME: f"kierki-{part}"}))
    return found


class OtelSpan:
    """Implements `Span`."""

    def __init__(self, span: trace.Span, *, is_job: bool = False) -> None:
        self.span = span
        self.is_job = is_job

    @property
    def trace_id(self) -> str:
        """Return the id of everything that hangs together."""
        return trace.format_trace_id(self.span.get_span_context().trace_id)

    @property
    def place(self) -> str:
        """Return where the span stands, in the form of W3C's `traceparent`."""
        return _place(self.span.get_span_context())

    def rename(self, name: str) -> None:
        """Give the work another name."""
        self.span.update_name(name)

    def note(self, key: str, value: str | int) -> None:
        """Note something about the work."""
        self.span.set_attribute(key, value)

    def fail(self, kind: str) -> None:
        """Note that the work has failed; never why in words."""
        self.span.set_attribute("error.type", kind)
        self.span.set_status(Status(StatusCode.ERROR))

    def end(self) -> None:
        """End the span; once it has ended this does nothing."""
        if self.span.is_recording():
            self.span.end()


class OtelTracer:
    """Implements `Tracer` on a provider of the SDK."""

    def __init__(self, provider: TracerProvider, sender: SpanExporter | None = None) -> None:
        self._provider = provider
        self._sender = sender
        self._tracer = provider.get_tracer("kierki")
        self._propagator = TraceContextTextMapPropagator()
        self._work: ContextVar[OtelSpan | None] = ContextVar("work", default=None)

    @contextmanager
    def request(self, name: str, headers: Carried) -> Iterator[OtelSpan]:
        """Trace a request, as part of what its `traceparent` names if it has one."""
        context = self._propagator.extract(headers)
        span = self._tracer.start_span(name, context, SpanKind.SERVER)
        with self._going_on(OtelSpan(span)) as work:
            yield work

    @contextmanager
    def job(self, name: str, carried: Carried) -> Iterator[OtelSpan]:
        """Trace a job as part of the request that caused it, or with a link to another job."""
        parent = self._propagator.extract({_PARENT: carried.get(_PARENT, "")})
        cause = self._propagator.extract({_PARENT: carried.get(_LINK, "")})
        before = trace.get_current_span(cause).get_span_context()
        links = [Link(before)] if before.is_valid else []
        span = self._tracer.start_span(name, parent, SpanKind.CONSUMER, links=links)
        with self._going_on(OtelSpan(span, is_job=True)) as work:
            yield work

    @contextmanager
    def _going_on(self, work: OtelSpan) -> Iterator[OtelSpan]:
        before = self._work.set(work)
        try:
            # an error's words may hold hidden cards and tokens: its type is all that is told
            with trace.use_span(work.span, record_exception=False, set_status_on_exception=False):
                yield work
        except BaseException as error:
            work.fail(type(error).__name__)
            raise
        finally:
            work.end()
            self._work.reset(before)

    @contextmanager
    def part(self, name: str) -> Iterator[OtelSpan | None]:
        """Trace a part of the request or job that goes on.

        A task that outlives the request which began it is no part of it any more.
        """
        work = self.work()
        if work is None or not work.span.is_recording():
            yield None
            return
        with self._tracer.start_as_current_span(
            name, record_exception=False, set_status_on_exception=False
        ) as span:
            told = OtelSpan(span)
            try:
                yield told
            except BaseException as error:
                told.fail(type(error).__name__)
                raise

    def work(self) -> OtelSpan | None:
        """Return the request or job that goes on."""
        return self._work.get()

    def carried(self) -> dict[str, str]:
        """Return where the present span stands, for a job that is caused here.

        Without the `tracestate` of a client, which may be long: thousands of jobs may wait.
        """
        work, context = self.work(), trace.get_current_span().get_span_context()
        if work is None or not context.is_valid:
            return {}
        return {_LINK if work.is_job else _PARENT: _place(context)}

    def close(self) -> None:
        """Send what has not been sent, for a second at most: the SDK would go on trying."""
        sending = threading.Thread(target=self._provider.shutdown, daemon=True)
        sending.start()
        sending.join(_CLOSE_SECONDS)
        if sending.is_alive() and self._sender is not None:
            self._sender.shutdown()  # ends its tries
            sending.join(_CLOSE_SECONDS)


def _place(context: SpanContext) -> str:
    trace_id, span_id = (
        trace.format_trace_id(context.trace_id),
        trace.format_span_id(context.span_id),
    )
    return f"00-{trace_id}-{span_id}-{context.trace_flags:02x}"
