"""What only a server can do wrong: half a commit, a lost answer, a full memory, an old key."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from functools import partial

import pytest
import redis
from msgspec.structs import replace

from service.metrics import Metrics
from service.store.analysis import Analysis
from service.store.client import ServerCommands
from service.store.codec import Written
from service.store.commands import Argument, Reply, Script
from service.store.errors import (
    BlobTooNewError,
    KeyReusedError,
    LostRaceError,
    StoreFullError,
    StoreUnavailableError,
)
from service.store.keys import match_keys
from service.store.matches import Retention
from service.store.record import Change, Once, Snapshot
from service.store.redis import RedisStore
from service.store.subscriber import ServerSubscriber
from tests.fixtures.metrics import counted
from tests.fixtures.proxy import Wire, wire_to
from tests.fixtures.store import RETENTION_S, RULES, a_record, created, due, ends, moved, says

KEY = Once(b"account and key", b"a request")
Everything = dict[bytes, tuple[bytes, int]]


def everything(url: str) -> Everything:
    """Return every key of a server but `ping`: its value to the byte, and when it goes."""
    with redis.Redis.from_url(url) as client:
        found = {key: (client.dump(key), client.pexpiretime(key)) for key in client.scan_iter()}
    return {key: value for key, value in found.items() if key != b"ping"}


@pytest.fixture
async def wire(store_url: str) -> AsyncIterator[Wire]:
    """Give a wire to a server of each kind."""
    async with wire_to(store_url) as made:
        yield made


@pytest.fixture
async def wired_store(wire: Wire) -> AsyncIterator[RedisStore]:
    """Give a store that reaches its server through the wire."""
    store = RedisStore.connect(wire.url, retention_s=RETENTION_S)
    await store.put_rules(RULES)
    yield store
    await store.close()


class RefusedError(Exception):
    """A step refuses."""


Meddling = Callable[[], Awaitable[object]]


class Meddler:
    """Implements `Commands`; something happens just before each commit."""

    def __init__(self, url: str, meddle: Meddling) -> None:
        self._commands = ServerCommands(url)
        self._meddle = meddle

    async def call(self, *command: Argument) -> Reply:
        """Run one command."""
        return await self._commands.call(*command)

    async def run(
        self, script: Script, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> Reply:
        """Run a script, late if it is the commit script."""
        if "XADD" in script.text:
            await self._meddle()
        return await self._commands.run(script, keys, arguments)

    async def run_each(
        self, script: Script, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> list[Reply]:
        """Run a script for each key."""
        return await self._commands.run_each(script, keys, arguments)

    async def close(self) -> None:
        """Close every connection."""
        await self._commands.close()


@asynccontextmanager
async def meddled_store(
    url: str, meddle: Meddling, metrics: Metrics | None = None
) -> AsyncIterator[RedisStore]:
    """Give a store that is too late with each of its commits."""
    counted, subscriber = metrics or Metrics(), partial(ServerSubscriber, url)
    store = RedisStore(Meddler(url, meddle), subscriber, Retention(RETENTION_S), counted)
    yield store
    await store.close()


async def test_commits_and_lost_races_are_counted(server_store: RedisStore, store_url: str) -> None:
    await server_store.create(created(a_record()), b"commit-1")
    others = iter([b"other-1", b"other-2"])
    metrics = Metrics()

    async def meddle() -> None:
        commit = next(others, None)
        if commit is not None:
            await server_store.update("m_1", says("play 2S"), commit)

    async with meddled_store(store_url, meddle, metrics) as late:
        await late.update("m_1", says("play 3S"), b"commit-2")

    assert counted(metrics, "commits_total", action="moved") == 1
    assert counted(metrics, "commits_total", action="created") == 0
    assert counted(metrics, "lost_races_total") == 2


async def test_a_refused_step_leaves_every_byte_as_it_was(
    server_store: RedisStore, store_url: str
) -> None:
    await server_store.create(created(a_record()), b"commit-1")
    await server_store.update("m_1", due(5), b"commit-2", KEY)
    before = everything(store_url)

    def step(_: Snapshot) -> Change:
        raise RefusedError

    with pytest.raises(RefusedError):
        await server_store.update("m_1", step, b"commit-3", Once(b"another", b"request"))
    with pytest.raises(KeyReusedError):
        await server_store.update("m_1", moved, b"commit-4", replace(KEY, body=b"other"))
    with pytest.raises(LostRaceError):
        await server_store.create(created(a_record()), b"commit-5")

    assert everything(store_url) == before


async def test_a_repeated_answer_leaves_every_byte_as_it_was(
    server_store: RedisStore, store_url: str
) -> None:
    await server_store.create(created(a_record()), b"commit-1")
    await server_store.update("m_1", due(5), b"commit-2", KEY)
    before = everything(store_url)

    await server_store.update("m_1", moved, b"commit-3", KEY)
    await server_store.update("m_1", moved, b"commit-2")
    await server_store.create(created(a_record()), b"commit-1")

    assert everything(store_url) == before


@pytest.mark.parametrize("lost", [1, 2])
async def test_a_commit_whose_answer_was_lost_has_happened_once(
    wired_store: RedisStore, wire: Wire, lost: int
) -> None:
    await wired_store.create(created(a_record()), b"commit-1")
    steps: list[int] = []

    def step(snapshot: Snapshot) -> Change:
        steps.append(snapshot.record.version)
        wire.lost_answers = lost
        return moved(snapshot)

    done = await wired_store.update("m_1", step, b"commit-2")

    assert steps == [1]
    assert not done.repeated
    assert done.record == (await wired_store.read("m_1")).record
    entries = await wired_store.entries("m_1", 0, 10)
    assert [entry.commit for entry in entries] == [b"commit-1", b"commit-2"]
    assert entries[1] == done.entry


async def test_a_request_with_a_key_whose_answer_was_lost_has_happened_once(
    wired_store: RedisStore, wire: Wire
) -> None:
    await wired_store.create(created(a_record()), b"commit-1")

    def step(snapshot: Snapshot) -> Change:
        wire.lost_answers = 1
        return moved(snapshot)

    done = await wired_store.update("m_1", step, b"commit-2", KEY)
    again = await wired_store.update("m_1", moved, b"commit-3", KEY)

    assert not done.repeated
    assert again.repeated
    assert again.entry == done.entry
    assert len(await wired_store.entries("m_1", 0, 10)) == 2


async def test_a_creation_whose_answer_was_lost_has_happened_once(
    wired_store: RedisStore, wire: Wire
) -> None:
    wire.lost_answers = 1  # of TIME
    done = await wired_store.create(created(a_record()), b"commit-1")

    assert not done.repeated
    assert done.record == (await wired_store.read("m_1")).record


async def test_a_commit_is_found_though_others_committed_after_it(
    wired_store: RedisStore, wire: Wire, other_store: RedisStore
) -> None:
    await wired_store.create(created(a_record()), b"commit-1")

    async def others() -> None:
        async with other_store.follow("m_1") as heads:
            async for head in heads:
                if head == 2:
                    await other_store.update("m_1", says("another's"), b"commit-3")
                    return

    def step(snapshot: Snapshot) -> Change:
        wire.lost_answers = 2
        return moved(snapshot, "mine")

    task = asyncio.create_task(others())
    done = await wired_store.update("m_1", step, b"commit-2")
    await task

    log = [(entry.seq, entry.action.move) for entry in await other_store.entries("m_1", 1, 10)]
    assert log == [(2, "mine"), (3, "another's")]
    assert (done.entry.seq, done.repeated) == (2, False)


async def test_a_call_whose_answers_are_all_lost_can_be_made_again(
    wired_store: RedisStore, wire: Wire
) -> None:
    await wired_store.create(created(a_record()), b"commit-1")

    def step(snapshot: Snapshot) -> Change:
        wire.lost_answers = 3
        return moved(snapshot)

    with pytest.raises(StoreUnavailableError):
        await wired_store.update("m_1", step, b"commit-2")
    again = await wired_store.update("m_1", moved, b"commit-2")

    assert again.repeated
    assert again.entry.seq == 2
    assert len(await wired_store.entries("m_1", 0, 10)) == 2


async def test_who_loses_every_race_gives_up_and_has_written_nothing(
    server_store: RedisStore, other_store: RedisStore, store_url: str
) -> None:
    await server_store.create(created(a_record()), b"commit-1")
    commits = (b"other-%d" % number for number in range(1, 11))
    seen: list[int] = []

    def step(snapshot: Snapshot) -> Change:
        seen.append(snapshot.record.version)
        return moved(snapshot, "mine")

    async with meddled_store(
        store_url, lambda: other_store.update("m_1", moved, next(commits))
    ) as store:
        with pytest.raises(LostRaceError):
            await store.update("m_1", step, b"commit-2", KEY)

    assert seen == list(range(1, 11))
    log = await server_store.entries("m_1", 1, 100)
    assert [entry.commit for entry in log] == [b"other-%d" % number for number in range(1, 11)]
    assert not (await server_store.update("m_1", moved, b"commit-3", KEY)).repeated


async def test_a_request_that_came_twice_is_found_at_the_commit(
    server_store: RedisStore, other_store: RedisStore, store_url: str
) -> None:
    await server_store.create(created(a_record()), b"commit-1")

    async with meddled_store(
        store_url, lambda: other_store.update("m_1", moved, b"other", KEY)
    ) as store:
        done = await store.update("m_1", moved, b"commit-2", KEY)

    assert done.repeated
    assert done.entry.commit == b"other"
    assert len(await server_store.entries("m_1", 0, 10)) == 2


async def test_a_key_that_was_used_meanwhile_is_refused_at_the_commit(
    server_store: RedisStore, other_store: RedisStore, store_url: str
) -> None:
    await server_store.create(created(a_record()), b"commit-1")

    async with meddled_store(
        store_url, lambda: other_store.update("m_1", moved, b"other", replace(KEY, body=b"x"))
    ) as store:
        with pytest.raises(KeyReusedError):
            await store.update("m_1", moved, b"commit-2", KEY)

    assert len(await server_store.entries("m_1", 0, 10)) == 2


@contextmanager
def full(url: str) -> Iterator[None]:
    """Leave a server no memory for writes."""
    with redis.Redis.from_url(url) as client:
        policy = client.config_get("maxmemory-policy")["maxmemory-policy"]
        client.config_set("maxmemory-policy", "noeviction")
        client.config_set("maxmemory", 1)
        try:
            yield
        finally:
            client.config_set("maxmemory", 0)
            client.config_set("maxmemory-policy", policy)


async def test_a_full_server_takes_nothing_and_recovers(
    server_store: RedisStore, store_url: str
) -> None:
    await server_store.create(created(a_record()), b"commit-1")
    done = await server_store.update("m_1", due(5), b"commit-2", KEY)
    before = everything(store_url)

    with full(store_url):
        with pytest.raises(StoreFullError):
            await server_store.ping()
        with pytest.raises(StoreFullError):
            await server_store.update("m_1", moved, b"commit-3", Once(b"another", b"request"))
        with pytest.raises(StoreFullError):
            await server_store.create(created(a_record("m_2")), b"commit-1")
        with pytest.raises(StoreFullError):
            await server_store.claim_due(60_000, 10)
        assert (await server_store.read("m_1")).record == done.record
        assert (await server_store.update("m_1", moved, b"commit-4", KEY)).entry == done.entry
        assert everything(store_url) == before

    await server_store.ping()
    again = await server_store.update("m_1", moved, b"commit-3", Once(b"another", b"request"))
    assert (again.entry.seq, again.repeated) == (3, False)


async def test_a_match_that_has_ended_goes_with_all_its_keys(
    server_store: RedisStore, store_url: str
) -> None:
    await server_store.create(created(a_record()), b"commit-1")
    for number in range(8):
        once = Once(b"key-%d" % number, b"body")
        await server_store.update("m_1", due(5), b"commit-%d" % (number + 2), once)
    await server_store.update("m_1", lambda at: replace(moved(at), checkpoint=True), b"commit-10")
    at = match_keys("m_1")
    lasting = (at.state, at.log, at.checkpoints, *at.once)

    with redis.Redis.from_url(store_url) as client:
        assert [client.ttl(key) for key in lasting] == [-1] * len(lasting)
        await server_store.update("m_1", ends, b"commit-11")

        for key in lasting:
            assert RETENTION_S - 5 <= client.ttl(key) <= RETENTION_S
        assert client.zscore(at.due, "m_1") is None


async def test_each_commit_on_an_ended_match_keeps_it_as_long_again(
    server_store: RedisStore, store_url: str
) -> None:
    await server_store.create(created(a_record()), b"commit-1")
    await server_store.update("m_1", ends, b"commit-2")
    at = match_keys("m_1")

    with redis.Redis.from_url(store_url) as client:
        for key in (at.state, at.log):
            client.expire(key, 100)
        await server_store.update("m_1", moved, b"commit-3")

        assert client.ttl(at.state) > RETENTION_S - 5
        assert client.ttl(at.log) > RETENTION_S - 5


async def test_without_retention_an_ended_match_is_kept_for_ever(store_url: str) -> None:
    store = RedisStore.connect(store_url, retention_s=0)
    await store.put_rules(RULES)
    await store.create(created(a_record()), b"commit-1")

    await store.update("m_1", ends, b"commit-2")
    await store.close()

    with redis.Redis.from_url(store_url) as client:
        assert client.ttl(match_keys("m_1").state) == -1


@pytest.mark.parametrize("written", Written)
async def test_a_process_writes_the_codec_that_it_is_told_to(
    store_url: str, written: Written
) -> None:
    store = RedisStore.connect(store_url, retention_s=0, written=written)
    await store.put_rules(RULES)
    await store.create(created(a_record()), b"commit-1")
    await store.update("m_1", moved, b"commit-2")
    await store.analyses.keep("m_1", Analysis(version=1), 0)
    await store.close()

    with redis.Redis.from_url(store_url) as client:
        at = match_keys("m_1")
        blobs = [fields[b"e"] for _, fields in client.xrange(at.log)]
        blobs += [client.get(at.state), client.get(at.analysis), *client.hvals(at.checkpoints)]
    assert {blob[0] for blob in blobs} == {written.codec}


async def test_a_match_of_a_newer_release_is_refused_and_left_alone(
    server_store: RedisStore, store_url: str
) -> None:
    await server_store.create(created(a_record()), b"commit-1")
    with redis.Redis.from_url(store_url) as client:
        client.setrange(match_keys("m_1").state, 0, b"\x63")
    before = everything(store_url)

    with pytest.raises(BlobTooNewError):
        await server_store.read("m_1")
    with pytest.raises(BlobTooNewError):
        await server_store.update("m_1", moved, b"commit-2")

    assert everything(store_url) == before


async def test_a_log_that_has_more_than_the_record_is_not_written_to(
    server_store: RedisStore, store_url: str
) -> None:
    await server_store.create(created(a_record()), b"commit-1")
    with redis.Redis.from_url(store_url) as client:
        client.xadd(match_keys("m_1").log, {"c": "x", "e": "y"}, id="2-0")
    before = everything(store_url)

    with pytest.raises(redis.ResponseError):
        await server_store.update("m_1", moved, b"commit-2", KEY)

    assert everything(store_url) == before


async def test_a_record_that_was_set_back_is_stepped_on_as_it_is(
    server_store: RedisStore, other_store: RedisStore, store_url: str
) -> None:
    """A failover may lose the tail of a match between reading and committing."""
    await server_store.create(created(a_record()), b"commit-1")
    with redis.Redis.from_url(store_url) as client:
        old = {key: client.dump(key) for key in client.scan_iter()}
    await server_store.update("m_1", moved, b"commit-2")
    seen: list[int] = []

    def step(snapshot: Snapshot) -> Change:
        seen.append(snapshot.record.version)
        if len(seen) == 1:
            with redis.Redis.from_url(store_url) as client:
                for key, value in old.items():
                    client.restore(key, 0, value, replace=True)
        return moved(snapshot)

    done = await other_store.update("m_1", step, b"commit-3")

    assert seen == [2, 1]
    assert done.entry.seq == 2
    assert [entry.commit for entry in await other_store.entries("m_1", 0, 10)] == [
        b"commit-1",
        b"commit-3",
    ]


async def test_nothing_connects_before_the_first_use() -> None:
    store = RedisStore.connect("redis://127.0.0.1:1/0", retention_s=0)

    with pytest.raises(StoreUnavailableError):
        await store.now_ms()

    await store.close()


async def test_scripts_that_a_server_has_forgotten_are_sent_again(
    server_store: RedisStore, store_url: str
) -> None:
    await server_store.create(created(a_record()), b"commit-1")
    with redis.Redis.from_url(store_url) as client:
        client.script_flush()

    assert (await server_store.update("m_1", moved, b"commit-2")).entry.seq == 2
