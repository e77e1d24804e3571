"""Measure what a match keeps, and where: in the store, and in the API while somebody watches.

`python -m bench.memory [--quick]` plays a match of kurnik to its end in the store and prints the
bytes of each of its keys, then opens matches of four people over real sockets and prints by how
much the API and its store have grown.
"""

import argparse
import asyncio
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import httpx
import redis

from bench.load import node
from bench.load.client import load
from bench.load.servers import Server, Service, store
from bench.store import Measured, kept, moved, play
from engine.rulesets import rule_set
from service.store.codec import Written, encode_record
from service.store.keys import match_keys
from service.store.packed import pack
from service.store.redis import RedisStore
from tests.fixtures.histories import whole_match

_KURNIK: Final = rule_set("kurnik").resolve(4, {})
_SEATS: Final = 4
_REST_S: Final = 1.0
_WARM: Final = 50  # matches after which what is made once is made
_KINDS: Final = {"GraphQL": "lean", "server-sent events": "rest"}


def in_store() -> Iterator[str]:
    """Yield what a match of four people keeps before its last move, after it, and packed."""
    with (
        tempfile.TemporaryDirectory() as name,
        store(Path(name)) as (url, _),
        redis.Redis.from_url(url) as client,
    ):
        for when, sizes in asyncio.run(_kept(url, client)).items():
            parts = ", ".join(f"{kind} {size}" for kind, size in sizes.items() if size)
            yield f"  {when:<24}{sum(sizes.values()):>8} bytes ({parts})"


async def _kept(url: str, client: redis.Redis) -> Mapping[str, Mapping[str, int]]:
    held = RedisStore.connect(url, retention_s=3_600, written=Written.NEWEST)
    servers = Measured(url, [client])
    record = await play(held, _KURNIK)
    found = {"before its last move": kept(servers, record.id)}
    blob = len(client.get(match_keys(record.id).state) or b"")
    last = await moved(held, record.id)
    found["after its last move"] = kept(servers, record.id)
    await held.pack(record.id, last.version)
    found["packed"] = kept(servers, record.id)
    found["its state alone"] = {"blob": blob}
    await held.close()
    return found | {"packed, people's times": _of_people(servers, client)}


def _of_people(servers: Measured, client: redis.Redis) -> Mapping[str, int]:
    """Return what a packed match keeps that people have played: their cards, in their time."""
    match = whole_match(_KURNIK)
    at = match_keys(match.newest.id)
    client.set(at.state, encode_record(match.newest), ex=3_600)
    client.set(at.packed, pack(match.history, match.newest), ex=3_600)
    return kept(servers, match.newest.id)


def in_api(matches: int) -> Iterator[str]:
    """Yield by how much the API and its store grow with matches, and with who watches them."""
    yield f"  {'kB':<24}{'API, a match':>14}{'a viewer':>10}{'store, a match':>16}"
    with Service()() as server:
        alone, held = _unwatched(server, matches)
    yield f"  {'nobody watches':<24}{alone:>14.1f}{'':>10}{held:>16.1f}"
    for name, kind in _KINDS.items():
        with Service()() as server:
            api, held = _grown(server, kind, matches)
        yield f"  {name:<24}{api:>14.1f}{(api - alone) / _SEATS:>10.1f}{held:>16.1f}"


def _unwatched(server: Server, matches: int) -> tuple[float, float]:
    """Return the kilobytes that matches of the same four people take, over one connection.

    More connections would leave behind what they took at once.
    """
    with httpx.Client(base_url=server.url) as client:
        people = [_bearer(client) for _ in range(_SEATS)]
        for _ in range(_WARM):
            _begin(client, people)
        before = server.rss()
        for _ in range(matches):
            _begin(client, people)
        after = server.rss()
    api, held = ((now - then) / 1_024 / matches for now, then in zip(after, before, strict=True))
    return api, held


def _bearer(client: httpx.Client) -> dict[str, str]:
    token = client.post("/v1/guests", json={"name": "Seat"}).json()["token"]
    return {"authorization": f"Bearer {token}"}


def _begin(client: httpx.Client, people: Sequence[Mapping[str, str]]) -> None:
    first, *others = people
    match = client.post("/v1/matches", json={"turnSeconds": 86_400}, headers=first).json()["id"]
    for headers in others:
        client.post(f"/v1/matches/{match}/seats", json={}, headers=headers)
    client.post(f"/v1/matches/{match}/start", json={}, headers=first).raise_for_status()


def _grown(server: Server, kind: str, matches: int) -> tuple[float, float]:
    """Return the kilobytes by which a match of a kind lets API and store grow."""
    with load(kind, server, 8):  # what is made once is made by then
        pass
    time.sleep(_REST_S)
    before = server.rss()
    with load(kind, server, matches):
        time.sleep(_REST_S)
        after = server.rss()
    api, held = ((now - then) / 1_024 / matches for now, then in zip(after, before, strict=True))
    return api, held


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description="Measure what a match keeps.")
    parser.add_argument("--quick", action="store_true", help="fewer matches")
    quick = parser.parse_args().quick
    node.install()
    for line in in_store():
        print(line, flush=True)
    for line in in_api(25 if quick else 250):
        print(line, flush=True)


if __name__ == "__main__":
    main()
