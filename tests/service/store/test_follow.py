"""Following a match: the same on every store, and across cut connections on a server."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from typing import NoReturn

import pytest
import redis
import redis.asyncio

from engine.events import Entry
from service.store.chain import entry_hash
from service.store.errors import (
    KeyReusedError,
    MatchNotFoundError,
    StoreError,
    StoreUnavailableError,
)
from service.store.follower import Follower
from service.store.keys import match_keys
from service.store.ports import Store
from service.store.record import Once, Snapshot
from service.store.redis import RedisStore
from service.store.subscriber import ServerSubscriber
from tests.fixtures.proxy import wire_to
from tests.fixtures.store import RETENTION_S, RULES, a_record, created, says
from tests.fixtures.waiting import eventually

LIMIT_S = 10.0
ONCE = Once(b"key", b"body")


async def soon(heads: AsyncIterator[int]) -> int:
    """Return the next head."""
    async with asyncio.timeout(LIMIT_S):
        return await anext(heads)


class Ear:
    """A listener that keeps what it is told."""

    def __init__(self) -> None:
        self.heard: list[tuple[int, Entry | None]] = []
        self.fault: StoreError | None = None

    def tell(self, head: int, entry: Entry | None = None) -> None:
        """Keep it."""
        self.heard.append((head, entry))

    def fail(self, fault: StoreError) -> None:
        """Keep it."""
        self.fault = fault


async def until(heads: AsyncIterator[int], wanted: int) -> list[int]:
    """Return the heads that came, up to the wanted one."""
    seen: list[int] = []
    async with asyncio.timeout(LIMIT_S):
        async for head in heads:
            seen.append(head)
            if head == wanted:
                break
    return seen


async def test_the_present_head_comes_first(store: Store) -> None:
    await store.create(created(a_record()), b"commit-1")
    await store.update("m_1", says("x"), b"commit-2")

    async with store.follow("m_1") as heads:
        assert await soon(heads) == 2


async def test_each_commit_is_told(store: Store) -> None:
    await store.create(created(a_record()), b"commit-1")

    async with store.follow("m_1") as heads:
        assert await soon(heads) == 1
        for number in (2, 3, 4):
            await store.update("m_1", says("x"), b"commit-%d" % number)
            assert await until(heads, number) == [number]


async def test_heads_that_nobody_waited_for_are_merged(store: Store) -> None:
    await store.create(created(a_record()), b"commit-1")

    async with store.follow("m_1") as heads:
        for number in range(2, 30):
            await store.update("m_1", says("x"), b"commit-%d" % number)
        seen = await until(heads, 29)

    assert seen == sorted(set(seen))


async def test_everybody_who_follows_is_told(store: Store) -> None:
    await store.create(created(a_record()), b"commit-1")

    async with store.follow("m_1") as one, store.follow("m_1") as two:
        assert [await soon(one), await soon(two)] == [1, 1]
        await store.update("m_1", says("x"), b"commit-2")
        assert [await until(one, 2), await until(two, 2)] == [[2], [2]]


async def test_a_listener_hears_of_a_commit_before_it_returns(store: Store) -> None:
    await store.create(created(a_record()), b"commit-1")
    ear = Ear()

    async with store.listen("m_1", ear):
        assert ear.heard == [(1, None)]
        done = await store.update("m_1", says("x"), b"commit-2")
        assert ear.heard == [(1, None), (2, done.entry)]
    await store.update("m_1", says("x"), b"commit-3")

    assert len(ear.heard) == 2
    assert ear.fault is None


async def test_a_listener_hears_that_the_store_is_closed(store: Store) -> None:
    await store.create(created(a_record()), b"commit-1")
    ear = Ear()

    async with store.listen("m_1", ear):
        await store.close()

        assert isinstance(ear.fault, StoreUnavailableError)


async def test_a_match_that_nobody_made_cannot_be_followed(store: Store) -> None:
    ear = Ear()
    with pytest.raises(MatchNotFoundError):
        async with store.follow("m_1"):
            pass
    with pytest.raises(MatchNotFoundError):
        async with store.listen("m_1", ear):
            pass

    assert ear.heard == []


async def test_a_match_can_be_left_and_followed_again(store: Store) -> None:
    await store.create(created(a_record()), b"commit-1")
    async with store.follow("m_1") as heads:
        assert await soon(heads) == 1
    await store.update("m_1", says("x"), b"commit-2")

    async with store.follow("m_1") as heads:
        assert await soon(heads) == 2
        await store.update("m_1", says("x"), b"commit-3")
        assert await until(heads, 3) == [3]


async def test_closing_the_store_ends_the_watching(store: Store) -> None:
    await store.create(created(a_record()), b"commit-1")

    async with store.follow("m_1") as heads:
        assert await soon(heads) == 1
        await store.close()
        with pytest.raises(StoreUnavailableError):
            await soon(heads)


async def test_commits_of_another_process_are_told(
    server_store: RedisStore, other_store: RedisStore
) -> None:
    await server_store.create(created(a_record()), b"commit-1")

    async with server_store.follow("m_1") as heads:
        assert await soon(heads) == 1
        await other_store.update("m_1", says("x"), b"commit-2")
        assert await until(heads, 2) == [2]


async def test_a_listener_hears_only_the_number_of_what_another_process_commits(
    server_store: RedisStore, other_store: RedisStore
) -> None:
    await server_store.create(created(a_record()), b"commit-1")
    ear = Ear()

    async with server_store.listen("m_1", ear), server_store.follow("m_1") as heads:
        await other_store.update("m_1", says("x"), b"commit-2")
        await until(heads, 2)

        assert ear.heard == [(1, None), (2, None)]


async def test_nothing_is_lost_while_the_connection_is_cut_again_and_again(
    server_store: RedisStore, other_store: RedisStore, store_url: str
) -> None:
    for match_id in ("m_1", "m_2"):
        await server_store.create(created(a_record(match_id)), b"commit-1")

    async with (
        redis.asyncio.Redis.from_url(store_url) as admin,
        server_store.follow("m_1") as one,
        server_store.follow("m_2") as two,
    ):
        for number in range(2, 12):
            await admin.client_kill_filter(_type="pubsub")
            await other_store.update("m_1", says("x"), b"commit-%d" % number)
            assert (await until(one, number))[-1] == number
        await other_store.update("m_2", says("x"), b"commit-2")
        assert (await until(two, 2))[-1] == 2


async def test_one_connection_serves_all_and_is_asked_for_each_match_once(
    server_store: RedisStore, store_url: str
) -> None:
    for number in range(5):
        await server_store.create(created(a_record(f"m_{number}")), b"commit-1")
    channel = match_keys("m_0").channel

    async with (
        redis.asyncio.Redis.from_url(store_url) as admin,
        server_store.follow("m_0"),
        server_store.follow("m_0"),
        server_store.follow("m_1"),
        server_store.follow("m_2"),
    ):
        clients = await admin.client_list(_type="pubsub")
        assert len(clients) == 1
        assert await admin.pubsub_shardnumsub(channel) == [(channel.encode(), 1)]

    with redis.Redis.from_url(store_url) as watcher:
        assert await asyncio.to_thread(eventually, lambda: watcher.pubsub_shardchannels() == [])


async def test_leaving_and_joining_at_once_confuses_nobody(server_store: RedisStore) -> None:
    await server_store.create(created(a_record()), b"commit-1")

    async def look() -> int:
        async with server_store.follow("m_1") as heads:
            return await soon(heads)

    for _ in range(20):
        assert await asyncio.gather(*(look() for _ in range(5))) == [1] * 5
        task = asyncio.create_task(look())
        await asyncio.sleep(0)
        task.cancel()

    async with server_store.follow("m_1") as heads:
        await server_store.update("m_1", says("x"), b"commit-2")
        assert (await until(heads, 2))[-1] == 2


async def test_a_match_that_is_gone_after_a_cut_is_not_watched_for_ever(
    server_store: RedisStore, store_url: str
) -> None:
    await server_store.create(created(a_record()), b"commit-1")

    async with (
        redis.asyncio.Redis.from_url(store_url) as admin,
        server_store.follow("m_1") as heads,
    ):
        assert await soon(heads) == 1
        await admin.flushall()
        await admin.client_kill_filter(_type="pubsub")
        with pytest.raises(MatchNotFoundError):
            await until(heads, 2)


async def test_a_connection_that_has_gone_dead_is_replaced(valkey_url: str) -> None:
    store = RedisStore.connect(valkey_url, retention_s=RETENTION_S)
    await store.put_rules(RULES)
    await store.create(created(a_record("m_dead")), b"commit-1")
    channel = match_keys("m_dead").channel

    async def head(_: str) -> int:
        return (await store.read("m_dead")).record.version

    async with wire_to(valkey_url) as wire:
        follower = Follower(partial(ServerSubscriber, wire.url), head, quiet_s=0.05)
        async with follower.follow("m_dead", channel) as heads:
            assert await soon(heads) == 1
            wire.dead = wire.connections
            await store.update("m_dead", says("x"), b"commit-2")
            assert (await until(heads, 2))[-1] == 2
        await follower.close()
    await store.close()

    assert wire.connections > 1


async def test_a_fault_of_our_own_ends_the_watching_and_not_the_follower(
    valkey_url: str,
) -> None:
    reads: list[str] = []

    async def head(match_id: str) -> int:
        reads.append(match_id)
        if len(reads) == 2:
            raise ZeroDivisionError
        return len(reads)

    follower = Follower(partial(ServerSubscriber, valkey_url), head)
    async with (
        redis.asyncio.Redis.from_url(valkey_url) as admin,
        follower.follow("m_1", "news") as watch,
    ):
        assert await soon(watch) == 1
        await admin.client_kill_filter(_type="pubsub")
        with pytest.raises(StoreUnavailableError):
            await until(watch, 2)
        async with follower.follow("m_1", "news") as again:
            assert await soon(again) >= 3
    await follower.close()


async def test_what_this_process_commits_to_a_followed_match_is_not_read_back(
    server_store: RedisStore, other_store: RedisStore, store_url: str
) -> None:
    await server_store.create(created(a_record()), b"commit-1")
    with redis.Redis.from_url(store_url) as client:
        async with server_store.follow("m_1") as heads:
            assert await soon(heads) == 1
            client.config_resetstat()
            done = await server_store.update("m_1", says("x"), b"commit-2")
            assert await soon(heads) == 2
            assert await server_store.entries("m_1", 1, 9) == (done.entry,)
            assert await server_store.entries("m_1", 2, 9) == ()
            assert client.info("commandstats")["cmdstat_xrange"]["calls"] == 1

            other = await other_store.update("m_1", says("y"), b"commit-3")
            assert await until(heads, 3) == [3]
            assert await server_store.entries("m_1", 1, 9) == (done.entry, other.entry)
        assert await server_store.entries("m_1", 2, 9) == (other.entry,)


async def test_what_was_committed_here_is_read_back_after_a_cut(store_url: str) -> None:
    with redis.Redis.from_url(store_url) as client:
        store = RedisStore.connect(store_url, retention_s=RETENTION_S)
        await store.put_rules(RULES)
        await store.create(created(a_record()), b"commit-1")
        async with store.follow("m_1") as heads:
            assert await soon(heads) == 1
            done = await store.update("m_1", says("x"), b"commit-2")
            assert await soon(heads) == 2
            client.client_kill_filter(_type="pubsub")
            assert await soon(heads) == 2  # told again by a new connection
            client.config_resetstat()
            assert await store.entries("m_1", 1, 9) == (done.entry,)
            assert client.info("commandstats")["cmdstat_xrange"]["calls"] == 1
        await store.close()


async def followed(store: RedisStore, heads: AsyncIterator[int]) -> None:
    """Commit once to a followed match, so that the process knows it without reading."""
    await soon(heads)
    await store.update("m_1", says("x"), b"commit-2")
    await soon(heads)


async def test_a_followed_match_is_not_read_before_its_next_commit(
    server_store: RedisStore, store_url: str
) -> None:
    await server_store.create(created(a_record()), b"commit-1")
    with redis.Redis.from_url(store_url) as client:
        async with server_store.follow("m_1") as heads:
            await followed(server_store, heads)
            client.config_resetstat()
            done = await server_store.update("m_1", says("y"), b"commit-3", ONCE)
            ran = client.info("commandstats")
        stored = await server_store.read("m_1")

    assert ran["cmdstat_evalsha"]["calls"] == 1
    assert ran["cmdstat_get"]["calls"] == 1  # by that script
    assert done.record == stored.record
    assert done.entry.seq == 3
    assert abs(stored.now_ms - done.entry.at_ms) < 2_000


async def test_a_repeated_request_to_a_followed_match_answers_its_entry_before_any_step(
    server_store: RedisStore,
) -> None:
    await server_store.create(created(a_record()), b"commit-1")
    async with server_store.follow("m_1") as heads:
        await followed(server_store, heads)
        first = await server_store.update("m_1", says("y"), b"commit-3", ONCE)

        again = await server_store.update("m_1", refuses, b"commit-4", ONCE)
        taken = await server_store.update("m_1", says("y"), b"commit-5", ONCE)
        with pytest.raises(KeyReusedError):
            await server_store.update("m_1", says("z"), b"commit-6", Once(ONCE.key, b"other"))

    assert (again.entry, again.repeated) == (first.entry, True)
    assert (taken.entry, taken.repeated) == (first.entry, True)
    assert (await server_store.read("m_1")).record.version == 3


def refuses(_: Snapshot) -> NoReturn:
    raise LookupError


async def test_what_is_refused_in_a_followed_match_was_read_from_the_server(
    server_store: RedisStore, other_store: RedisStore, store_url: str
) -> None:
    await server_store.create(created(a_record()), b"commit-1")
    seen: list[int] = []

    def refuses_all(snapshot: Snapshot) -> NoReturn:
        seen.append(snapshot.record.version)
        raise LookupError

    async with server_store.follow("m_1") as heads:
        await followed(server_store, heads)
        await other_store.update("m_1", says("y"), b"commit-3")
        with pytest.raises(LookupError):
            await server_store.update("m_1", refuses_all, b"commit-4")

    assert seen[-1] == 3
    assert (await server_store.read("m_1")).record.version == 3


async def test_who_is_behind_the_others_steps_again_on_the_record_that_stands(
    server_store: RedisStore, other_store: RedisStore
) -> None:
    await server_store.create(created(a_record()), b"commit-1")
    async with server_store.follow("m_1") as heads:
        await followed(server_store, heads)
        await asyncio.gather(
            *(server_store.update("m_1", says("a"), b"a-%d" % at) for at in range(4)),
            *(other_store.update("m_1", says("b"), b"b-%d" % at) for at in range(4)),
        )

    log = await server_store.entries("m_1", 0, 99)
    assert [entry.seq for entry in log] == list(range(1, 11))
    assert sorted(entry.commit for entry in log[2:]) == sorted(
        [b"a-%d" % at for at in range(4)] + [b"b-%d" % at for at in range(4)]
    )


async def test_a_wrong_reckoning_of_the_time_is_put_right_before_anything_is_written(
    server_store: RedisStore,
) -> None:
    await server_store.create(created(a_record()), b"commit-1")
    async with server_store.follow("m_1") as heads:
        await followed(server_store, heads)
        now_ms = await server_store.now_ms()
        server_store.clock.learn(now_ms + 60_000, server_store.clock.asking())

        done = await server_store.update("m_1", says("y"), b"commit-3")

    assert 0 <= done.entry.at_ms - now_ms < 10_000
    assert done.entry.seq == 3


async def test_a_commit_stands_on_the_record_that_it_was_made_from_not_on_its_number(
    server_store: RedisStore, other_store: RedisStore, store_url: str
) -> None:
    await server_store.create(created(a_record()), b"commit-1")
    at = match_keys("m_1")
    with redis.Redis.from_url(store_url) as client:
        async with server_store.follow("m_1") as heads:
            assert await soon(heads) == 1
            before = {key: client.dump(key) for key in (at.state, at.log)}
            await server_store.update("m_1", says("lost"), b"commit-2")
            for key, kept in before.items():  # what a server knows that has lost its newest
                client.restore(key, 0, kept, replace=True)
            other = await other_store.update("m_1", says("other"), b"commit-3")

            done = await server_store.update("m_1", says("y"), b"commit-4")

    assert other.record is not None
    assert (other.entry.seq, done.entry.seq) == (2, 3)
    assert done.entry.hash == entry_hash(other.record.log_key, other.entry.hash, done.entry)
