"""A history reads the same in keys of its own and packed, on every store."""

import redis
from msgspec.structs import replace

from engine.events import Entry
from engine.rulesets import rule_set
from service.store.codec import encode_record
from service.store.keys import match_keys
from service.store.packed import pack
from service.store.ports import Store
from service.store.record import Once, Record, Snapshot
from service.store.redis import RedisStore
from service.usecases import steps
from service.usecases.history import snapshot_at
from tests.fixtures.histories import whole_match
from tests.fixtures.matches import ALA
from tests.fixtures.store import RETENTION_S, a_record, says
from tests.service.store.test_retention import default_step

ONCE = Once(b"key", b"body")
MOVES = 60  # more than a deal


async def ended(store: Store) -> Snapshot:
    """Return a match that was played for a while, with an idempotency key, and is over."""
    await store.create(steps.created(a_record()), b"commit-1")
    await store.update("m_1", lambda at: steps.started(at, ALA.player_id), b"commit-2")
    for number in range(MOVES):
        await store.update("m_1", default_step, b"move-%d" % number, ONCE if not number else None)
    await store.update("m_1", steps.voided, b"end")
    return await store.read("m_1")


def bare(entry: Entry) -> Entry:
    return replace(entry, commit=b"", hash=b"")


def unchained(record: Record) -> Record:
    return replace(record, commit=b"", chain=b"")


async def test_the_log_of_a_packed_match_reads_as_before(store: Store) -> None:
    newest = await ended(store)
    version = newest.record.version
    log = await store.entries("m_1", 0, 1_000)

    assert await store.pack("m_1", version)

    assert len(log) == version == MOVES + 3
    assert await store.entries("m_1", 0, 1_000) == tuple(map(bare, log))
    assert await store.entries("m_1", 20, 5) == tuple(map(bare, log[20:25]))
    assert await store.entries("m_1", version, 5) == ()
    assert (await store.read("m_1")).record == newest.record


async def test_a_packed_match_is_read_at_every_version(store: Store) -> None:
    newest = await ended(store)
    before = [await snapshot_at(store, newest, at) for at in range(1, newest.record.version)]

    await store.pack("m_1", newest.record.version)

    after = [await snapshot_at(store, newest, at) for at in range(1, newest.record.version)]
    assert [unchained(at.record) for at in after] == [unchained(at.record) for at in before]


async def test_a_match_is_packed_at_the_version_that_was_meant_and_once(store: Store) -> None:
    newest = await ended(store)
    log = await store.entries("m_1", 0, 1_000)

    assert not await store.pack("m_1", newest.record.version - 1)
    assert not await store.pack("m_none", 3)
    assert await store.entries("m_1", 0, 1_000) == log

    assert await store.pack("m_1", newest.record.version)
    assert await store.pack("m_1", newest.record.version)
    assert await store.entries("m_1", 0, 1_000) == tuple(map(bare, log))


async def test_the_keys_of_a_packed_match_are_forgotten(store: Store) -> None:
    newest = await ended(store)
    version = newest.record.version
    repeated = await store.update("m_1", says("play QS"), b"again", ONCE)
    await store.pack("m_1", version)

    done = await store.update("m_1", says("play QS"), b"later", ONCE)

    assert (repeated.repeated, repeated.entry.seq) == (True, 3)
    assert (done.repeated, done.entry.seq) == (False, version + 1)
    found = await store.entries("m_1", version - 1, 9)
    assert [entry.seq for entry in found] == [version, version + 1]
    assert found[1] == done.entry


async def test_what_is_packed_lives_as_long_as_its_match_and_takes_the_place_of_the_rest(
    server_store: RedisStore, store_url: str
) -> None:
    newest = await ended(server_store)
    await server_store.pack("m_1", newest.record.version)

    with redis.Redis.from_url(store_url) as client:
        at = match_keys("m_1")
        assert {key.decode() for key in client.scan_iter("match:*")} == {at.state, at.packed}
        assert RETENTION_S - 60 <= client.ttl(at.packed) <= RETENTION_S
        client.expire(at.packed, 100)
        await server_store.update("m_1", says("play QS"), b"later")
        assert client.ttl(at.packed) > 100


def test_a_packed_match_of_four_people_takes_little_of_the_store(store_url: str) -> None:
    match = whole_match(rule_set("kurnik").resolve(4, {}))
    at = match_keys(match.newest.id)

    with redis.Redis.from_url(store_url) as client:
        client.set(at.state, encode_record(match.newest), ex=RETENTION_S)
        client.set(at.packed, pack(match.history, match.newest), ex=RETENTION_S)
        taken = sum(client.memory_usage(key, samples=0) or 0 for key in (at.state, at.packed))

    assert taken <= 3_072  # 4,096 are what a finished match may take at most


async def test_pages_of_a_packed_log_are_read_from_what_was_unpacked(
    server_store: RedisStore,
) -> None:
    newest = await ended(server_store)
    version = newest.record.version
    await server_store.pack("m_1", version)

    pages = [await server_store.entries("m_1", after, 20) for after in range(0, version, 20)]

    assert [entry.seq for page in pages for entry in page] == list(range(1, version + 1))
    again = await server_store.entries("m_1", 0, 20)
    assert all(one is other for one, other in zip(pages[0], again, strict=True))
