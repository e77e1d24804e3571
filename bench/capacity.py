"""Measure what a million matches need: CPU of a move, bytes of a match, memory of a viewer.

`python -m bench.capacity [--matches N] [--viewers N]` runs the API, workers and a Valkey, all
writing the newest codec. Moves are those of people, over GraphQL and REST, by the load client of
`bench.peers`. CPU is that of the processes, so that other work of the machine changes it little.
docs/capacity.md does the sums.
"""

import argparse
import asyncio
import json
import tempfile
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import Final

import httpx
import redis
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from bench.load.rounds import Subject, measured
from bench.load.servers import Server, Service, cpu_seconds, program, started
from bench.store import play
from engine.rulesets import rule_set
from service.store.codec import Written
from service.store.redis import RedisStore
from tests.chaos.followers import DOCUMENT
from tests.fixtures.waiting import eventually

_NEWEST: Final = {"KIERKI_CODEC": Written.NEWEST.value}
_AT_ONCE: Final = 32
_MIB: Final = 1_024 * 1_024
_PROTOCOLS: Final = [Subprotocol("graphql-transport-ws")]
_BOTS: Final = {"players": 4, "sit": False, "botPaceMs": 0, "botLevel": "medium"}


def moves() -> Iterator[str]:
    """Yield what a move of a person costs, by the transport it comes over."""
    subjects = [Subject("GraphQL", "kierki", "graphql"), Subject("REST", "kierki", "rest")]
    found = measured({"kierki": Service(_NEWEST)}, subjects, _AT_ONCE, 3, 3.0)
    for name, result in found.items():
        api = 1e6 * result.median(lambda at: at.server_cpu[0] / at.moves)
        store = 1e6 * result.median(lambda at: at.server_cpu[1] / at.moves)
        commands = result.per_move(lambda at: at.store.commands if at.store else 0)
        heard = result.per_move(lambda at: at.store.heard if at.store else 0)
        said = result.per_move(lambda at: at.store.said if at.store else 0)
        yield (
            f"a move over {name}: API {api:.0f} µs, store {store:.0f} µs of CPU; "
            f"{commands:.2f} commands, {heard:.0f} bytes in, {said:.0f} out"
        )


async def kept(url: str, matches: int) -> Iterator[str]:
    """Return what a match of people keeps before its last move, and packed, by the memory used."""
    store = RedisStore.connect(url, retention_s=0, written=Written.NEWEST)
    rules = rule_set("kurnik").resolve(4, {})
    await play(store, rules)
    empty = _used(url)
    records = [await play(store, rules) for _ in range(matches)]
    live = (_used(url) - empty) / matches
    for record in records:
        assert await store.pack(record.id, record.version)
    packed = (_used(url) - empty) / matches
    await store.close()
    return iter(
        (
            f"a live match of {records[0].version} entries: {live:,.0f} bytes of the store",
            f"the same, packed: {packed:,.0f} bytes",
        )
    )


def _used(url: str) -> int:
    with redis.Redis.from_url(url) as client:
        return int(client.info("memory")["used_memory"])


async def watched(server: Server, viewers: int) -> str:
    """Return what a viewer who sees nothing happen takes of an API process, by WebSocket."""
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}") as http:
        token = (await http.post("/v1/guests", json={"name": "Ala"})).json()["token"]
        http.headers["authorization"] = f"Bearer {token}"
        ids = [(await http.post("/v1/matches", json={})).json()["id"] for _ in range(viewers // 4)]
        async with AsyncExitStack() as stack:
            await _open(stack, server, token, ids[:25])
            before = server.rss()[0]
            await _open(stack, server, token, ids[25:])
            after = server.rss()[0]
    number = 4 * len(ids[25:])
    return f"a viewer, four of each match: {(after - before) / number / 1_024:.1f} KiB of the API"


async def _open(stack: AsyncExitStack, server: Server, token: str, matches: list[str]) -> None:
    """Follow each match four times, up to its first item."""
    for match_id in matches * 4:
        socket = await stack.enter_async_context(
            connect(f"ws://127.0.0.1:{server.port}/graphql", subprotocols=_PROTOCOLS)
        )
        await socket.send(json.dumps({"type": "connection_init", "payload": {"token": token}}))
        await socket.recv()
        payload = {"query": DOCUMENT.read_text("utf-8"), "variables": {"matchId": match_id}}
        await socket.send(json.dumps({"type": "subscribe", "id": "1", "payload": payload}))
        await socket.recv()


def unwatched(server: Server, matches: int) -> str:
    """Return what a match that nobody watches leaves in an API process."""
    with httpx.Client(base_url=f"http://127.0.0.1:{server.port}") as http:
        token = http.post("/v1/guests", json={"name": "Ala"}).json()["token"]
        http.headers["authorization"] = f"Bearer {token}"
        for number in range(2 * matches):
            if number == matches:
                before = server.rss()[0]
            match_id = http.post("/v1/matches", json={"botPaceMs": None}).json()["id"]
            http.post(f"/v1/matches/{match_id}/start", json={"fillWithBots": True})
            http.get(f"/v1/matches/{match_id}")
    return f"a match that nobody watches: {(server.rss()[0] - before) / matches:,.0f} bytes of it"


def bots(server: Server, matches: int) -> str:
    """Return what a turn of a bot costs a worker and the store."""
    assert server.store_url is not None
    with _worker(server.store_url) as worker, server.store() as store:
        with httpx.Client(base_url=f"http://127.0.0.1:{server.port}", timeout=60) as http:
            token = http.post("/v1/guests", json={"name": "Ala"}).json()["token"]
            http.headers["authorization"] = f"Bearer {token}"
            ids = [http.post("/v1/matches", json=_BOTS).json()["id"] for _ in range(matches)]
            before = cpu_seconds(worker), server.cpu_seconds()[1]
            for match_id in ids:
                http.post(f"/v1/matches/{match_id}/start", json={"fillWithBots": True})
            over = f"/v1/matches/{ids[-1]}"
            assert eventually(lambda: http.get(over).json()["status"] == "finished", seconds=300)
            after = cpu_seconds(worker), server.cpu_seconds()[1]
            turns = sum(http.get(f"/v1/matches/{at}").json()["version"] for at in ids)
        del store
    own, server_s = (1e6 * (now - then) / turns for now, then in zip(after, before, strict=True))
    return f"a bot's turn: worker {own:.0f} µs, store {server_s:.0f} µs of CPU ({turns} turns)"


@contextmanager
def _worker(url: str) -> Iterator[int]:
    environ = {"REDIS_URL": url, "KIERKI_ANALYSIS": "off", **_NEWEST}
    with (
        tempfile.TemporaryDirectory() as folder,
        started("worker", program("worker", "background"), Path(folder), environ) as worker,
        started("clock", program("clock"), Path(folder), environ),
    ):
        yield worker


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description="Measure what a million matches need.")
    parser.add_argument("--matches", type=int, default=50)
    parser.add_argument("--viewers", type=int, default=1_000)
    parser.add_argument(
        "--quick", action="store_const", dest="matches", const=10, help="10 matches"
    )
    args = parser.parse_args()
    for line in moves():
        print(line, flush=True)
    with Service(_NEWEST)() as server:
        assert server.store_url is not None
        print(unwatched(server, 2 * args.matches), flush=True)
        print(asyncio.run(watched(server, args.viewers)), flush=True)
        print("\n".join(asyncio.run(kept(server.store_url, args.matches))), flush=True)
        print(bots(server, max(1, args.matches // 12)), flush=True)


if __name__ == "__main__":
    main()
