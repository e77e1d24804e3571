"""Measure what thousands of ended matches leave behind in the store.

`python -m bench.retention [--matches N]` lets N matches be played for some moves and end, each of
them kept for five seconds, on the Valkey that is brought along, and prints what the server holds
after each tenth of them. One match lives through it all.
"""

import argparse
import asyncio
import tempfile
import time
from pathlib import Path
from typing import Final

import redis

from service.embedded import server_binary
from service.store.redis import RedisStore
from tests.fixtures.store import RULES, a_record, created
from tests.fixtures.valkey import running_server
from tests.service.store.test_retention import play_and_end

_AT_ONCE: Final = 16
_ROWS: Final = 10
_KEPT_S: Final = 5  # longer than one match takes on a busy machine


async def play_all(store: RedisStore, numbers: range) -> None:
    """Play matches, some of them at once."""
    for first in range(numbers.start, numbers.stop, _AT_ONCE):
        some = range(first, min(first + _AT_ONCE, numbers.stop))
        await asyncio.gather(*(play_and_end(store, number) for number in some))


def wait_until_gone(client: redis.Redis) -> None:
    """Wait until the server has taken out all that has expired."""
    while any(client.scan_iter("match:*:m_[0-9]*", count=1_000)):
        time.sleep(0.2)


async def measure(url: str, matches: int) -> None:
    """Print a line for each tenth of the matches."""
    store = RedisStore.connect(url, retention_s=_KEPT_S, lobby_retention_s=_KEPT_S)
    share = max(_AT_ONCE, matches // _ROWS)
    with redis.Redis.from_url(url) as client:
        await store.put_rules(RULES)
        await store.create(created(a_record("m_live")), b"commit")
        for row in range(_ROWS):
            await play_all(store, range(row * share, (row + 1) * share))
            wait_until_gone(client)
            held = int(client.info("memory")["used_memory_dataset"])
            print(f"  {(row + 1) * share:>8}{client.dbsize():>8}{held:>14,}", flush=True)
    assert (await store.read("m_live")).record.version == 1
    await store.close()


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Measure what ended matches leave behind.")
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument(
        "--quick", action="store_const", dest="matches", const=500, help="500 matches"
    )
    matches = parser.parse_args().matches
    print(f"  {'matches':>8}{'keys':>8}{'bytes held':>14}")
    with (
        tempfile.TemporaryDirectory() as directory,
        running_server(server_binary(), Path(directory), "--save", "") as url,
    ):
        asyncio.run(measure(url, matches))


if __name__ == "__main__":
    main()
