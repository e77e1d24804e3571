"""Traces the GraphQL operations that a transport is sent."""

from collections.abc import Iterator
from contextlib import contextmanager

import structlog

from schema.errors import Code
from schema.graphql import Asked
from schema.graphql.build import Schema
from service.edge import Edge
from service.graphql.bills import NOTHING
from service.graphql.documents import Documents
from service.graphql.payloads import Payloads
from service.graphql.running import Chosen, Outcome, Runner
from service.metrics import Transport
from service.tracing.ports import REQUEST, TRANSPORT, Span, Tracer


def runner_of(schema: Schema, documents: Documents, edge: Edge, transport: Transport) -> Runner:
    """Return what runs the operations of a transport, traced where the process has a tracer."""
    if edge.tracer is None:
        return Runner(schema, documents, edge, transport)
    return TracedRunner(schema, documents, edge, transport, edge.tracer)


class TracedRunner(Runner):
    """Runs operations as a `Runner` does, each under its kind and its field.

    Over HTTP that names the request's span; on a socket each operation has a span of its own,
    and that of a subscription ends as it begins to be followed. A client's own name for an
    operation is told nowhere.
    """

    def __init__(
        self,
        schema: Schema,
        documents: Documents,
        edge: Edge,
        transport: Transport,
        tracer: Tracer,
    ) -> None:
        super().__init__(schema, documents, edge, transport)
        self._tracer = tracer

    async def run(self, chosen: Chosen, asked: Asked) -> Outcome:
        """Return what a query or a mutation comes to."""
        with self._span(chosen) as span:
            return _told(span, await super().run(chosen, asked))

    async def follow(self, chosen: Chosen, asked: Asked) -> Payloads | Outcome:
        """Return the payloads of a subscription as JSON, or why it does not begin."""
        with self._span(chosen) as span:
            found = await super().follow(chosen, asked)
            return _told(span, found) if isinstance(found, Outcome) else found

    @contextmanager
    def _span(self, chosen: Chosen) -> Iterator[Span]:
        kind, work = chosen.kind.value, self._tracer.work()
        has_name = chosen.wanted.name not in {kind, NOTHING.name}
        name = f"{kind} {chosen.wanted.name}" if has_name else kind
        if work is not None:
            work.rename(name)
            yield work
            return
        said = structlog.contextvars.get_contextvars().get("request_id", "")
        with self._tracer.request(name, {}) as span:
            span.note(TRANSPORT, Transport.WEBSOCKET.value)
            span.note(REQUEST, str(said))
            with structlog.contextvars.bound_contextvars(trace_id=span.trace_id):
                yield span


def _told(span: Span, outcome: Outcome) -> Outcome:
    """Note a fault of ours; a refusal is none."""
    codes = {(error.extensions or {}).get("code") for error in outcome.errors}
    if Code.INTERNAL.value in codes:
        span.fail(Code.INTERNAL.value)
    return outcome
