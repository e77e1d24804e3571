"""Play many whole matches of chance of every rule set, and look for a fault of the rules.

`python -m bench.random_matches [--matches N] [--first SEED] [RULE_SET ...]` plays N matches of
each, with options and numbers of players of chance, in as many processes as there are processors,
and prints a table. A match that is stuck, refuses a move that it offered, takes one that it did
not offer, or does not add up is counted with its seed, and the command then ends with 1.
"""

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor

from msgspec import Struct

from engine.rulesets import RULE_SETS
from tests.engine.random_matches import FaultError, Played, play_one

_CHUNK = 50  # matches that a process plays before it reports
_HEAD = ("rule set", "matches", "deals", "moves", "longest", "moons", "bytes", "seconds", "faults")


class Part(Struct):
    """What a process has found in some matches of a rule set; a fault with its kind and seed."""

    played: list[Played]
    faults: list[tuple[str, int, str]]
    seconds: float


def play(name: str, seeds: Sequence[int]) -> Part:
    """Play one match of a rule set for each seed."""
    began = time.process_time()
    part = Part([], [], 0.0)
    for seed in seeds:
        try:
            part.played.append(play_one(name, seed))
        except FaultError as error:
            part.faults.append((error.kind, seed, str(error)))
    part.seconds = time.process_time() - began
    return part


def row(name: str, parts: Iterable[Part]) -> tuple[str, ...]:
    """Return the line of the table for a rule set, and tell its faults."""
    played, faults, seconds = [], [], 0.0
    for part in parts:
        played += part.played
        faults += part.faults
        seconds += part.seconds
    for kind, seed, text in faults:
        print(f"{name} {seed} {kind}: {text}", file=sys.stderr)
    kinds = Counter(kind for kind, _, _ in faults)
    return (
        name,
        str(len(played) + len(faults)),
        str(sum(match.deals for match in played)),
        str(sum(match.moves for match in played)),
        str(max((match.moves for match in played), default=0)),
        str(sum(match.moons for match in played)),
        str(max((match.largest for match in played), default=0)),
        f"{seconds:.1f}",
        " ".join(f"{count} {kind}" for kind, count in kinds.items()) or "0",
    )


def told(cells: Sequence[str]) -> str:
    """Return a line of the table."""
    name, *numbers = cells
    return f"{name:<12}" + "".join(f"{number:>10}" for number in numbers)


def main() -> int:
    """Print one line per rule set; 1 if there is a fault."""
    parser = argparse.ArgumentParser(description="Play many whole matches of chance.")
    parser.add_argument("--matches", type=int, default=10_000, help="of each rule set")
    parser.add_argument(
        "--quick", action="store_const", dest="matches", const=20, help="20 of each"
    )
    parser.add_argument("--first", type=int, default=0, help="the seed of the first match")
    parser.add_argument("rule_sets", nargs="*", default=list(RULE_SETS), metavar="RULE_SET")
    wanted = parser.parse_args()
    seeds = range(wanted.first, wanted.first + wanted.matches)
    chunks = [seeds[at : at + _CHUNK] for at in range(0, len(seeds), _CHUNK)]
    print(told(_HEAD))
    faultless = True
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for name in wanted.rule_sets:
            line = row(name, pool.map(play, [name] * len(chunks), chunks))
            faultless &= line[-1] == "0"
            print(told(line), flush=True)
    return 0 if faultless else 1


if __name__ == "__main__":
    sys.exit(main())
