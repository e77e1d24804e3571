"""Measure what it costs to keep every confirmed move, whatever happens to the machine.

`python -m bench.durability [--matches N]` plays kurnik matches of four people through the store on
the Valkey that is brought along, once for each `appendfsync`, on the disk of the working directory.
"""

import argparse
import asyncio
import tempfile
from pathlib import Path
from typing import Final

import redis

from bench.store import Measured, timed
from engine.rulesets import rule_set
from service.embedded import server_binary
from tests.fixtures.valkey import running_server

_MODES: Final = {
    "memory only": ("--appendonly", "no"),
    "no": ("--appendonly", "yes", "--appendfsync", "no"),
    "everysec": ("--appendonly", "yes", "--appendfsync", "everysec"),
    "always": ("--appendonly", "yes", "--appendfsync", "always"),
}


def row(mode: str, options: tuple[str, ...], matches: int) -> str:
    """Return a line of the table: how long a move takes alone, and how many fit into a second."""
    rules = rule_set("kurnik").resolve(4, {})
    with (
        tempfile.TemporaryDirectory(dir=Path.cwd()) as directory,
        running_server(server_binary(), Path(directory), *options) as url,
    ):
        server = Measured(url, [redis.Redis.from_url(url)])
        one, _ = asyncio.run(timed(server, rules, 1))
        many, _ = asyncio.run(timed(server, rules, matches))
    alone_ms = 1e3 * one.wall_s / one.moves
    return f"  {mode:<14}{alone_ms:>16.2f}{many.moves / many.wall_s:>18.0f}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Measure the price of durability.")
    parser.add_argument("--matches", type=int, default=16, help="so many are played at once")
    parser.add_argument("--quick", action="store_true", help="two matches")
    args = parser.parse_args()
    matches = 2 if args.quick else args.matches
    print(f"  {'appendfsync':<14}{'ms a move, alone':>16}{f'moves/s, {matches} at once':>18}")
    for mode, options in _MODES.items():
        print(row(mode, options, matches), flush=True)


if __name__ == "__main__":
    main()
