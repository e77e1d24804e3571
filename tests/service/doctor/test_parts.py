"""The doctor knows queues that nobody works on, and a clock that does not sweep."""

import time

import pytest
import redis

from service.doctor import parts
from service.doctor.finding import Finding, State
from service.jobs import RqJobs
from service.queues import QueueName
from service.store.redis import RedisStore
from service.usecases.analysed import AnalysisOf
from service.usecases.ports import BotTurn
from tests.fixtures.store import RULES, a_record, created, due
from tests.fixtures.waiting import eventually
from tests.fixtures.worker_processes import workers

OK, WARNING, FAILED = State.OK, State.WARNING, State.FAILED


def looked_at(url: str, ahead: float = 0.0) -> dict[str, Finding]:
    """Return what is found about queues, on a machine whose clock is ahead."""
    with redis.Redis.from_url(url) as client:
        return {at.check: at for at in parts.queues(client, lambda: time.time() + ahead)}


async def put_in_line(url: str) -> None:
    """Put a bot's turn in line for bots among themselves."""
    jobs = RqJobs.connect(url)
    await jobs.bot_turn(BotTurn("m_1", 1, people=False))
    await jobs.close()


def test_a_queue_that_nobody_works_on_fails(empty_valkey_url: str) -> None:
    found = looked_at(empty_valkey_url)

    for queue in QueueName:
        assert found[f"queue {queue}"] == Finding(f"queue {queue}", OK, "empty")
        alone = found[f"workers {queue}"]
        assert (alone.state, alone.what) == (FAILED, "none has been heard of for 30 s")
        assert alone.advice == f"Start one: kierki worker {queue}."


@pytest.mark.parametrize(
    ("ahead", "state", "told"),
    [(0.0, OK, "0."), (2.0, WARNING, "2."), (9.0, FAILED, "over 9 s")],
)
async def test_a_job_that_waits_is_told_of(
    empty_valkey_url: str, ahead: float, state: State, told: str
) -> None:
    await put_in_line(empty_valkey_url)

    found = looked_at(empty_valkey_url, ahead)["queue background"]

    assert found.state is state
    assert found.what.startswith(f"1 jobs, the oldest for {told}")
    assert (found.advice is None) == (state is OK)


async def test_a_job_that_has_expired_in_line_fails(empty_valkey_url: str) -> None:
    await put_in_line(empty_valkey_url)
    with redis.Redis.from_url(empty_valkey_url) as client:
        assert client.delete("rq:job:m_1-1-0") == 1

    found = looked_at(empty_valkey_url)["queue background"]

    assert (found.state, found.what) == (FAILED, "1 jobs, the oldest for over 5 s")


@pytest.mark.parametrize(("length", "state"), [(99, OK), (100, WARNING), (10_000, FAILED)])
def test_a_long_queue_is_told_of(length: int, state: State) -> None:
    assert parts.LENGTH.of(length) is state


def test_a_worker_is_heard_of_until_it_is_silent(empty_valkey_url: str) -> None:
    with workers(empty_valkey_url, "worker people"):
        assert eventually(
            lambda: looked_at(empty_valkey_url)["workers people"].state is OK, seconds=60
        )
        later = looked_at(empty_valkey_url, ahead=60.0)["workers people"]

    assert looked_at(empty_valkey_url)["workers people"].state is FAILED  # it said good-bye
    assert later.state is FAILED
    assert later.what == "none has been heard of for 30 s, 1 more are silent"


def test_workers_that_analyse_other_matches_are_told_of(empty_valkey_url: str) -> None:
    def found(here: AnalysisOf) -> list[Finding]:
        with redis.Redis.from_url(empty_valkey_url) as client:
            return list(parts.analysis(client, here))

    assert found(AnalysisOf.PEOPLE) == []
    with workers(empty_valkey_url, "worker background"):
        assert eventually(lambda: bool(found(AnalysisOf.PEOPLE)), seconds=60)
        (same,), (other,) = found(AnalysisOf.PEOPLE), found(AnalysisOf.ALL)

    assert same == Finding("analysis", OK, "of people here, of people by the workers of background")
    assert (other.state, other.what) == (
        WARNING,
        "of all here, of people by the workers of background",
    )
    assert other.advice == "Give the API and the workers the same KIERKI_ANALYSIS."


def test_a_clock_is_heard_of_until_it_is_silent(empty_valkey_url: str) -> None:
    with redis.Redis.from_url(empty_valkey_url) as client:
        none = parts.clock(client)
        with workers(empty_valkey_url, "clock"):
            assert eventually(lambda: parts.clock(client).state is OK, seconds=60)
        client.expire("clock", 44)  # as after sixteen seconds
        silent = parts.clock(client)

    for found in (none, silent):
        assert (found.state, found.what) == (FAILED, "none has swept for 15 s")
        assert str(found.advice).startswith("Start one: kierki clock.")


async def test_what_is_overdue_is_known_and_forgotten(empty_valkey_url: str) -> None:
    store = RedisStore.connect(empty_valkey_url, retention_s=60)
    await store.put_rules(RULES)
    assert await store.overdue_ms() == 0

    await store.create(created(a_record()), b"commit-1")
    now_ms = await store.now_ms()
    await store.update("m_1", due(now_ms + 60_000), b"commit-2")
    assert await store.overdue_ms() == 0

    await store.update("m_1", due(now_ms - 7_000), b"commit-3")
    assert 7_000 <= await store.overdue_ms() < 60_000

    await store.forget_due("m_1")
    assert await store.overdue_ms() == 0
    await store.close()


@pytest.mark.parametrize(
    ("late_ms", "state", "what"),
    [
        (0, OK, "nothing is overdue"),
        (900, OK, "the longest overdue for 0.9 s"),
        (1_000, WARNING, "the longest overdue for 1.0 s"),
        (5_000, FAILED, "the longest overdue for 5.0 s"),
    ],
)
def test_lateness_is_graded(late_ms: int, state: State, what: str) -> None:
    found = parts.overdue(late_ms)

    assert (found.state, found.what) == (state, what)
    assert (found.advice is None) == (state is OK)
