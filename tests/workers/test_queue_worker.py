"""What a worker runs, what it refuses, and that nothing but a request ends it."""

import asyncio
import json
import os
import pickle
import signal
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import redis
from redis.asyncio import Redis as AsyncRedis
from rq import Queue, get_current_job
from rq.job import Job
from rq.registry import FailedJobRegistry, StartedJobRegistry
from rq.serializers import JSONSerializer
from structlog.testing import capture_logs

from service.embedded import server_binary
from service.jobs import JobName, RqJobs
from service.metrics import Metrics
from service.queues import QueueName
from service.usecases.ports import BotTurn
from tests.fixtures.metrics import counted
from tests.fixtures.valkey import running_server
from tests.fixtures.waiting import eventually
from workers.queue_watch import QueueWatch
from workers.queue_worker import STEADY_SECONDS, Pauses, QueueWorker, connect, serve
from workers.stop import Stop

QUEUE = QueueName.BACKGROUND
BOT_TURN = JobName.BOT_TURN.value


class Desk:
    """A queue on a server, a list with one job, and what a test does with them.

    `job` is that job; it notes its versions in `played` unless a test replaces it.
    """

    def __init__(self, url: str, client: redis.Redis, stop: Stop) -> None:
        self.url = url
        self.client = client
        self.stop = stop
        self.metrics = Metrics()
        self.watch = QueueWatch(QUEUE, self.metrics)
        self.played: list[int] = []
        self.job: Callable[[str, int], None] = lambda _, version: self.played.append(version)

    @property
    def worker(self) -> QueueWorker:
        """Return a new worker of the queue."""
        return QueueWorker(self.watch, connect(self.url), {BOT_TURN: self.job}, self.stop)

    def work(self) -> None:
        """Run what lies in the queue."""
        self.worker.work(burst=True, logging_level=None)

    def serve(self) -> None:
        """Run the jobs of the queue until somebody asks to stop."""
        serve(self.watch, self.url, {BOT_TURN: self.job}, self.stop)

    def enqueue(self, *versions: int) -> None:
        """Put bots' turns into the queue, as the service does."""

        async def all_of_them() -> None:
            jobs = RqJobs(AsyncRedis.from_url(self.url))  # waits longer than a service does
            for version in versions:
                await jobs.bot_turn(BotTurn("m_0001", version, people=False))
            await jobs.close()

        asyncio.run(all_of_them())

    def forge(self, data: bytes, **fields: str | bytes | int) -> None:
        """Put a job into the queue that the service would never make."""
        mapping = {"data": data, "origin": QUEUE.value, "status": "queued", "timeout": 5, **fields}
        for field, value in mapping.items():
            self.client.hset(Job.key_for("forged"), field, value)
        self.client.rpush(f"rq:queue:{QUEUE}", "forged")

    def failed(self) -> list[str]:
        """Return the ids of the jobs that have failed."""
        return FailedJobRegistry(QUEUE.value, self.client, serializer=JSONSerializer).get_job_ids()

    def has_idle_worker(self) -> bool:
        """Say whether a worker waits for a job."""
        return any(other["cmd"] == "blpop" for other in self.client.client_list())


@pytest.fixture
def desk(server_url: str, stop: Stop) -> Iterator[Desk]:
    """Give a desk on an empty server of each kind."""
    with redis.Redis.from_url(server_url) as client:
        yield Desk(server_url, client, stop)


def call(function: object, *arguments: object, instance: object = None) -> bytes:
    """Return what a job is to call, in the form in which RQ keeps it."""
    return zlib.compress(json.dumps([function, instance, arguments, {}]).encode())


TURN = call(BOT_TURN, "m_0001", 1)


def test_a_worker_runs_the_jobs_of_its_queue_in_order(desk: Desk) -> None:
    desk.enqueue(3, 1, 2)

    desk.work()

    assert desk.played == [3, 1, 2]


def test_a_worker_takes_the_jobs_of_a_server_at_a_unix_socket(stop: Stop, tmp_path: Path) -> None:
    path = tmp_path / "socket"
    with (
        running_server(server_binary(), tmp_path, "--unixsocket", str(path)) as url,
        redis.Redis.from_url(url) as client,
    ):
        desk = Desk(f"unix://{path}?db=1", client, stop)
        desk.enqueue(3, 1, 2)

        desk.work()

    assert desk.played == [3, 1, 2]


