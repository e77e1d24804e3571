"""Buckets that fill by themselves: the same on a server as in memory, to the request."""

import asyncio
import time
from collections.abc import AsyncIterator

import pytest
import redis

from service.store.allowances import (
    Allowances,
    Bucket,
    Grant,
    MemoryAllowances,
    ServerAllowances,
)
from service.store.client import ServerCommands
from service.store.errors import StoreUnavailableError

HOUR_US = 3_600_000_000


def slow(burst: int) -> Bucket:
    """Return a bucket that gains nothing while a test runs."""
    return Bucket("limit:moves:p_1", HOUR_US, burst)


@pytest.fixture
async def server(store_url: str) -> AsyncIterator[ServerAllowances]:
    commands = ServerCommands(store_url)
    yield ServerAllowances(commands)
    await commands.close()


@pytest.fixture(
    params=["memory", "valkey", pytest.param("redis7", marks=pytest.mark.redis7), "cluster"]
)
async def allowances(request: pytest.FixtureRequest) -> AsyncIterator[Allowances]:
    if request.param == "memory":
        yield MemoryAllowances(lambda: time.time_ns() // 1_000)
        return
    url: str = request.getfixturevalue(f"{request.param}_url")
    with redis.Redis.from_url(url) as client:
        client.flushall()
    commands = ServerCommands(url)
    yield ServerAllowances(commands)
    await commands.close()


async def test_each_ask_takes_a_quarter_of_what_is_left(allowances: Allowances) -> None:
    given = [(await allowances.take(slow(100), 1)).given for _ in range(8)]

    assert given == [25, 18, 14, 10, 8, 6, 4, 3]


async def test_never_more_is_given_than_there_was(allowances: Allowances) -> None:
    grants = [await allowances.take(slow(100), 1) for _ in range(60)]

    assert sum(at.given for at in grants) == 100
    assert grants[-1].given == 0
    assert 0 < grants[-1].wait_ms <= HOUR_US // 1_000


async def test_at_least_what_is_needed_is_given_or_nothing(allowances: Allowances) -> None:
    first = await allowances.take(slow(100), 80)
    second = await allowances.take(slow(100), 30)
    third = await allowances.take(slow(100), 20)

    assert (first, third) == (Grant(80, 0), Grant(20, 0))
    assert second.given == 0
    # ten more are needed; the clock goes on from the first ask to the second
    assert 9 * HOUR_US // 1_000 < second.wait_ms <= 10 * HOUR_US // 1_000


async def test_who_waits_as_told_is_given_what_he_needs() -> None:
    now = [1_000_000]
    allowances = MemoryAllowances(lambda: now[0])
    bucket = Bucket("limit:moves:p_1", 333_333, 50)
    await allowances.take(bucket, 50)
    now[0] += 1

    refused = await allowances.take(bucket, 3)
    now[0] += (refused.wait_ms - 1) * 1_000
    too_early = await allowances.take(bucket, 3)
    now[0] += 1_000
    in_time = await allowances.take(bucket, 3)

    assert (refused.given, too_early.given, in_time.given) == (0, 0, 3)


async def test_who_waits_as_told_by_the_servers_clock_is_given_what_he_needs(
    server: ServerAllowances, store_url: str
) -> None:
    bucket = Bucket("limit:moves:p_1", 150_000, 50)
    await server.take(bucket, 50)
    refused = await server.take(bucket, 2)
    with redis.Redis.from_url(store_url) as client:
        seconds, micros = client.time()
        until = seconds * 1_000_000 + micros + refused.wait_ms * 1_000
        while seconds * 1_000_000 + micros < until:  # by the store's clock and no other
            await asyncio.sleep(0.001)
            seconds, micros = client.time()

    assert refused.given == 0
    assert 0 < refused.wait_ms <= 300
    assert (await server.take(bucket, 2)).given == 2


async def test_a_full_bucket_leaves_nothing_behind(
    server: ServerAllowances, store_url: str
) -> None:
    await server.take(Bucket("limit:moves:p_1", 1_000_000, 100), 1)

    with redis.Redis.from_url(store_url) as client:
        left_ms = client.pttl("limit:moves:p_1")

    assert 24_000 < left_ms <= 25_000  # 25 were taken, one comes back each second


async def test_clients_do_not_share(allowances: Allowances) -> None:
    await allowances.take(slow(100), 100)

    other = await allowances.take(Bucket("limit:moves:p_2", HOUR_US, 100), 100)

    assert other == Grant(100, 0)


async def test_a_server_that_is_away_is_told() -> None:
    commands = ServerCommands("redis://127.0.0.1:1/0")

    with pytest.raises(StoreUnavailableError):
        await ServerAllowances(commands).take(slow(100), 1)

    await commands.close()
