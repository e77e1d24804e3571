"""The door through which background work is started: names, queues, and the only enqueuer.

A job is a name, a match and a version. Losing one is harmless: the match stays due, and the
clock starts the turn again. So nothing here waits long, repeats much or ever raises.
"""

from enum import StrEnum
from typing import Final, Self, cast

import structlog
from msgspec import Struct
from redis import Redis, RedisError
from redis.asyncio import BlockingConnectionPool
from redis.asyncio import Redis as AsyncRedis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.client import Pipeline
from redis.exceptions import ConnectionError as RedisConnectionError
from rq import Queue
from rq.serializers import JSONSerializer

from service.metrics import Metrics
from service.queues import QueueName
from service.tracing.ports import Tracer
from service.usecases.ports import BotTurn

BACKLOG: Final = 10_000  # jobs waiting in one queue; more would only be started too late
ANALYSES: Final = 2  # with so many jobs waiting an analysis waits for its turn
WAIT_SECONDS: Final = 5  # how long a job may wait; the clock has started another one by then
RUN_SECONDS: Final = 5  # how long a job may run
FAILURE_SECONDS: Final = 600  # how long RQ keeps what it knows of a failed job
ANALYSIS_OF: Final = "kierki_analysis"  # what a worker's hash says of its KIERKI_ANALYSIS
_ANSWER_SECONDS: Final = 0.5  # the server is near, and whoever made the move waits for this
_CONNECTIONS: Final = 10  # a clock that finds a hundred turns due would open as many
_SERVER_FLOOR: Final = (7, 0, 0)  # the oldest server supported; known, so RQ need not ask

_log = structlog.get_logger(__name__)


class JobName(StrEnum):
    """Every job by the dotted name of the function that does it."""

    BOT_TURN = "workers.jobs.bot_turn.run"
    TURN_TIMEOUT = "workers.jobs.turn_timeout.run"
    LOBBY_DUE = "workers.jobs.lobby_due.run"
    MATCH_ENDED = "workers.jobs.match_ended.run"
    ANALYSIS = "workers.jobs.analysis.run"


class Call(Struct, frozen=True):
    """What a job is to do. `attempt` tells apart the jobs that are started for one turn."""

    name: JobName
    match_id: str
    version: int
    attempt: int

    @property
    def job_id(self) -> str:
        """Return the id of the job; RQ takes letters, digits, `_` and `-`."""
        return f"{self.match_id}-{self.version}-{self.attempt}"


