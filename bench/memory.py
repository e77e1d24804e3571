"""Measure what a match keeps, and where: in the store, and in the API while somebody watches.

`python -m bench.memory [--quick]` plays a match of kurnik to its end in the store and prints the
bytes of each of its keys, then opens matches of four people over real sockets and prints by how
much the API and its store have grown.
"""

import argparse
import asyncio
import gc
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import redis

from bench.load import node
from bench.load.client import load
from bench.load.servers import Server, Service, store
from bench.store import Measured, kept, moved, play
from engine.rulesets import rule_set
from service.store.codec import Written
from service.store.keys import match_keys
from service.store.redis import RedisStore

_KURNIK: Final = rule_set("kurnik").resolve(4, {})
_SEATS: Final = 4
_REST_S: Final = 1.0
_KINDS: Final = {"nobody watches": "rest-alone", "GraphQL": "lean", "server-sent events": "rest"}


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
    return found


def in_api(matches: int) -> Iterator[str]:
    """Yield by how much the API and its store grow with matches, and with who watches them."""
    yield f"  {'kB':<24}{'API, a match':>14}{'a viewer':>10}{'store, a match':>16}"
    alone = 0.0
    for name, kind in _KINDS.items():
        with Service()() as server:
            api, held = _grown(server, kind, matches)
        viewers = 0 if kind == "rest-alone" else _SEATS
        alone = api if not viewers else alone
        each = f"{(api - alone) / viewers:>10.1f}" if viewers else f"{'':>10}"
        yield f"  {name:<24}{api:>14.1f}{each}{held:>16.1f}"


def _grown(server: Server, kind: str, matches: int) -> tuple[float, float]:
    """Return the kilobytes by which a match of a kind lets API and store grow."""
    with load(kind, server, 8):  # what is made once is made by then
        pass
    time.sleep(_REST_S)
    before = server.rss()
    with load(kind, server, matches):
        time.sleep(6.0 if kind == "rest-alone" else _REST_S)  # the resting connections are closed
        after = server.rss()
    gc.collect()
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
