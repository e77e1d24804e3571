"""The long form: `python -m tests.rolling --rounds 5`, or `make rollout`."""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from service.store.codec import Written
from tests.fixtures.worker_processes import Server, running
from tests.rolling.build import older_build, this_build
from tests.rolling.deployment import deployment
from tests.rolling.rollout import FINE, Figures, rolled, traffic


async def one_round(directory: Path, tables: int, figures: Figures) -> None:
    """Roll from the older build to this one, back, again, and on to the newest codec."""
    for name in ("store", "old"):
        (directory / name).mkdir(parents=True)
    old, new = older_build(directory / "old"), this_build()
    with running(Server(directory / "store", "always")) as server:
        async with (
            deployment(server.url, old) as made,
            traffic(made.url, server.url, figures, tables) as played,
        ):
            for build in (new, old, new, this_build(Written.NEWEST), new):
                await rolled(made, played, build)


def main() -> int:
    """Print the figures; 1 if anything was lost, done twice, or answered as it must not be."""
    parser = argparse.ArgumentParser(description="Replace an older build under play.")
    parser.add_argument("--rounds", type=int, default=5, help="each on a store of its own")
    parser.add_argument("--tables", type=int, default=6, help="matches that are played at once")
    args = parser.parse_args()
    figures = Figures()
    for number in range(args.rounds):
        with tempfile.TemporaryDirectory() as directory:
            asyncio.run(one_round(Path(directory) / "round", args.tables, figures))
        print(f"{number + 1} of {args.rounds} rounds, {figures.replaced} processes", flush=True)
    print(figures.table())
    wrong = set(figures.statuses) - FINE or set(figures.closes) - {1012}
    return int(bool(wrong or figures.lost or figures.doubles))


if __name__ == "__main__":
    sys.exit(main())
