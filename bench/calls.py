"""Measure what a call to the server costs a process: the store's client, and redis-py's pool.

`python -m bench.calls [--calls N]`. A call is a read by a script, of a record of 700 bytes. Both
clients take turns on one Valkey; the figures are medians of five rounds, processor time alone, so
that who else uses the machine is of little matter.
"""

import argparse
import asyncio
import hashlib
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Final

import uvloop
from msgspec import Struct
from redis.asyncio import Redis

from service.embedded import server_binary
from service.store.client import ServerCommands
from service.store.commands import Script
from tests.fixtures.valkey import running_server

CALLERS: Final = (1, 32, 128)
_ROUNDS: Final = 5
_RECORD: Final = b"x" * 700
_TEXT: Final = "return redis.call('GET', KEYS[1])"
_READ: Final = Script(_TEXT, hashlib.sha1(_TEXT.encode(), usedforsecurity=False).hexdigest())

Ask = Callable[[], Awaitable[object]]
Connect = Callable[[str], AbstractAsyncContextManager[Ask]]


class Cost(Struct, frozen=True):
    """What a call took: microseconds of the process's own time and of wall clock."""

    own_us: float
    wall_us: float


@asynccontextmanager
async def own_client(url: str) -> AsyncIterator[Ask]:
    """Give a call of the store's client."""
    commands = ServerCommands(url)
    yield lambda: commands.run(_READ, ("record",), ())
    await commands.close()


@asynccontextmanager
async def redis_py(url: str) -> AsyncIterator[Ask]:
    """Give a call of redis-py, with a connection for each caller."""
    async with Redis.from_url(url, protocol=2, max_connections=max(CALLERS)) as client:
        yield lambda: client.evalsha(_READ.sha1, 1, "record")


CLIENTS: Final[dict[str, Connect]] = {"own client": own_client, "redis-py": redis_py}


async def cost(connect: Connect, url: str, callers: int, calls: int) -> Cost:
    """Return what a call costs when so many callers ask one after the other."""
    each = max(1, calls // callers)
    async with connect(url) as ask:
        await asyncio.gather(*(_asked(ask, 10) for _ in range(callers)))  # connects
        own, wall = time.process_time(), time.perf_counter()
        await asyncio.gather(*(_asked(ask, each) for _ in range(callers)))
        own, wall = time.process_time() - own, time.perf_counter() - wall
    made = each * callers
    return Cost(1e6 * own / made, 1e6 * wall / made)


async def _asked(ask: Ask, times: int) -> None:
    for _ in range(times):
        await ask()


async def _prepare(url: str) -> None:
    commands = ServerCommands(url)
    await commands.call("SET", "record", _RECORD)
    await commands.call("SCRIPT", "LOAD", _READ.text)
    await commands.close()


def calls_table(url: str, calls: int) -> str:
    """Return the figures of both clients as lines of text."""
    uvloop.run(_prepare(url))
    lines = [f"  {'µs per call':<14}{'callers':>9}{'own CPU':>9}{'wall':>9}"]
    for callers in CALLERS:
        costs: dict[str, list[Cost]] = {name: [] for name in CLIENTS}
        for _ in range(_ROUNDS):
            for name, connect in CLIENTS.items():
                costs[name].append(uvloop.run(cost(connect, url, callers, calls)))
        for name, found in costs.items():
            own = statistics.median(at.own_us for at in found)
            wall = statistics.median(at.wall_us for at in found)
            lines.append(f"  {name:<14}{callers:>9}{own:>9.1f}{wall:>9.1f}")
    return "\n".join(lines)


def main() -> None:
    """Print the table for the Valkey that is brought along."""
    parser = argparse.ArgumentParser(description="Measure what a call to the server costs.")
    parser.add_argument("--calls", type=int, default=10_000, help="so many in each round")
    parser.add_argument("--quick", action="store_const", dest="calls", const=500, help="500 calls")
    calls = parser.parse_args().calls
    with (
        tempfile.TemporaryDirectory() as directory,
        running_server(server_binary(), Path(directory)) as url,
    ):
        print(calls_table(url, calls))


if __name__ == "__main__":
    main()
