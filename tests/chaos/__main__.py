"""The long form: `python -m tests.chaos --faults 1000 --seed 1`, or `make chaos`."""

import argparse
import asyncio
import random
import sys
import tempfile
from pathlib import Path

from tests.chaos.faults import chosen
from tests.chaos.storm import BOUND_S, Figures, Storm
from tests.chaos.world import World, world


async def weather(made: World, args: argparse.Namespace) -> Figures:
    """Run a storm and return what came of it."""
    chance = random.Random(args.seed)
    storm = Storm(made, chance, tables=args.tables, scale=1.0)
    return await storm.run(chosen(args.faults, chance), rest_s=args.rest)


def main() -> int:
    """Print the figures; 1 if anything was lost, done twice, or stuck."""
    parser = argparse.ArgumentParser(description="Hurt the service while matches are played.")
    parser.add_argument("--faults", type=int, default=1_000, help="how many")
    parser.add_argument("--seed", type=int, default=1, help="chooses faults, games and moves")
    parser.add_argument("--fsync", choices=("always", "everysec"), default="always")
    parser.add_argument("--tables", type=int, default=5, help="matches that are played at once")
    parser.add_argument("--rest", type=float, default=0.3, help="seconds between faults")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory, world(Path(directory), args.fsync) as made:
        figures = asyncio.run(weather(made, args))
    print(f"seed {args.seed}, appendfsync {args.fsync}")
    print(figures.table())
    return int(bool(figures.losses or figures.doubles or figures.stalled_s > BOUND_S))


if __name__ == "__main__":
    sys.exit(main())
