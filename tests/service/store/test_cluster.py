"""On a cluster everything is done once, at the node that has the slot, while slots move too."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.events import Cause
from engine.match import default_move
from service.embedded import server_binary
from service.store.cluster import ClusterCommands, Topology, slot_of
from service.store.commands import Script, SlotsApartError
from service.store.errors import StoreUnavailableError
from service.store.keys import DUE, match_keys
from service.store.record import Change, Snapshot
from service.store.redis import RedisStore
from service.usecases import steps
from tests.fixtures.acl import PASSWORD, restricted, rules
from tests.fixtures.cluster import Cluster, running_cluster
from tests.fixtures.matches import ALA, BOT, kurnik, lobby
from tests.fixtures.store import RETENTION_S, a_record, created, says

MATCH = "m_0001"
KEY = "{a}:count"
LIMIT_S = 30.0


def script(text: str) -> Script:
    """Return a script of a test's own."""
    return Script(text, hashlib.sha1(text.encode()).hexdigest())


ECHO = script("return {KEYS[1], ARGV[1]}")


@pytest.fixture(params=["three_primaries", pytest.param("redis7", marks=pytest.mark.redis7)])
def any_cluster(request: pytest.FixtureRequest) -> Cluster:
    """Give an empty cluster of each kind: slots move as a whole, or key by key."""
    name = "redis7_primaries" if request.param == "redis7" else request.param
    made: Cluster = request.getfixturevalue(name)
    made.flush()
    return made


@pytest.fixture
async def commands(any_cluster: Cluster) -> AsyncIterator[ClusterCommands]:
    """Give a client that waits half a second for a slot that is on its way."""
    made = ClusterCommands(Topology(any_cluster.url), patience_s=0.5)
    yield made
    await made.close()


@pytest.fixture
async def cluster_store(any_cluster: Cluster) -> AsyncIterator[RedisStore]:
    """Give a store on a cluster of each kind."""
    made = RedisStore.connect(any_cluster.url, retention_s=RETENTION_S)
    await made.put_rules(kurnik())
    yield made
    await made.close()


async def test_each_key_is_kept_by_the_node_of_its_slot(
    commands: ClusterCommands, any_cluster: Cluster
) -> None:
    names = [f"key-{number}" for number in range(50)]

    for name in names:
        assert await commands.call("SET", name, "x") == b"OK"

    for name in names:
        assert any_cluster.nodes[any_cluster.owner_of(name)].say("EXISTS", name) == 1
    assert {any_cluster.owner_of(name) for name in names} == {0, 1, 2}


async def test_a_slot_that_has_moved_is_found_and_nothing_runs_twice(
    commands: ClusterCommands, any_cluster: Cluster
) -> None:
    numbers = []
    for to in (1, 2, 0):
        numbers.append(await commands.call("INCR", KEY))
        if any_cluster.owner_of(KEY) != to:
            any_cluster.move(KEY, to)
        numbers.append(await commands.call("INCR", KEY))

    assert numbers == [1, 2, 3, 4, 5, 6]


async def test_a_key_that_has_gone_ahead_of_its_slot_is_followed(
    commands: ClusterCommands, any_cluster: Cluster
) -> None:
    slot, source = slot_of(KEY), any_cluster.owner_of(KEY)
    to = (source + 1) % 3
    await commands.call("SET", KEY, 0)
    any_cluster.begin_move(slot, source, to)
    any_cluster.move_keys(slot, source, to)

    numbers = await asyncio.gather(*(commands.call("INCR", KEY) for _ in range(100)))
    echoed = await commands.run(ECHO, (KEY,), ("x",))

    any_cluster.end_move(slot, source, to)
    assert sorted(map(str, numbers)) == sorted(map(str, range(1, 101)))
    assert echoed == [KEY.encode(), b"x"]
    assert await commands.call("GET", KEY) == b"100"


async def test_a_script_waits_for_keys_that_are_apart_and_then_gives_up(
    commands: ClusterCommands, any_cluster: Cluster
) -> None:
    both = ("{a}:one", "{a}:two")
    slot, source = slot_of(KEY), any_cluster.owner_of(KEY)
    to = (source + 1) % 3
    count = script("redis.call('INCR', KEYS[1]) return redis.call('INCR', KEYS[2])")
    assert await commands.run(count, both, ()) == 1
    any_cluster.begin_move(slot, source, to)
    any_cluster.nodes[source].say("MIGRATE", "127.0.0.1", any_cluster.ports[to], both[0], 0, 5_000)

    with pytest.raises(StoreUnavailableError):
        await commands.run(count, both, ())
    waiting = asyncio.create_task(commands.run(count, both, ()))
    await asyncio.sleep(0)
    any_cluster.move_keys(slot, source, to)
    any_cluster.end_move(slot, source, to)

    assert await waiting == 2


async def test_keys_of_several_slots_are_refused_before_anything_is_sent() -> None:
    commands = ClusterCommands(Topology("redis+cluster://127.0.0.1:1"))

    with pytest.raises(SlotsApartError):
        await commands.run(ECHO, ("one", "two"), ())


async def test_a_cluster_that_is_not_there_is_unavailable() -> None:
    commands = ClusterCommands(Topology("redis+cluster://127.0.0.1:1", patience_s=0.2))

    for sent in (commands.call("GET", "a"), commands.call("TIME")):
        with pytest.raises(StoreUnavailableError):
            await sent