def test_a_job_that_another_worker_ends_meanwhile_is_done(desk: Desk) -> None:
    def ends_elsewhere(_: str, version: int) -> None:
        job = get_current_job()
        assert job is not None
        desk.client.zadd(job.execution_registry.key, {"ended": time.time() + 60})
        desk.played.append(version)

    desk.job = ends_elsewhere
    desk.enqueue(1, 2)

    desk.work()

    assert desk.played == [1, 2]
    assert desk.failed() == []
    assert list(desk.client.scan_iter("rq:job:*")) == []
    assert list(desk.client.scan_iter("rq:executions:*")) == []


def test_nothing_is_left_of_a_job_that_is_done(desk: Desk) -> None:
    desk.enqueue(1)

    desk.work()

    left = [key.decode() for key in desk.client.scan_iter() if isinstance(key, bytes)]
    assert sorted(key.partition(":background-")[0] for key in left) == [
        "rq:clean_groups",
        "rq:queues",
        "rq:worker",
    ]


@pytest.mark.parametrize("function", ["os.system", "workers.jobs.bot_turn.play", "print", "", None])
def test_a_function_that_is_not_on_the_list_never_runs(
    desk: Desk, tmp_path: Path, function: str | None
) -> None:
    mark = tmp_path / "ran"
    desk.forge(call(function, f"touch {mark}"))
    desk.enqueue(2)

    desk.work()

    assert not mark.exists()
    assert desk.failed() == ["forged"]
    assert desk.played == [2]


def test_rq_alone_runs_any_function_that_json_names(desk: Desk, tmp_path: Path) -> None:
    """Shows why there is a list; when this fails, RQ has learnt to refuse."""
    mark = tmp_path / "ran"
    queue = Queue("plain", connection=desk.client, serializer=JSONSerializer)
    queue.enqueue_call("os.system", args=(f"touch {mark}",), result_ttl=0)

    queue.run_sync(queue.jobs[0])

    assert mark.exists()


def test_a_method_of_a_value_is_no_job(desk: Desk) -> None:
    desk.forge(call(BOT_TURN, "m_0001", 1, instance="text"))

    desk.work()

    assert desk.failed() == ["forged"]
    assert desk.played == []


class _Mark:
    """Runs a command when it is unpickled."""

    def __init__(self, command: str) -> None:
        self._command = command

    def __reduce__(self) -> tuple[Callable[[str], int], tuple[str]]:
        return os.system, (self._command,)


def test_a_pickle_is_not_read(desk: Desk, tmp_path: Path) -> None:
    mark = tmp_path / "ran"
    pickled = pickle.dumps((_Mark(f"touch {mark}"), None, (), {}))
    desk.forge(zlib.compress(pickled), meta=pickled, result=pickled)

    desk.work()

    assert not mark.exists()
    assert desk.failed() == ["forged"]


_called: list[object] = []


def callback(*arguments: object) -> None:
    """Note that it was called."""
    _called.append(arguments)


@pytest.mark.parametrize("function", ["os.system", BOT_TURN])
@pytest.mark.parametrize("when", ["success", "failure", "stopped"])
def test_a_job_calls_nothing_afterwards(desk: Desk, when: str, function: str) -> None:
    _called.clear()
    fields = {f"{when}_callback_name": f"{__name__}.callback"}
    desk.forge(call(function, "m_0001", 1), **fields)

    desk.work()

    assert _called == []


def test_a_job_posts_to_no_address(desk: Desk) -> None:
    """RQ 3 posts to the addresses that stand in a job."""
    hooks = json.dumps([{"url": "http://127.0.0.1:1/", "statuses": ["finished"]}])
    desk.forge(TURN, webhooks=hooks)

    job = desk.worker.job_class.fetch("forged", desk.client, JSONSerializer)

    assert job.webhooks == []


@pytest.mark.parametrize(
    "field", ["timeout", "failure_ttl", "result_ttl", "ttl", "status", "created_at", "enqueued_at"]
)
def test_a_job_that_cannot_be_read_is_passed_over(desk: Desk, field: str) -> None:
    desk.forge(TURN, **{field: "banana"})
    desk.enqueue(2)

    desk.work()
    desk.work()

    assert desk.played == [2]


def test_a_job_that_has_expired_is_passed_over_and_leaves_nothing(desk: Desk) -> None:
    desk.enqueue(1, 2)
    desk.client.delete(Job.key_for("m_0001-1-0"))

    desk.work()

    assert desk.played == [2]
    assert list(desk.client.scan_iter(_type="list")) == []


def test_a_job_that_runs_too_long_is_ended_and_the_next_one_runs(desk: Desk) -> None:
    def hangs_once(match_id: str, version: int) -> None:
        del match_id
        desk.played.append(version)
        while version == 1:
            signal.pause()

    desk.job = hangs_once
    desk.forge(TURN, timeout=1)
    desk.enqueue(2)

    desk.work()

    assert desk.played == [1, 2]
    assert desk.failed() == ["forged"]


