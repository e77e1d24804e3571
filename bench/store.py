"""Measure what a move costs in the store, and what a match keeps there.

`python -m bench.store [--matches N] [--quick]` plays kurnik matches of four people through the
store, every move with an idempotency key, on the Valkey that is brought along, on three of them as
a cluster, and on Redis 7 if the machine has it. The servers are its own, on loopback, and keep
nothing on disk.
"""

import argparse
import asyncio
import secrets
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import redis
from msgspec import Struct

from engine.events import Cause
from engine.match import default_move
from engine.rules import Rules
from engine.rulesets import rule_set
from service.embedded import server_binary
from service.store.keys import PARTITIONS, match_keys
from service.store.record import (
    Change,
    Occupant,
    Once,
    Record,
    SeatKind,
    Settings,
    Snapshot,
    Status,
    Visibility,
)
from service.store.redis import RedisStore
from service.usecases import steps
from tests.fixtures.cluster import running_cluster
from tests.fixtures.valkey import redis7_binary, running_server

_NAMES: Final = ("Agnieszka", "Bartosz", "Cecylia", "Dominik")
_KEY_BYTES, _BODY_BYTES, _COMMIT_BYTES = 8, 8, 8  # as the use cases make them
_SWEEPS: Final = 200


class Played(Struct, frozen=True):
    """What playing matches took: moves, seconds of wall clock, of own CPU and of the server's."""

    moves: int
    wall_s: float
    client_s: float
    server_s: float
    commands: int

    def line(self, name: str) -> str:
        """Return a row of the table, microseconds per move."""
        per_move = [1e6 * total / self.moves for total in (self.wall_s, self.client_s)]
        server = 1e6 * self.server_s / self.moves
        calls = self.commands / self.moves
        return f"  {name:<14}{per_move[0]:>9.0f}{per_move[1]:>9.0f}{server:>9.1f}{calls:>10.2f}"


def _new_record(rules_hash: str, now_ms: int, turn_ms: int) -> Record:
    seats = tuple(Occupant(SeatKind.PERSON, _id("p"), name) for name in _NAMES)
    return Record(
        id=_id("m"),
        status=Status.LOBBY,
        owner_id=seats[0].player_id,
        rules_hash=rules_hash,
        settings=Settings(Visibility.PUBLIC, turn_ms=turn_ms, pace_ms=None),
        seats=seats,
        created_ms=now_ms,
        secret=secrets.token_bytes(32),
        log_key=secrets.token_bytes(32),
        decision_versions=(0,) * len(seats),
    )


def _id(prefix: str) -> str:
    return f"{prefix}_{secrets.token_hex(10)}"


def _commit() -> bytes:
    return secrets.token_bytes(_COMMIT_BYTES)


async def begun(store: RedisStore, rules: Rules, turn_ms: int = 30_000) -> Record:
    """Return a match of four people that has just begun; they have so long for each turn."""
    rules_hash = await store.put_rules(rules)
    new = _new_record(rules_hash, await store.now_ms(), turn_ms)
    await store.create(steps.created(new), _commit())
    started = await store.update(new.id, lambda at: steps.started(at, new.owner_id), _commit())
    assert started.record is not None
    return started.record


async def moved(store: RedisStore, match_id: str) -> Record:
    """Make the default move of whoever is asked, with a key of its own; return the record."""
    once = Once(secrets.token_bytes(_KEY_BYTES), secrets.token_bytes(_BODY_BYTES))
    done = await store.update(match_id, _default_move, _commit(), once)
    assert done.record is not None
    return done.record


async def play(store: RedisStore, rules: Rules) -> Record:
    """Play a match up to its last move, which is left out, and return its record.

    It is followed, as by those who play it.
    """
    record = await begun(store, rules)
    async with store.follow(record.id):
        while not _is_last(rules, record):
            record = await moved(store, record.id)
    return record


def _default_move(snapshot: Snapshot) -> Change:
    state = steps.in_play(snapshot.record)
    assert state.deal is not None
    seat = state.deal.to_act[0]
    move = default_move(snapshot.rules, state, seat)
    return steps.moved(snapshot, seat, move, Cause.PLAYER)


def _is_last(rules: Rules, record: Record) -> bool:
    """Return whether the next default move ends the match."""
    if len(steps.in_play(record).scores) + 1 < len(rules.deals):
        return False
    change = _default_move(Snapshot(record, rules, record.updated_ms))
    return change.record.status is Status.FINISHED