async def test_many_keys_are_asked_in_one_round_trip_for_each_node(
    commands: ClusterCommands, any_cluster: Cluster
) -> None:
    await commands.run_each(ECHO, DUE, ("x",))  # now every node knows the script
    before = [node.say("INFO", "commandstats") for node in any_cluster.nodes]

    replies = await commands.run_each(ECHO, DUE, ("x",))

    assert replies == [[name.encode(), b"x"] for name in DUE]
    after = [node.say("INFO", "commandstats") for node in any_cluster.nodes]
    assert sum(map(evals, after)) - sum(map(evals, before)) == len(DUE)


async def test_a_slot_that_has_moved_is_found_among_many(
    commands: ClusterCommands, any_cluster: Cluster
) -> None:
    await commands.run_each(ECHO, DUE, ("x",))
    any_cluster.move(DUE[7], (any_cluster.owner_of(DUE[7]) + 1) % 3)

    assert await commands.run_each(ECHO, DUE, ("y",)) == [[name.encode(), b"y"] for name in DUE]


def evals(said: bytes) -> int:
    """Return how many scripts a node has run, of what it says about its commands."""
    (line,) = [at for at in said.split() if at.startswith(b"cmdstat_evalsha:")]
    return int(line.partition(b"calls=")[2].partition(b",")[0])


def plays(snapshot: Snapshot) -> Change:
    """Make the default move of the seat that is asked."""
    state = steps.in_play(snapshot.record)
    assert state.deal is not None
    seat = state.deal.to_act[0]
    move = default_move(snapshot.rules, state, seat)
    return steps.moved(snapshot, seat, move, Cause.BOT)


async def heads_up_to(store: RedisStore, wanted: int) -> list[int]:
    """Follow the match and return the heads that were told, up to the wanted one."""
    seen = [0]
    async with store.follow(MATCH) as heads, asyncio.timeout(LIMIT_S):
        while seen[-1] < wanted:
            seen.append(await anext(heads))
    return seen


async def test_a_match_goes_on_without_a_gap_while_its_slot_moves(
    cluster_store: RedisStore, any_cluster: Cluster
) -> None:
    record = replace(lobby(ALA, BOT, BOT, BOT).record, version=0, updated_ms=0)
    await cluster_store.create(steps.created(record), b"created")
    await cluster_store.update(MATCH, lambda at: steps.started(at, ALA.player_id), b"started")
    watching = asyncio.create_task(heads_up_to(cluster_store, 302))
    for number in range(300):
        if number % 60 == 30:
            to = (any_cluster.owner_of(match_keys(MATCH).state) + 1) % 3
            await asyncio.to_thread(any_cluster.move, match_keys(MATCH).state, to)
        done = await cluster_store.update(MATCH, plays, b"move-%d" % number)
        assert not done.repeated
    seen = await watching

    log = await cluster_store.entries(MATCH, 0, 1_000)
    assert [entry.seq for entry in log] == list(range(1, 303))
    assert [entry.commit for entry in log[2:]] == [b"move-%d" % at for at in range(300)]
    assert seen == sorted(seen)


async def test_a_follower_is_told_of_what_came_while_the_slot_moved(
    cluster_store: RedisStore, any_cluster: Cluster
) -> None:
    await cluster_store.create(created(a_record(MATCH)), b"commit-1")

    async with cluster_store.follow(MATCH) as heads, asyncio.timeout(LIMIT_S):
        assert await anext(heads) == 1
        for number in range(2, 8):
            to = (any_cluster.owner_of(match_keys(MATCH).state) + 1) % 3
            await asyncio.to_thread(any_cluster.move, match_keys(MATCH).state, to)
            await cluster_store.update(MATCH, says("x"), b"commit-%d" % number)
            while await anext(heads) < number:
                pass


@pytest.fixture
def own_cluster(tmp_path: Path) -> Iterator[Cluster]:
    """Give a cluster that may be broken."""
    with running_cluster(server_binary(), tmp_path) as made:
        yield made


async def test_a_node_that_is_gone_takes_only_its_own_matches_along(own_cluster: Cluster) -> None:
    for node in own_cluster.nodes:
        node.say("CONFIG", "SET", "cluster-require-full-coverage", "no")
    store = RedisStore.connect(own_cluster.url, retention_s=RETENTION_S)
    matches = [f"m_{number}" for number in range(12)]
    await store.put_rules(kurnik())
    for match_id in matches:
        await store.create(created(a_record(match_id)), b"commit-1")
    gone = {at for at in matches if own_cluster.owner_of(match_keys(at).state) == 2}

    own_cluster.shut_down(2)

    for match_id in sorted(set(matches) - gone):
        assert (await store.update(match_id, says("x"), b"commit-2")).entry.seq == 2
    for match_id in sorted(gone):
        with pytest.raises(StoreUnavailableError):
            await store.update(match_id, says("x"), b"commit-2")
    await store.close()
    assert 0 < len(gone) < len(matches)


async def test_the_stores_user_may_do_what_a_cluster_needs(any_cluster: Cluster) -> None:
    for node in any_cluster.nodes:
        node.say("ACL", "SETUSER", "kierki", "reset", *rules("store").split()[2:], f">{PASSWORD}")
    store = RedisStore.connect(restricted(any_cluster.url), retention_s=RETENTION_S)
    await store.put_rules(kurnik())
    await store.create(created(a_record(MATCH)), b"commit-1")
    key, source = match_keys(MATCH).state, any_cluster.owner_of(match_keys(MATCH).state)
    to = (source + 1) % 3
    any_cluster.begin_move(slot_of(key), source, to)
    any_cluster.move_keys(slot_of(key), source, to)

    gone_ahead = await store.read(MATCH)
    any_cluster.end_move(slot_of(key), source, to)
    done = await store.update(MATCH, says("x"), b"commit-2")
    claimed = await store.claim_due(1_000, 10)

    await store.close()
    assert (gone_ahead.record.version, done.entry.seq, claimed) == (1, 2, ())