class RqJobs:
    """Implements `service.usecases.ports.Jobs` on RQ, without ever blocking the event loop.

    RQ fills the pipeline of an asyncio client and never sees its connection, so that what a job
    looks like in Redis stays RQ's own business.
    """

    def __init__(
        self,
        client: AsyncRedis,
        metrics: Metrics | None = None,
        tracer: Tracer | None = None,
        *,
        backlog: int = BACKLOG,
    ) -> None:
        self._client = client
        self._carried = dict[str, str] if tracer is None else tracer.carried
        self._metrics = metrics or Metrics()
        self._backlog = backlog
        self._queues = {name: _queue(name, client) for name in QueueName}
        self._lengths = dict.fromkeys(QueueName, 0)
        self._troubles: dict[QueueName, str | None] = dict.fromkeys(QueueName)
        for name in QueueName:
            self._metrics.jobs_dropped.labels(name.value)  # a rate needs the zero before the first

    @classmethod
    def connect(
        cls, url: str, metrics: Metrics | None = None, tracer: Tracer | None = None
    ) -> Self:
        """Return the jobs of a server; nothing connects before the first job."""
        # One more try finds a restarted server behind a connection that was left open. A try
        # that took too long is not repeated: it would double the wait.
        retry = Retry(NoBackoff(), retries=1, supported_errors=(RedisConnectionError,))
        pool = BlockingConnectionPool.from_url(
            url,
            max_connections=_CONNECTIONS,
            timeout=_ANSWER_SECONDS,
            socket_timeout=_ANSWER_SECONDS,
            socket_connect_timeout=_ANSWER_SECONDS,
            retry=retry,
        )
        return cls(AsyncRedis.from_pool(pool), metrics, tracer)

    async def bot_turn(self, turn: BotTurn, attempt: int = 0) -> None:
        """Have a worker play the bot's turn.

        `attempt` is 0 right after the commit that made it the bot's turn, and the time of the
        claim in milliseconds when the clock starts the turn again.
        """
        queue = QueueName.PEOPLE if turn.people else QueueName.BACKGROUND
        await self._enqueue(queue, Call(JobName.BOT_TURN, turn.match_id, turn.version, attempt))

    async def turn_timeout(self, match_id: str, version: int, attempt: int) -> None:
        """Have a worker end a turn whose time is over; `attempt` as in `bot_turn`."""
        call = Call(JobName.TURN_TIMEOUT, match_id, version, attempt)
        await self._enqueue(QueueName.CLOCK, call)

    async def lobby_due(self, match_id: str, version: int, attempt: int) -> None:
        """Have a worker start or end a match that waits; `attempt` as in `bot_turn`."""
        call = Call(JobName.LOBBY_DUE, match_id, version, attempt)
        await self._enqueue(QueueName.CLOCK, call)

    async def match_ended(self, match_id: str, version: int, attempt: int) -> None:
        """Have a worker put a match that has ended into its lists; `attempt` as in `bot_turn`."""
        call = Call(JobName.MATCH_ENDED, match_id, version, attempt)
        await self._enqueue(QueueName.CLOCK, call)

    async def analysis(
        self, match_id: str, version: int, attempt: int = 0, *, first: bool = False
    ) -> bool:
        """Have a worker go on with an analysis; while others wait only if it is to come first."""
        queue = QueueName.BACKGROUND
        call = Call(JobName.ANALYSIS, match_id, version, attempt)
        try:
            if not first and await self._client.llen(self._queues[queue].key) >= ANALYSES:
                return False
            await self._push(queue, call, first=first)
        except RedisError as error:
            self._report(queue, type(error).__name__)
            return False
        return True

    async def close(self) -> None:
        """Close the connections."""
        await self._client.aclose()

    async def _enqueue(self, queue: QueueName, call: Call) -> None:
        trouble = None
        try:
            if await self._has_room(queue):
                self._lengths[queue] = await self._push(queue, call)
            else:
                trouble = "full"
        except RedisError as error:
            trouble = type(error).__name__
        if trouble is not None:
            self._metrics.jobs_dropped.labels(queue.value).inc()
        self._report(queue, trouble)

    async def _has_room(self, queue: QueueName) -> bool:
        """Ask for the length only when the last push found the queue full."""
        if self._lengths[queue] >= self._backlog:
            self._lengths[queue] = await self._client.llen(self._queues[queue].key)
        return self._lengths[queue] < self._backlog

    async def _push(self, queue: QueueName, call: Call, *, first: bool = False) -> int:
        """Push a job, before all others if it is to come first; return the queue's length."""
        async with self._client.pipeline(transaction=True) as pipeline:
            self._queues[queue].enqueue_call(
                call.name.value,
                args=(call.match_id, call.version),
                description=call.name.value,
                job_id=call.job_id,
                timeout=RUN_SECONDS,
                ttl=WAIT_SECONDS,
                result_ttl=0,
                failure_ttl=FAILURE_SECONDS,
                meta=self._carried(),
                at_front=first,
                pipeline=cast("Pipeline", pipeline),  # RQ knows the synchronous one by name
            )
            *_, length = await pipeline.execute()
        return int(length)

    def _report(self, queue: QueueName, trouble: str | None) -> None:
        """Log where a trouble begins and ends, not every job that it swallows."""
        if trouble == self._troubles[queue]:
            return
        self._troubles[queue] = trouble
        if trouble is None:
            _log.info("jobs_start_again", queue=queue.value)
        else:
            _log.warning("jobs_not_started", queue=queue.value, reason=trouble)


def _queue(name: QueueName, client: AsyncRedis) -> Queue:
    # RQ is typed for the synchronous client; it only fills pipelines here
    queue = Queue(name.value, connection=cast("Redis", client), serializer=JSONSerializer)
    queue.redis_server_version = _SERVER_FLOOR
    return queue
