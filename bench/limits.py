"""Measure what it costs to charge requests to a budget.

`python -m bench.limits [--requests N]` prints microseconds of a charge that a process pays from
what it holds, of one for which it asks the store, and how often that is for clients of several
speeds. The server is Valkey on this machine.
"""

import argparse
import asyncio
import tempfile
import time
from pathlib import Path

import redis

from schema.budgets import Budget
from service.embedded import server_binary
from service.limits.budgets import DEFAULTS, Rate
from service.limits.limiter import Limiter
from service.store.allowances import Bucket, Grant, MemoryAllowances, ServerAllowances
from service.store.client import ServerCommands
from tests.fixtures.valkey import running_server

_SPEEDS = (0.05, 1, 10, 50, 90)  # reads a second; 100 is what the budget gains


class _Counting:
    """Allowances in memory, with a clock that the bench moves; counts how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0
        self.at_us = 1_800_000_000_000_000
        self._kept = MemoryAllowances(lambda: self.at_us)

    async def take(self, bucket: Bucket, count: int) -> Grant:
        self.asked += 1
        return await self._kept.take(bucket, count)


async def asked_per_thousand(speed: float, requests: int) -> float:
    """Return how many of a thousand reads at an even speed ask the store, in the long run."""
    allowances = _Counting()
    limiter = Limiter(allowances, monotonic=lambda: allowances.at_us / 1e6)
    for _ in range(requests):
        await limiter.spend(Budget.READS, "p_1")
        allowances.at_us += round(1e6 / speed)
    return 1_000 * allowances.asked / requests


async def charge(url: str, requests: int) -> tuple[float, float]:
    """Return the microseconds of a charge without and with a question to the store."""
    commands = ServerCommands(url)
    allowances = ServerAllowances(commands)
    held = Limiter(_Counting(), {Budget.READS: Rate(1_000_000, 1_000_000)})
    began = time.perf_counter()
    for _ in range(requests):
        await held.spend(Budget.READS, "p_1")
    without = time.perf_counter() - began
    rate = DEFAULTS[Budget.READS]
    bucket = Bucket("limit:reads:p_1", 1, rate.burst)
    await allowances.take(bucket, 1)
    began = time.perf_counter()
    for _ in range(requests):
        await allowances.take(bucket, 1)
    asking = time.perf_counter() - began
    await commands.close()
    return 1e6 * without / requests, 1e6 * asking / requests


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Measure what charging requests costs.")
    parser.add_argument("--requests", type=int, default=2_000, help="charges of each kind")
    parser.add_argument("--quick", action="store_true", help="two hundred")
    args = parser.parse_args()
    requests = 200 if args.quick else args.requests
    with (
        tempfile.TemporaryDirectory() as directory,
        running_server(server_binary(), Path(directory)) as url,
    ):
        without, asking = asyncio.run(charge(url, requests))
        with redis.Redis.from_url(url) as client:
            script = client.info("commandstats")["cmdstat_evalsha"]
    print(f"  a charge from what is held {without:8.1f} µs")
    print(f"  a charge that asks         {asking:8.1f} µs, of the server's time")
    print(f"                             {script['usec_per_call']:8.1f} µs")
    for speed in _SPEEDS:
        often = asyncio.run(asked_per_thousand(speed, requests))
        print(f"  at {speed:>5} reads a second {often:12.0f} of 1000 ask")


if __name__ == "__main__":
    main()
