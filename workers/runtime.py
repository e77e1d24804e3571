"""One event loop for the whole life of a worker process, and the edge around its jobs.

A job is a synchronous call for RQ and a coroutine for us. The loop, and every connection on it,
is opened once, when the worker starts.
"""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Iterator
from types import TracebackType
from typing import Any, Self, TypeVar

import structlog
from structlog.contextvars import bound_contextvars

from schema.errors import Refused
from service.metrics import Metrics
from workers.faults import fault

JobFunction = Callable[[str, int], Coroutine[Any, Any, None]]
"""What a job does with a match and a version."""

TraceJob = Callable[[str, str], contextlib.AbstractContextManager[Callable[[str], None]]]
"""Traces a job of a name for a match; what it gives is told how the job has failed."""

_T = TypeVar("_T")

_log = structlog.get_logger(__name__)


class Runtime:
    """Runs coroutines on its own event loop; a context that closes what it was given."""

    def __init__(self, metrics: Metrics | None = None, trace: TraceJob | None = None) -> None:
        self._metrics = metrics or Metrics()
        self._trace = trace or _untraced
        self._runner = asyncio.Runner()
        self._resources = contextlib.AsyncExitStack()
        self._task: asyncio.Task[Any] | None = None
        self._interruption: BaseException | None = None

    def __enter__(self) -> Self:
        self._runner.get_loop().set_exception_handler(self._on_error)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with self._runner:
            self.run(self._resources.aclose())

    def enter(self, resource: contextlib.AbstractAsyncContextManager[_T]) -> _T:
        """Open a resource that lives as long as the process."""
        return self.run(self._resources.enter_async_context(resource))

    def run(self, work: Coroutine[Any, Any, _T]) -> _T:
        """Run a coroutine to its end, and never leave it behind half done.

        A job's time limit is a signal whose handler raises. That may hit the coroutine, or the
        loop while it waits, or a callback of the loop: then `_on_error` hears of it.
        """
        loop = self._runner.get_loop()
        task: asyncio.Task[_T] = loop.create_task(work)
        self._task = task
        try:
            return loop.run_until_complete(task)
        except asyncio.CancelledError:
            raise self._interruption or asyncio.CancelledError from None
        finally:
            self._task = self._interruption = None
            if not task.done():
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    loop.run_until_complete(task)

    def _on_error(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """End what runs when one of the loop's callbacks has failed; tell of anything else."""
        if "handle" in context and self._task is not None:
            self._interruption = context["exception"]
            self._task.cancel()
        else:
            loop.default_exception_handler(context)

    def as_job(self, name: str, function: JobFunction) -> Callable[[str, int], None]:
        """Return a job as RQ calls it. It never fails: the clock starts again what was lost."""
        failures = self._metrics.job_failures.labels(name)

        def job(match_id: str, version: int) -> None:
            told = {"job": name, "match": match_id, "version": version}
            with bound_contextvars(**told), self._trace(name, match_id) as failed:
                try:
                    self.run(function(match_id, version))
                except Refused as refused:
                    failures.inc()
                    code = refused.refusal.code.value
                    failed(code)
                    _log.warning("job_gave_up", **told, code=code)
                except Exception as error:  # noqa: BLE001 - the edge of a job: the clock asks again
                    failures.inc()
                    failed(type(error).__name__)
                    _log.error("job_failed", **told, **fault(error))

        return job


@contextlib.contextmanager
def _untraced(name: str, match_id: str) -> Iterator[Callable[[str], None]]:
    del name, match_id
    yield lambda kind: None
