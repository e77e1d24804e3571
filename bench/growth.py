"""Measure whether the cost of the service grows with what happens alone.

`python -m bench.growth [--quick]` prints three tables: what API, clock and store take while so many
matches are live and nobody plays; what the clock and its worker take for so many turns a second
whose time is over, beside a thousand matches that wait; and what a move costs at the beginning and
at the end of a match. All on one Valkey that writes its log.
"""

import argparse
import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

import redis
from msgspec import Struct

from bench.load.servers import Service, cpu_seconds, started, store
from bench.store import begun, moved
from engine.rulesets import rule_set
from service.store.redis import RedisStore

_KURNIK: Final = rule_set("kurnik").resolve(4, {})
_HOUR_MS: Final = 3_600_000
_TURN_S: Final = 5
_AT_ONCE: Final = 32  # matches that are made at the same time
_WAITING: Final = 1_000
_SPANS: Final = ((6, 56), (306, 356), (556, 606))  # versions between which moves are measured


class Grown(Struct, frozen=True):
    """What the processes took in so many seconds; `turns` are those made by the clock."""

    seconds: float
    cpu: tuple[float, ...]
    turns: int = 0

    def percent(self) -> Iterator[str]:
        """Yield the share of a core of each process."""
        return (f"{100 * used / self.seconds:>10.2f}" for used in self.cpu)


async def _fill(url: str, count: int, turn_ms: int) -> list[str]:
    """Begin so many matches and return their ids."""
    held = RedisStore.connect(url, retention_s=0)
    found: list[str] = []
    for first in range(0, count, _AT_ONCE):
        over = range(min(_AT_ONCE, count - first))
        made = await asyncio.gather(*(begun(held, _KURNIK, turn_ms) for _ in over))
        found += (record.id for record in made)
    await held.close()
    return found


async def _versions(url: str, ids: Sequence[str]) -> int:
    held = RedisStore.connect(url, retention_s=0)
    found = [(await held.read(match_id)).record.version for match_id in ids]
    await held.close()
    return sum(found)


@contextmanager
def _worker(url: str, folder: Path, *words: str) -> Iterator[int]:
    """Run the clock or a worker."""
    environ = {**os.environ, "REDIS_URL": url, "KIERKI_LOG_LEVEL": "warning"}
    command = (sys.executable, "-P", "-m", "workers", *words)
    with started("-".join(words), command, folder, environ) as process_id:
        yield process_id


def _spent(process_ids: Sequence[int], seconds: float) -> tuple[float, ...]:
    before = [cpu_seconds(at) for at in process_ids]
    time.sleep(seconds)
    return tuple(cpu_seconds(at) - used for at, used in zip(process_ids, before, strict=True))


def idle(counts: Sequence[int], seconds: float) -> Iterator[str]:
    """Yield the table of live matches in which nobody plays."""
    yield f"  {'live matches':<16}{'API %':>10}{'store %':>10}{'clock %':>10}   of a core, idle"
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = stack.enter_context(Service()())
        assert server.store_url is not None
        clock = stack.enter_context(_worker(server.store_url, folder, "clock"))
        live = 0
        for count in counts:
            asyncio.run(_fill(server.store_url, count - live, _HOUR_MS))
            live = count
            time.sleep(2.0)  # what was made is filed by then
            grown = Grown(seconds, _spent((*server.process_ids, clock), seconds))
            yield f"  {count:<16}" + "".join(grown.percent())


def due(counts: Sequence[int], seconds: float) -> Iterator[str]:
    """Yield the table of turns whose time is over."""
    yield (
        f"  {'due a second':<16}{'store %':>10}{'clock %':>10}{'worker %':>10}"
        f"{'clock µs':>12}{'worker µs':>12}   a turn"
    )
    for count in counts:
        grown = _timed_out(count, max(seconds, 2.0 * _TURN_S))
        each = (1e6 * used / max(grown.turns, 1) for used in grown.cpu[1:])
        costs = "".join(f"{cost:>12.0f}" for cost in each) if grown.turns else ""
        yield f"  {grown.turns / grown.seconds:<16.1f}" + "".join(grown.percent()) + costs


def _timed_out(count: int, seconds: float) -> Grown:
    """Let so many matches wait in vain for every move, beside those that wait for an hour."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        url, store_id = stack.enter_context(store(folder))
        asyncio.run(_fill(url, _WAITING, _HOUR_MS))
        clock = stack.enter_context(_worker(url, folder, "clock"))
        worker = stack.enter_context(_worker(url, folder, "worker", "clock"))
        ids = asyncio.run(_fill(url, count, 1_000 * _TURN_S))
        time.sleep(_TURN_S + 1.0)  # all have been late once
        before = asyncio.run(_versions(url, ids))
        used = _spent((store_id, clock, worker), seconds)
        return Grown(seconds, used, asyncio.run(_versions(url, ids)) - before)


def along(matches: int) -> Iterator[str]:
    """Yield the table of what a move costs, by how many came before it."""
    yield f"  {'moves':<16}{'ours µs':>10}{'store µs':>10}"
    with (
        tempfile.TemporaryDirectory() as name,
        store(Path(name)) as (url, _),
        redis.Redis.from_url(url) as client,
    ):
        for span, ours, theirs in asyncio.run(_along(url, client, matches)):
            yield f"  {f'{span[0]} to {span[1]}':<16}{ours:>10.0f}{theirs:>10.1f}"


async def _along(
    url: str, client: redis.Redis, matches: int
) -> list[tuple[tuple[int, int], float, float]]:
    """Return for each span what a move takes of our CPU and of the store's scripts, in µs."""
    held = RedisStore.connect(url, retention_s=0)
    ids = [(await begun(held, _KURNIK)).id for _ in range(matches)]
    found = []
    for span in _SPANS:
        await _advance(held, ids, span[0])
        cpu, scripts = time.process_time(), _script_us(client)
        await _advance(held, ids, span[1])
        made = (span[1] - span[0]) * len(ids)
        ours = 1e6 * (time.process_time() - cpu) / made
        found.append((span, ours, (_script_us(client) - scripts) / made))
    await held.close()
    return found


async def _advance(held: RedisStore, ids: Sequence[str], version: int) -> None:
    """Play all matches to a version."""

    async def one(match_id: str) -> None:
        while (await moved(held, match_id)).version < version:
            pass

    await asyncio.gather(*map(one, ids))


def _script_us(client: redis.Redis) -> float:
    found: float = client.info("commandstats").get("cmdstat_evalsha", {}).get("usec", 0)
    return found


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description="Measure how the cost of the service grows.")
    parser.add_argument("--quick", action="store_true", help="shows that it works, in a minute")
    quick = parser.parse_args().quick
    seconds = 3.0 if quick else 5.0
    tables = (
        idle((10, 100) if quick else (10, 100, 1_000, 10_000), seconds),
        due((50,) if quick else (0, 50, 200), seconds),
        along(4 if quick else 16),
    )
    for table in tables:
        for line in table:
            print(line, flush=True)


if __name__ == "__main__":
    main()
