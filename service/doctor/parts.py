"""What the doctor asks about the parts: queues, workers, the clock, and what is overdue."""

import time
from collections.abc import Callable, Iterator
from typing import Final

import redis
from rq import Queue, Worker
from rq.exceptions import NoSuchJobError
from rq.job import Job
from rq.serializers import JSONSerializer
from rq.utils import as_text

from service.doctor.finding import Finding, Grade, State, found, graded
from service.jobs import ANALYSIS_OF, BACKLOG, WAIT_SECONDS
from service.queues import QueueName
from service.store import keys
from service.store.due import CLOCK_SECONDS
from service.usecases.analysed import AnalysisOf

LENGTH: Final = Grade(warning=100, failed=BACKLOG)  # jobs
AGE: Final = Grade(warning=1.0, failed=WAIT_SECONDS)  # seconds; then the job has expired
LATE: Final = Grade(warning=1.0, failed=5.0)  # seconds
SILENT: Final = 30.0  # seconds without a beat of a worker
SWEPT: Final = 15.0  # seconds without a beat of the clock, who says one every few

_MORE_WORKERS = "Start more workers of this queue, or look at what keeps them: kierki worker {}."


def queues(client: redis.Redis, wall: Callable[[], float] = time.time) -> Iterator[Finding]:
    """Judge each queue by how much lies in it, for how long, and who works on it."""
    for name in QueueName:
        queue = Queue(name.value, connection=client, serializer=JSONSerializer)
        yield _backlog(queue, wall)
        yield _workers(queue, wall)


def _backlog(queue: Queue, wall: Callable[[], float]) -> Finding:
    length = queue.count
    age = _oldest_seconds(queue, wall) if length else 0.0
    shown = f"over {age:.0f} s" if age >= WAIT_SECONDS else f"{age:.1f} s"
    return graded(
        f"queue {queue.name}",
        max(LENGTH.of(length), AGE.of(age), key=list(State).index),
        f"{length} jobs, the oldest for {shown}" if length else "empty",
        _MORE_WORKERS.format(queue.name),
    )


def _oldest_seconds(queue: Queue, wall: Callable[[], float]) -> float:
    """Return how long the oldest job has waited; one that has expired, as long as it could."""
    (oldest,) = queue.get_job_ids(0, 1) or (None,)
    if oldest is None:
        return 0.0
    try:
        job = Job.fetch(oldest, connection=queue.connection, serializer=JSONSerializer)
    except NoSuchJobError:
        return float(WAIT_SECONDS)
    return max(0.0, wall() - job.enqueued_at.timestamp()) if job.enqueued_at else 0.0


def _workers(queue: Queue, wall: Callable[[], float]) -> Finding:
    beats = [
        wall() - worker.last_heartbeat.timestamp()
        for worker in Worker.all(queue=queue, serializer=JSONSerializer)
        if worker.last_heartbeat is not None
    ]
    alive = [age for age in beats if age <= SILENT]
    silent = f", {len(beats) - len(alive)} more are silent" if len(beats) > len(alive) else ""
    return found(
        f"workers {queue.name}",
        None if alive else f"none has been heard of for {SILENT:.0f} s{silent}",
        f"{len(alive)}, the last heard of {min(alive, default=0.0):.0f} s ago{silent}",
        f"Start one: kierki worker {queue.name}.",
    )


def analysis(client: redis.Redis, here: AnalysisOf) -> Iterator[Finding]:
    """Judge whether the workers that make analyses make them of the matches that are named here.

    An API that promises others waits for them in vain. Nothing is found where no worker tells.
    """
    queue = Queue(QueueName.BACKGROUND.value, connection=client, serializer=JSONSerializer)
    keys_of = [at.key for at in Worker.all(queue=queue, serializer=JSONSerializer)]
    told = {str(as_text(at)) for key in keys_of if (at := client.hget(key, ANALYSIS_OF))}
    if told:
        named = ", ".join(sorted(told))
        yield graded(
            "analysis",
            State.OK if told == {here.value} else State.WARNING,
            f"of {here.value} here, of {named} by the workers of {queue.name}",
            "Give the API and the workers the same KIERKI_ANALYSIS.",
        )


def clock(client: redis.Redis) -> Finding:
    """Judge whether a clock sweeps."""
    left_ms = client.pttl(keys.CLOCK)
    age = CLOCK_SECONDS - int(left_ms) / 1_000 if int(left_ms) >= 0 else None
    fault = None if age is not None and age <= SWEPT else f"none has swept for {SWEPT:.0f} s"
    what = f"one has swept {age or 0.0:.0f} s ago"
    return found("clock", fault, what, "Start one: kierki clock. Bots and deadlines wait for it.")


def overdue(late_ms: int) -> Finding:
    """Judge by how long what should have happened is late."""
    late = late_ms / 1_000
    return graded(
        "due",
        LATE.of(late),
        f"the longest overdue for {late:.1f} s" if late_ms else "nothing is overdue",
        "Look at the clock and at the workers of the queue `clock`.",
    )