class Measured(Struct, frozen=True):
    """Servers that are measured as one: the address of all, and a client of each."""

    url: str
    nodes: Sequence[redis.Redis]

    def scripts(self) -> tuple[int, float]:
        """Return how many scripts have run, and the servers' seconds for them."""
        ran = [client.info("commandstats").get("cmdstat_evalsha", {}) for client in self.nodes]
        calls = sum(at.get("calls", 0) for at in ran)
        return calls, sum(at.get("usec", 0) for at in ran) / 1e6

    def size(self, key: str) -> int:
        """Return the bytes that a key takes, on the server that has it."""
        for client in self.nodes:
            with suppress(redis.ResponseError):  # another node has its slot
                return client.memory_usage(key, samples=0) or 0
        return 0


async def timed(servers: Measured, rules: Rules, matches: int) -> tuple[Played, Record]:
    """Play matches at the same time, and return what they took and one of them."""
    store = RedisStore.connect(servers.url, retention_s=0)
    await play(store, rules)
    calls, server_s = servers.scripts()
    wall, cpu = time.perf_counter(), time.process_time()
    records = await asyncio.gather(*(play(store, rules) for _ in range(matches)))
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    calls_after, server_after_s = servers.scripts()
    await store.close()
    moves = sum(record.version for record in records)
    return Played(moves, wall, cpu, server_after_s - server_s, calls_after - calls), records[0]


async def sweep(url: str) -> float:
    """Return the microseconds of a look through all due sets, nothing being due."""
    store = RedisStore.connect(url, retention_s=0)
    await store.claim_due(1_000, 100)
    began = time.perf_counter()
    for _ in range(_SWEEPS):
        await store.claim_due(1_000, 100)
    took = time.perf_counter() - began
    await store.close()
    return 1e6 * took / _SWEEPS


def kept(servers: Measured, match_id: str) -> Mapping[str, int]:
    """Return the bytes that a server uses for each kind of key of a match."""
    at = match_keys(match_id)
    kinds = {
        "state": (at.state,),
        "log": (at.log,),
        "once": at.once,
        "checkpoints": (at.checkpoints,),
        "packed": (at.packed,),
    }
    return {kind: sum(map(servers.size, names)) for kind, names in kinds.items()}


def table(name: str, servers: Measured, matches: int) -> str:
    """Return the figures of one server as lines of text."""
    rules = rule_set("kurnik").resolve(4, {})
    one, record = asyncio.run(timed(servers, rules, 1))
    many, _ = asyncio.run(timed(servers, rules, matches))
    sizes = kept(servers, record.id)
    head = f"  {'µs per move':<14}{'wall':>9}{'client':>9}{'server':>9}{'commands':>10}"
    total = sum(sizes.values())
    parts = ", ".join(f"{kind} {size}" for kind, size in sizes.items())
    return "\n".join(
        (
            name,
            head,
            one.line("1 match"),
            many.line(f"{matches} at once"),
            f"  a match of {record.version} entries, before its last move: {total} bytes ({parts})",
            f"  a sweep of {PARTITIONS} due sets takes {asyncio.run(sweep(servers.url)):.0f} µs",
        )
    )


def main() -> None:
    """Print a table for each server."""
    parser = argparse.ArgumentParser(description="Measure what a move costs in the store.")
    parser.add_argument("--matches", type=int, default=16, help="so many are played at once")
    parser.add_argument("--quick", action="store_true", help="two matches")
    args = parser.parse_args()
    matches = 2 if args.quick else args.matches
    binaries = {"Valkey 9": server_binary(), "Redis 7": redis7_binary()}
    for name, binary in binaries.items():
        if binary is None:
            sys.stderr.write(f"{name}: not on this machine\n")
            continue
        with (
            tempfile.TemporaryDirectory() as directory,
            running_server(binary, Path(directory)) as url,
        ):
            print(table(name, Measured(url, [redis.Redis.from_url(url)]), matches))
    with (
        tempfile.TemporaryDirectory() as directory,
        running_cluster(server_binary(), Path(directory)) as cluster,
    ):
        nodes = [redis.Redis(port=port) for port in cluster.ports]
        print(table("Valkey 9, a cluster of three", Measured(cluster.url, nodes), matches))


if __name__ == "__main__":
    main()
