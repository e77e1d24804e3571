"""The store's primary dies and a replica takes its place: what is lost shows, and all goes on."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import pytest
import redis

from service.embedded import server_binary
from service.store.keys import match_keys
from service.store.redis import RedisStore
from tests.chaos.audit import Audit
from tests.chaos.players import Json
from tests.fixtures.cluster import Cluster, Node, running_cluster
from tests.fixtures.valkey import free_port, running_server
from tests.fixtures.waiting import eventually, soon
from tests.rolling.balancer import balancer
from tests.rolling.build import this_build
from tests.rolling.clients import Client
from tests.rolling.deployment import API, CLOCK, deployment
from tests.rolling.rollout import FINE, Figures

PATIENCE_S: Final = 60.0
LOST: Final = 3  # moves that the replica has not received
OF_PEOPLE: Final = {"ruleSet": "kurnik", "players": 4, "turnSeconds": 60}
TIMEOUT_MS: Final = 1_000  # until the nodes of a cluster take another one for dead


@contextmanager
def replica_of(url: str, directory: Path, *more: str) -> Iterator[Node]:
    """Run a replica of a server, in step with it."""
    port = str(urlsplit(url).port)
    options = ("--replicaof", f"127.0.0.1 {port}", *more)
    with (
        running_server(server_binary(), directory, *options) as own,
        redis.Redis.from_url(own) as client,
        redis.Redis.from_url(url) as primary,
    ):
        node = Node(client)
        assert eventually(lambda: b"master_link_status:up" in node.say("INFO", "replication"))
        assert primary.wait(1, 5_000) == 1
        yield node


def kill(url: str) -> None:
    """End a server that hands nothing over."""
    with redis.Redis.from_url(url) as client, suppress(redis.ConnectionError):
        client.execute_command("SHUTDOWN", "NOSAVE", "NOW", "FORCE")


@asynccontextmanager
async def four_people(url: str, figures: Figures) -> AsyncIterator[tuple[list[Client], str]]:
    """Give four people at a table, and the id of their match, which has begun."""
    people = [Client(url, figures.statuses) for _ in range(4)]
    for number, person in enumerate(people):
        await person.sign_in(f"Person {number}")
    match_id = (await people[0].ask("POST", "/v1/matches", OF_PEOPLE)).json()["id"]
    for person in people[1:]:
        await person.join(match_id)
    await people[0].start(match_id)
    try:
        yield people, match_id
    finally:
        for person in people:
            await person.http.aclose()


async def next_move(people: list[Client], match_id: str) -> tuple[Client, Json]:
    """Return who is to choose, and the body of a move."""
    for person in people:
        match = (await person.ask("GET", f"/v1/matches/{match_id}")).json()
        if match["legalMoves"] is not None:
            return person, person.first_move(match)
    raise AssertionError("nobody is to choose")


async def feed_after(person: Client, match_id: str, cursor: str) -> list[Json]:
    answer = await person.ask("GET", f"/v1/matches/{match_id}/events?after={cursor}")
    items: list[Json] = answer.json()["items"]
    return items


async def test_what_a_failover_has_lost_is_noticed_and_made_again_once(tmp_path: Path) -> None:
    figures = Figures()
    with running_server(server_binary(), tmp_path) as primary:
        (tmp_path / "replica").mkdir()
        with replica_of(primary, tmp_path / "replica") as replica:
            async with balancer() as address:
                address.ports.append(urlsplit(primary).port or 0)
                store = address.url.replace("http", "redis")
                async with (
                    deployment(store, this_build(), (API, CLOCK)) as made,
                    four_people(made.url, figures) as (people, match_id),
                ):
                    for _ in range(6):
                        person, body = await next_move(people, match_id)
                        kept = await person.submit(match_id, body)
                    with redis.Redis.from_url(primary) as client:
                        assert client.wait(1, 5_000) == 1
                    replica.say("REPLICAOF", "NO", "ONE")  # what comes now it does not receive
                    lost = []
                    for _ in range(LOST):
                        person, body = await next_move(people, match_id)
                        lost.append((person, body, await person.submit(match_id, body)))
                    cursor = (await feed_after(people[0], match_id, "0"))[-1]["cursor"]

                    kill(primary)
                    began = time.monotonic()
                    address.ports[:] = [replica.port]
                    match = (await people[0].ask("GET", f"/v1/matches/{match_id}")).json()
                    print(f"seconds until the match is there again: {time.monotonic() - began:.2f}")

                    (ahead, *_) = await feed_after(people[0], match_id, cursor)
                    again = [await person.submit(match_id, body) for person, body, _ in lost]
                    twice = [await person.submit(match_id, body) for person, body, _ in lost]
                    (other, *_) = await feed_after(people[0], match_id, cursor)
                    entries = await feed_after(people[0], match_id, "0")

    assert match["version"] == kept["version"]
    assert (ahead["kind"], ahead["reason"]) == ("snapshot", "ahead_of_log")
    assert [at["version"] for at in again] == [said["version"] for _, _, said in lost]
    assert twice == again
    assert (other["kind"], other["reason"]) == ("snapshot", "other_log")
    assert [at["seq"] for at in entries] == list(range(1, kept["version"] + LOST + 1))
    assert set(figures.statuses) <= FINE


@contextmanager
def with_replica(made: Cluster, directory: Path) -> Iterator[None]:
    """Add a replica of the first node of a cluster, and let it be noticed soon that one is dead."""
    bus = free_port()
    options = ("--cluster-enabled", "yes", "--cluster-port", str(bus))
    with (
        running_server(server_binary(), directory, *options) as url,
        redis.Redis.from_url(url) as client,
    ):
        node = Node(client)
        node.say("CLUSTER", "MEET", "127.0.0.1", made.ports[0], made.buses[0])
        name = made.nodes[0].say("CLUSTER MYID")
        assert eventually(lambda: name in node.say("CLUSTER", "NODES"))
        node.say("CLUSTER", "REPLICATE", name)
        assert eventually(lambda: b"master_link_status:up" in node.say("INFO", "replication"))
        for at in (*made.nodes, node):
            at.say("CONFIG", "SET", "cluster-node-timeout", TIMEOUT_MS)
        assert eventually(lambda: made.replicas_of(0) == 1)
        yield


async def match_on(made: Cluster, person: Client) -> str:
    """Start a match of bots and a person whose keys lie on the first node."""
    while True:
        choices = {"ruleSet": "kurnik", "players": 4, "turnSeconds": 60, "botPaceMs": 0}
        match_id: str = (await person.ask("POST", "/v1/matches", choices)).json()["id"]
        if made.owner_of(match_keys(match_id).state) == 0:
            await person.start(match_id)
            return match_id


@pytest.fixture
def own_cluster(tmp_path: Path) -> Iterator[Cluster]:
    """Give a cluster of the test's own, whose first node has a replica."""
    for folder in ("nodes", "replica"):
        (tmp_path / folder).mkdir()
    with (
        running_cluster(server_binary(), tmp_path / "nodes") as made,
        with_replica(made, tmp_path / "replica"),
    ):
        yield made


