"""Starting a job: what lies in the queue, and what happens when nothing can be put there."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Iterator

import pytest
import redis
from redis.asyncio import Redis as AsyncRedis
from rq import Queue
from rq.job import Job
from rq.serializers import JSONSerializer
from structlog.testing import capture_logs

from service.jobs import Call, JobName, RqJobs
from service.queues import QueueName
from service.usecases.ports import BotTurn
from tests.fixtures.proxy import wire_to

TURN = BotTurn("m_0001", 7, people=True)


@pytest.fixture
async def jobs(server_url: str) -> AsyncIterator[RqJobs]:
    """Give the jobs of an empty server of each kind."""
    made = RqJobs.connect(server_url)
    yield made
    await made.close()


@pytest.fixture
def client(server_url: str) -> Iterator[redis.Redis]:
    """Give a client of the same server."""
    with redis.Redis.from_url(server_url) as made:
        yield made


def waiting(client: redis.Redis, queue: QueueName) -> list[Job]:
    """Return the jobs of a queue as RQ reads them, the oldest first."""
    return Queue(queue.value, client, serializer=JSONSerializer).jobs


async def test_a_bots_turn_lies_where_people_wait(jobs: RqJobs, client: redis.Redis) -> None:
    await jobs.bot_turn(TURN)

    (job,) = waiting(client, QueueName.PEOPLE)
    assert job.func_name == "workers.jobs.bot_turn.run"
    assert (list(job.args), job.kwargs) == (["m_0001", 7], {})
    assert (job.id, job.timeout, job.ttl) == ("m_0001-7-0", 5, 5)
    assert (job.result_ttl, job.failure_ttl, job.retries_left) == (0, 600, None)
    assert waiting(client, QueueName.BACKGROUND) == []


async def test_a_turn_in_a_match_of_bots_lies_in_the_background(
    jobs: RqJobs, client: redis.Redis
) -> None:
    await jobs.bot_turn(BotTurn("m_0001", 7, people=False))

    assert [job.id for job in waiting(client, QueueName.BACKGROUND)] == ["m_0001-7-0"]
    assert waiting(client, QueueName.PEOPLE) == []


async def test_a_turn_whose_time_is_over_lies_in_the_queue_of_the_clock(
    jobs: RqJobs, client: redis.Redis
) -> None:
    await jobs.turn_timeout("m_0001", 7, 1_800_000_000_000)

    (job,) = waiting(client, QueueName.CLOCK)
    assert job.func_name == "workers.jobs.turn_timeout.run"
    assert (job.id, list(job.args)) == ("m_0001-7-1800000000000", ["m_0001", 7])


async def test_an_analysis_lies_in_the_background(jobs: RqJobs, client: redis.Redis) -> None:
    await jobs.analysis("m_0001", 7, 1_800_000_000_000)

    (job,) = waiting(client, QueueName.BACKGROUND)
    assert job.func_name == "workers.jobs.analysis.run"
    assert (job.id, list(job.args)) == ("m_0001-7-1800000000000", ["m_0001", 7])


async def test_an_analysis_is_not_put_behind_others_that_wait(
    jobs: RqJobs, client: redis.Redis
) -> None:
    for version in range(3):
        await jobs.bot_turn(BotTurn("m_0001", version, people=False))

    assert not await jobs.analysis("m_0002", 0)
    client.lpop("rq:queue:background")
    client.lpop("rq:queue:background")
    assert await jobs.analysis("m_0002", 0)
    assert not await jobs.analysis("m_0003", 0)

    ids = [job.id for job in waiting(client, QueueName.BACKGROUND)]
    assert ids == ["m_0001-2-0", "m_0002-0-0"]


async def test_an_analysis_whose_turn_has_come_lies_before_all_others(
    jobs: RqJobs, client: redis.Redis
) -> None:
    for version in range(3):
        await jobs.bot_turn(BotTurn("m_0001", version, people=False))

    assert await jobs.analysis("m_0002", 7, first=True)

    ids = [job.id for job in waiting(client, QueueName.BACKGROUND)]
    assert ids == ["m_0002-7-0", "m_0001-0-0", "m_0001-1-0", "m_0001-2-0"]


async def test_an_analysis_for_a_queue_that_is_away_is_left_for_later(
    client: redis.Redis,
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        jobs = RqJobs.connect(f"redis://127.0.0.1:{taken.getsockname()[1]}")
        with capture_logs() as logged:
            assert not await jobs.analysis("m_0001", 0, first=True)
        await jobs.close()

    assert [line["event"] for line in logged] == ["jobs_not_started"]
    assert waiting(client, QueueName.BACKGROUND) == []


async def test_a_job_is_plain_json(jobs: RqJobs, client: redis.Redis) -> None:
    await jobs.bot_turn(TURN)

    (job,) = waiting(client, QueueName.PEOPLE)
    assert json.loads(job.data) == ["workers.jobs.bot_turn.run", None, ["m_0001", 7], {}]


async def test_a_job_that_waits_too_long_is_gone(jobs: RqJobs, client: redis.Redis) -> None:
    await jobs.bot_turn(TURN)

    assert client.ttl("rq:job:m_0001-7-0") in {4, 5}


async def test_a_turn_that_is_started_again_is_another_job(
    jobs: RqJobs, client: redis.Redis
) -> None:
    await jobs.bot_turn(TURN)
    await jobs.bot_turn(TURN, 1_800_000_000_000)

    ids = [job.id for job in waiting(client, QueueName.PEOPLE)]
    assert ids == ["m_0001-7-0", "m_0001-7-1800000000000"]


def test_a_job_id_is_made_of_what_rq_allows() -> None:
    assert Call(JobName.BOT_TURN, "m_0001", 7, 12).job_id == "m_0001-7-12"


async def test_a_full_queue_takes_no_more_until_there_is_room(
    server_url: str, client: redis.Redis
) -> None:
    jobs = RqJobs(AsyncRedis.from_url(server_url), backlog=2)
    turns = [BotTurn("m_0001", version, people=True) for version in range(5)]

    with capture_logs() as logged:
        for turn in turns[:4]:
            await jobs.bot_turn(turn)
        full = [job.id for job in waiting(client, QueueName.PEOPLE)]
        client.lpop("rq:queue:people")
        await jobs.bot_turn(turns[4])

    assert full == ["m_0001-0-0", "m_0001-1-0"]
    assert [job.id for job in waiting(client, QueueName.PEOPLE)] == ["m_0001-1-0", "m_0001-4-0"]
    assert [(line["event"], line.get("reason")) for line in logged] == [
        ("jobs_not_started", "full"),
        ("jobs_start_again", None),
    ]
    await jobs.close()


async def test_one_full_queue_does_not_close_the_others(
    server_url: str, client: redis.Redis
) -> None:
    jobs = RqJobs(AsyncRedis.from_url(server_url), backlog=1)

    await jobs.bot_turn(TURN)
    await jobs.bot_turn(BotTurn("m_0002", 1, people=False))

    assert [job.id for job in waiting(client, QueueName.BACKGROUND)] == ["m_0002-1-0"]
    await jobs.close()


async def test_a_server_that_is_away_costs_the_job_and_one_line_of_the_log() -> None:
    jobs = RqJobs.connect("redis://127.0.0.1:1/0")

    with capture_logs() as logged:
        await jobs.bot_turn(TURN)
        await jobs.bot_turn(TURN)

    assert [(line["event"], line["reason"]) for line in logged] == [
        ("jobs_not_started", "ConnectionError")
    ]
    await jobs.close()


async def test_a_silent_server_neither_blocks_the_loop_nor_is_waited_for_long() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        jobs = RqJobs.connect(f"redis://127.0.0.1:{silent.getsockname()[1]}/0")
        ticks = 0

        async def tick() -> None:
            nonlocal ticks
            while True:
                await asyncio.sleep(0.01)
                ticks += 1

        ticking = asyncio.create_task(tick())
        with capture_logs() as logged:
            await asyncio.wait_for(jobs.bot_turn(TURN), 2.0)
        ticking.cancel()

    assert ticks > 5
    assert [line["reason"] for line in logged] == ["TimeoutError"]
    await jobs.close()


async def test_a_connection_that_was_cut_is_made_anew(server_url: str, client: redis.Redis) -> None:
    async with wire_to(server_url) as wire:
        jobs = RqJobs.connect(wire.url)
        await jobs.bot_turn(TURN)
        wire.lost_answers = 1

        await jobs.bot_turn(BotTurn("m_0002", 1, people=True))

        assert "m_0002-1-0" in [job.id for job in waiting(client, QueueName.PEOPLE)]
        await jobs.close()
