"""Traces the jobs of one worker."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import structlog

from service.tracing.ports import MATCH, Tracer
from workers.queue_watch import QueueWatch


class JobTrace:
    """Gives each job a span, part of what has caused it or with a link there, and its log lines."""

    def __init__(self, tracer: Tracer, watch: QueueWatch) -> None:
        self._tracer = tracer
        self._watch = watch

    @contextmanager
    def __call__(self, name: str, match_id: str) -> Iterator[Callable[[str], None]]:
        """Trace a job for a match; yields what is told of its failure."""
        with self._tracer.job(
            name.removeprefix("workers.").removesuffix(".run"), self._watch.carried
        ) as span:
            span.note(MATCH, match_id)
            with structlog.contextvars.bound_contextvars(trace_id=span.trace_id):
                yield span.fail