async def test_a_cluster_promotes_a_replica_and_the_matches_of_the_dead_node_go_on(
    own_cluster: Cluster, empty_valkey_url: str
) -> None:
    figures, parts = Figures(), (API, CLOCK, "worker people")
    queue = {"QUEUE_URL": empty_valkey_url}
    async with deployment(own_cluster.url_of(1), this_build(), parts, **queue) as made:
        person = Client(made.url, figures.statuses)
        await person.sign_in("Ala")
        match_id = await match_on(own_cluster, person)
        audit = Audit(match_id)
        playing = asyncio.create_task(person.play(audit, 0))
        assert await soon(lambda: _promised(audit, 5), seconds=PATIENCE_S)

        own_cluster.shut_down(0)
        began, before = time.monotonic(), len(audit.promises)
        assert await soon(lambda: _promised(audit, before + 2), seconds=PATIENCE_S)
        took_s = time.monotonic() - began
        assert await soon(lambda: _promised(audit, before + 5), seconds=PATIENCE_S)
        person.leaves = True
        await playing
        await person.http.aclose()

    store = RedisStore.connect(own_cluster.url_of(1), retention_s=0)
    whole = Audit(match_id)
    await whole.look(store)
    version = len(whole.entries)
    stood = {entry.seq: entry.action.move for entry in whole.entries}
    lost = [at for at in audit.promises.values() if stood.get(at.seq) != at.move]
    print(f"seconds to the first move after: {took_s:.1f}; moves lost: {len(lost)} of {version}")
    await store.close()
    assert len(lost) <= LOST
    assert set(figures.statuses) <= FINE


async def _promised(audit: Audit, number: int) -> bool:
    return len(audit.promises) >= number
