"""The long form: `python -m tests.soak --minutes 5`, or `make soak`."""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path
from typing import Final

from tests.fixtures.whole_service import whole_service
from tests.fixtures.worker_processes import Server, running
from tests.soak.soak import Figures, Size, Soak

GROWTH_MIB: Final = 5.0  # a minute, of a process; the API comes to rest after 30,000 connections


def soaked(directory: Path, size: Size) -> Figures:
    """Run a service on a store of its own, soak it, and return what came of it."""
    (directory / "store").mkdir()
    with running(Server(directory / "store")) as server:
        settings = {"REDIS_URL": server.url, "KIERKI_RATE_LIMITS": "off"}
        with whole_service(directory / "data", KIERKI_CODEC="newest", **settings) as service:
            return asyncio.run(Soak(service, server.url, size).run())


def main() -> int:
    """Print the figures; 1 if anything was lost, done twice, stuck, left behind or grew."""
    parser = argparse.ArgumentParser(description="Play hundreds of matches for minutes.")
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--bots", type=int, default=200, help="matches of bots at once")
    parser.add_argument("--people", type=int, default=20, help="matches of people at once")
    parser.add_argument("--visitors", type=int, default=4, help="who connect again and again")
    parser.add_argument("--pace", type=int, default=5_000, help="milliseconds of a bot's turn")
    args = parser.parse_args()
    size = Size(args.minutes * 60, args.bots, args.people, args.visitors, args.pace)
    with tempfile.TemporaryDirectory() as directory:
        figures = soaked(Path(directory), size)
    print(figures.table())
    print("  keys by kind:", dict(sorted(figures.keys.items())))
    grows = max(figures.growth.values()) > GROWTH_MIB
    return int(bool(figures.lost or figures.doubles or figures.stuck or figures.leaks or grows))


if __name__ == "__main__":
    sys.exit(main())