def test_the_job_of_a_dead_worker_does_not_stand_in_the_way(desk: Desk) -> None:
    dead = desk.worker
    desk.enqueue(1)
    taken = dead.dequeue_job_and_maintain_ttl(1)
    assert taken is not None
    dead.prepare_execution(taken[0])
    dead.prepare_job_execution(taken[0], remove_from_intermediate_queue=True)
    desk.enqueue(2)

    desk.work()

    assert desk.played == [2]
    assert StartedJobRegistry(QUEUE.value, desk.client).count == 1


def test_a_request_to_stop_waits_for_the_job_that_runs(desk: Desk) -> None:
    steps: list[str] = []

    def job(match_id: str, version: int) -> None:
        del match_id
        steps.append(f"begins {version}")
        os.kill(os.getpid(), signal.SIGTERM)
        steps.append(f"ends {version}")

    desk.job = job
    desk.enqueue(1, 2)

    desk.serve()

    assert steps == ["begins 1", "ends 1"]


def test_an_idle_worker_stops_at_once_and_says_good_bye(desk: Desk) -> None:
    def stop_it() -> None:
        assert eventually(desk.has_idle_worker)
        os.kill(os.getpid(), signal.SIGTERM)

    helper = threading.Thread(target=stop_it)
    helper.start()
    desk.serve()
    helper.join()

    assert desk.stop.requested
    assert desk.client.smembers("rq:workers") == set()


def test_a_worker_outlives_connections_that_are_cut(desk: Desk) -> None:
    def cut_twice_and_stop_it() -> None:
        for version in (1, 2):
            assert eventually(desk.has_idle_worker)
            desk.client.client_kill_filter(_type="normal", skipme=True)
            desk.enqueue(version)
            assert eventually(lambda: len(desk.played) == version)  # noqa: B023 - used at once
        os.kill(os.getpid(), signal.SIGTERM)

    helper = threading.Thread(target=cut_twice_and_stop_it)
    helper.start()
    desk.serve()
    helper.join()

    assert desk.played == [1, 2]


def test_a_worker_outlives_a_server_that_is_away_when_its_job_ends(desk: Desk) -> None:
    def job(match_id: str, version: int) -> None:
        del match_id
        desk.played.append(version)
        if version == 1:
            _lead_astray(get_current_job())
        else:
            os.kill(os.getpid(), signal.SIGTERM)

    desk.job = job
    desk.enqueue(1, 2)

    desk.serve()

    assert desk.played == [1, 2]


def _lead_astray(job: Job | None) -> None:
    """Let the worker that runs a job find nobody where its server was."""
    assert job is not None
    pool = job.connection.connection_pool
    pool.reset()
    pool.connection_kwargs["port"] = 1


def test_the_pauses_between_two_workers_grow_and_begin_anew_after_a_steady_one() -> None:
    pauses = Pauses()

    short = [pauses.after(0.5) for _ in range(7)]

    assert short == [0.1, 0.2, 0.4, 0.8, 1.6, 2.0, 2.0]
    assert [pauses.after(STEADY_SECONDS + 1), pauses.after(0.5)] == [0.1, 0.2]


class Impatient(Stop):
    """Is asked to stop after three sleeps, none of which takes time."""

    def __init__(self) -> None:
        super().__init__()
        self.slept: list[float] = []

    def sleep(self, seconds: float) -> None:
        """Note a sleep."""
        self.slept.append(seconds)
        self.requested = len(self.slept) == 3


def test_a_server_that_is_away_is_told_of_once() -> None:
    stop = Impatient()

    with capture_logs() as logged:
        serve(QueueWatch(QUEUE), "redis://127.0.0.1:1/0", {}, stop)

    assert stop.slept == [0.1, 0.2, 0.4]
    assert [(line["event"], line["reason"]) for line in logged] == [
        ("queue_unreachable", "ConnectionError")
    ]


def test_a_worker_knows_how_many_jobs_wait_and_counts_how_long_they_did(desk: Desk) -> None:
    waiting: list[int] = []
    desk.job = lambda *_: waiting.append(desk.watch.waiting)
    desk.enqueue(1, 2, 3)

    desk.work()

    assert waiting == [2, 1, 0]
    assert counted(desk.metrics, "queue_wait_seconds_count", queue="background") == 3
    assert 0 < counted(desk.metrics, "queue_wait_seconds_sum", queue="background") < 60
