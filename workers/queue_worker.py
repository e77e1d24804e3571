"""A worker of one queue: RQ's simple worker, narrowed to what this service needs of it.

It runs jobs in its own process, one at a time, and only those that it was given. It takes no
commands over the network, and a lost connection never ends it.
"""

import os
import secrets
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final, cast
from urllib.parse import urlsplit

import structlog
from redis import Redis, RedisError
from redis.backoff import NoBackoff
from redis.client import Pipeline
from redis.retry import Retry
from rq import Queue, SimpleWorker
from rq.exceptions import DequeueTimeout, NoSuchJobError, StopRequested
from rq.executions import Execution, ExecutionRegistry
from rq.job import Job
from rq.serializers import JSONSerializer
from rq.utils import as_text, now

from workers.errors import UnlistedJobError
from workers.queue_watch import QueueWatch
from workers.stop import LOOK_SECONDS, Stop

Functions = Mapping[str, Callable[..., None]]

_TTL_SECONDS: Final = 16  # RQ waits for an answer 5 s less
_SILENT_SECONDS: Final = 5  # what RQ knows of a worker expires after 76
_CONNECT_SECONDS: Final = 1.0
FIRST_PAUSE: Final = 0.1  # seconds before the worker connects again, doubled each time
LONGEST_PAUSE: Final = 2.0
STEADY_SECONDS: Final = 10.0  # a worker that worked so long begins anew with the pauses

# What a job of ours needs. Not what makes RQ call functions by name (callbacks), open addresses
# (webhooks) or start other jobs (dependents, repeats, retries).
_FIELDS: Final = frozenset(
    b"created_at data description enqueued_at failure_ttl meta origin result_ttl started_at "
    b"status timeout ttl worker_name".split()
)

_log = structlog.get_logger(__name__)


class Pauses:
    """How long a worker waits before it connects again, longer each time; in seconds."""

    def __init__(self) -> None:
        self._next = FIRST_PAUSE

    def after(self, lived: float) -> float:
        """Return the wait after a worker that lived so long; it begins anew after a steady one."""
        pause = FIRST_PAUSE if lived > STEADY_SECONDS else self._next
        self._next = min(2 * pause, LONGEST_PAUSE)
        return pause


def serve(watch: QueueWatch, url: str, functions: Functions, stop: Stop) -> None:
    """Run the jobs of a queue until a stop is requested, whatever happens to the server."""
    pauses = Pauses()
    while not stop.requested:
        watch.looked()
        began = time.monotonic()
        trouble = _work(watch, url, functions, stop)
        pause = pauses.after(time.monotonic() - began)
        if trouble is not None and pause == FIRST_PAUSE:  # told once, not at every attempt
            _log.warning("queue_unreachable", queue=watch.queue.value, reason=trouble)
        stop.sleep(pause)


def _work(watch: QueueWatch, url: str, functions: Functions, stop: Stop) -> str | None:
    """Run one worker to its end and return what the server had to do with it, or nothing."""
    try:
        QueueWorker(watch, connect(url), functions, stop).work(logging_level=None)
    except RedisError as error:
        return type(error).__name__
    return None


def connect(url: str) -> Redis:
    """Return a client for a worker: it repeats nothing, since a repeated wait may lose a job."""
    # redis-py takes no word about keepalive for a unix socket, which has none
    wire = {} if urlsplit(url).scheme == "unix" else {"socket_keepalive": True}
    return Redis.from_url(
        url,
        socket_connect_timeout=_CONNECT_SECONDS,
        retry=Retry(NoBackoff(), retries=0),
        **wire,
    )


class QueueWorker(SimpleWorker):
    """Runs the jobs of one queue, each of which must be among the given functions."""

    log_result_lifespan = False

    def __init__(self, watch: QueueWatch, client: Redis, functions: Functions, stop: Stop) -> None:
        queue = watch.queue
        job_class = listed_job(functions)
        super().__init__(
            [Queue(queue.value, client, job_class=job_class, serializer=JSONSerializer)],
            name=f"{queue}-{os.getpid()}-{secrets.token_hex(4)}",
            connection=client,
            job_class=job_class,
            serializer=JSONSerializer,
            default_result_ttl=0,
            worker_ttl=_TTL_SECONDS,
            log_job_description=False,
        )
        self._stop = stop
        self._watch = watch

    def dequeue_job_and_maintain_ttl(
        self, timeout: int | None, max_idle_time: int | None = None
    ) -> tuple[Job, Queue] | None:
        """Wait for a job; null if there is none and `timeout` says not to wait.

        In short waits, between which a request to stop is seen. A lost server ends the worker,
        and `serve` starts another: RQ's own loop would go on for ever.
        """
        # BLPOP takes fractions of a second, and RQ passes on what it is given
        wait = None if timeout is None else cast("int", LOOK_SECONDS)
        while not self._stop.requested:
            self._watch.looked()
            try:
                self.heartbeat()
                if self.should_run_maintenance_tasks:
                    self.run_maintenance_tasks()  # type: ignore[no-untyped-call] # RQ's own
                return self._take(wait)
            except (DequeueTimeout, NoSuchJobError):
                continue
            except RedisError as error:
                raise StopRequested from error
        raise StopRequested

    def _take(self, wait: int | None) -> tuple[Job, Queue] | None:
        """Take the next job; raises NoSuchJobError for one that has expired.

        Not by RQ's list of taken jobs: the expired ones would stay in it until the next clean-up,
        and a job that is lost here comes again with its lease, long before RQ would find it.
        """
        (queue,) = self.queues
        taken = queue.lpop([queue.key], wait, self.connection)
        if taken is None:
            return None
        job = self.job_class.fetch(as_text(taken[1]), self.connection, self.serializer)
        waited_s = (now() - job.enqueued_at).total_seconds() if job.enqueued_at else 0.0
        self._watch.taken(waited_s, self.connection.llen(queue.key), job.meta)
        return job, queue

    def heartbeat(self, timeout: int | None = None, pipeline: Pipeline | None = None) -> None:
        """Say that this worker lives: with other commands, or after seconds of silence.

        RQ says it three times for each job, each time in three round trips.
        """
        said = self.last_heartbeat
        if pipeline is not None or said is None or (now() - said).total_seconds() > _SILENT_SECONDS:
            super().heartbeat(timeout, pipeline)

    def register_birth(self) -> None:
        """Say that this worker is there, and how it was set."""
        super().register_birth()  # type: ignore[no-untyped-call] # RQ's own
        for field, text in self._watch.about.items():
            self.connection.hset(self.key, field, text)

    def check_for_suspension(self, burst: bool) -> None:
        """Do not look for `rq suspend`: a worker is paused by stopping it."""

    def subscribe(self) -> None:
        """Do not listen for commands: `rq` can shut nothing down here."""

    def _install_signal_handlers(self) -> None:
        """Leave the signals to `Stop`: RQ's handlers talk to the server, or raise anywhere."""


class Executions(ExecutionRegistry):
    """The runs of one job, which are two where a lease ended and the job came again."""

    def get_executions(self, start: int = 0, end: int = -1) -> list[Execution]:
        """Return the runs that there are; RQ fails the job for one that ends while it looks."""
        found = []
        for name in self.get_execution_ids(start, end):
            with suppress(ValueError):  # it has ended
                found.append(Execution.fetch(name, self.job_id, self.connection))
        return found


def listed_job(functions: Mapping[str, Callable[..., None]]) -> type[Job]:
    """Return a class of jobs that can call the given functions and nothing else."""

    class ListedJob(Job):
        """A job whose function is looked up in a list, never imported by its name."""

        @property
        def func(self) -> Callable[..., None]:
            """Return the function; raises UnlistedJobError for any other."""
            function = None if self.instance else functions.get(str(self.func_name))
            if function is None:
                raise UnlistedJobError(self.id)
            return function

        @property
        def execution_registry(self) -> Executions:
            """Return the runs of this job."""
            return Executions(self.id, self.connection)

        def restore(self, raw_data: dict[bytes, bytes]) -> None:
            """Read the job from its hash: of that only what a job of ours needs.

            What cannot be read is no job, since RQ's workers would end at it again and again.
            """
            kept = {field: value for field, value in raw_data.items() if field in _FIELDS}
            try:
                super().restore(kept)
            except (ValueError, AssertionError) as error:  # RQ 3.0 asserts that a time is text
                raise NoSuchJobError(self.id) from error

    return ListedJob
