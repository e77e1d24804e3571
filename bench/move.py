"""Measure what a move costs through the whole service, and where that goes.

`python -m bench.move [--quick] [--against COMMIT]` prints moves per second of server CPU, latency
and traffic of each transport, the layers of a move, what each feature of its way costs, and what
each kind of durability does; `--part` chooses some of these. Ratios are to the first line of a
table, round by round. `lean` asks in GraphQL for as little as a client needs that follows the cards
by itself, the others for what the published operations ask; `alone` has nobody who watches.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from bench.load import layers, node, report
from bench.load.api import START
from bench.load.client import load
from bench.load.rounds import Result, Round, Subject, measured
from bench.load.servers import Service, Serving
from bench.load.tree import checked_out

_API: Final = (sys.executable, "-P", "-m", "bench.load.api")
TRANSPORTS: Final = (
    *("graphql", "lean", "graphql-ws", "lean-ws", "rest", "rest-graphql"),
    *("graphql-alone", "rest-alone"),
)
FEATURES: Final[Mapping[str, Serving]] = {
    "all": Service(),
    "without plans": Service({"KIERKI_PLANS": "off"}),
    "without the lane": Service({"KIERKI_LANE": "off"}),
    "without budgets": Service({"KIERKI_RATE_LIMITS": "off"}),
    "without keys": Service(command=(*_API, "--without", "keys")),
    "without tokens": Service(command=(*_API, "--without", "tokens")),
    "without log lines": Service({"KIERKI_LOG_LEVEL": "warning"}),
}
DURABILITY: Final[Mapping[str, Serving]] = {
    f"appendfsync {mode}": Service(fsync=mode) for mode in ("everysec", "no", "always")
} | {"memory only": Service(fsync="none")}

Found = dict[int, dict[str, Result]]


class Run:
    """What the arguments ask for; `matches` is for the parts that compare at one load."""

    def __init__(self, args: argparse.Namespace) -> None:
        quick: bool = args.quick
        self.loads: list[int] = args.matches or ([8] if quick else [1, 32, 128])
        self.matches = 8 if quick else 32
        self.rounds: int = args.rounds or (1 if quick else 5)
        self.seconds: float = args.seconds or (1.0 if quick else 2.0)
        self.only: list[str] | None = args.only
        self.against: str | None = args.against
        self.json: Path | None = args.json


def transports(run: Run, servers: Mapping[str, Serving]) -> Iterator[str]:
    """Yield the tables of the transports, and of what a move sends over each wire."""
    kinds = [kind for kind in TRANSPORTS if run.only is None or kind in run.only]
    subjects = [Subject(kind, "kierki", kind) for kind in kinds]
    if run.against is not None:
        subjects += [Subject(f"{kind} @", "against", kind) for kind in kinds]
    found: Found = {
        matches: measured(servers, subjects, matches, run.rounds, run.seconds)
        for matches in run.loads
    }
    yield from report.table(found)
    yield ""
    yield from traffic(found)
    report.write(run.json, found)


def traffic(found: Mapping[int, Mapping[str, Result]]) -> Iterator[str]:
    """Yield a line for each subject: CPU, commands and bytes of a move."""
    yield (
        f"{'matches':>7}  {'of a move':<22}{'API µs':>9}{'store µs':>10}{'commands':>10}"
        f"{'store B in':>12}{'out':>7}{'clients B in':>14}{'out':>7}"
    )
    for matches, results in found.items():
        for name, result in results.items():
            api, store = (1e6 * result.median(_cpu_of(at)) for at in (0, 1))
            told = [result.per_move(figure) for figure in _TRAFFIC]
            yield (
                f"{matches:>7}  {name:<22}{api:>9.0f}{store:>10.0f}{told[0]:>10.1f}"
                f"{told[1]:>12.0f}{told[2]:>7.0f}{told[3]:>14.0f}{told[4]:>7.0f}"
            )


_TRAFFIC: Final[tuple[Callable[[Round], float], ...]] = (
    lambda at: at.store.commands if at.store else 0,
    lambda at: at.store.heard if at.store else 0,
    lambda at: at.store.said if at.store else 0,
    lambda at: at.window.said,
    lambda at: at.window.heard,
)


def _cpu_of(place: int) -> Callable[..., float]:
    return lambda window: window.server_cpu[place] / max(window.moves, 1)


def features(run: Run, servers: Mapping[str, Serving]) -> Iterator[str]:
    """Yield the table of what a move costs without one feature at a time."""
    del servers
    subjects = [Subject(name, name, "graphql") for name in FEATURES]
    subjects.append(Subject("without viewers", "all", "graphql-alone"))
    found = measured(FEATURES, subjects, run.matches, run.rounds, run.seconds)
    yield from report.table({run.matches: found})


def durability(run: Run, servers: Mapping[str, Serving]) -> Iterator[str]:
    """Yield the table of the store's ways to keep its log."""
    del servers
    subjects = [Subject(name, name, "graphql") for name in DURABILITY]
    found = {
        matches: measured(DURABILITY, subjects, matches, run.rounds, run.seconds)
        for matches in (1, run.matches)
    }
    yield from report.table(found)


def by_layer(run: Run, servers: Mapping[str, Serving]) -> Iterator[str]:
    """Yield a table of where the API's CPU goes, by samples of its stacks."""
    del servers
    with tempfile.TemporaryDirectory() as name:
        parts = {kind: _layers_of(kind, Path(name) / kind, run) for kind in ("graphql", "rest")}
    yield f"  {'µs of CPU a move':<36}" + "".join(f"{kind:>10}" for kind in parts)
    over = dict.fromkeys(layer for part in parts.values() for layer in part)
    for layer in over:
        costs = (f"{part.get(layer, 0):>10.1f}" for part in parts.values())
        yield f"  {layer:<36}" + "".join(costs)
    yield f"  {'together':<36}" + "".join(f"{sum(part.values()):>10.1f}" for part in parts.values())


def _layers_of(kind: str, samples: Path, run: Run) -> dict[str, float]:
    """Return the microseconds of a move in each layer of the API, and in the store."""
    service = Service(command=(*_API, "--samples", str(samples)))
    with service() as server, load(kind, server, run.matches) as opened:
        os.kill(server.process_ids[0], START)
        window = opened.window(4 * run.seconds)
    api, store = (1e6 * used / window.moves for used in window.server_cpu)
    return {layer: api * share for layer, share in layers.shares(samples).items()} | {
        "the store's process": store
    }


PARTS: Final[Mapping[str, Callable[[Run, Mapping[str, Serving]], Iterator[str]]]] = {
    "transports": transports,
    "layers": by_layer,
    "features": features,
    "durability": durability,
}


def show(run: Run, parts: Sequence[str], servers: Mapping[str, Serving]) -> None:
    """Print the tables."""
    for part in parts:
        print(f"-- {part}", flush=True)
        for line in PARTS[part](run, servers):
            print(line, flush=True)


def main() -> None:
    """Print the tables that are asked for."""
    parser = report.arguments("Measure what a move costs through the whole service.")
    parser.add_argument("--against", metavar="COMMIT", help="also measure this commit, as @")
    parser.add_argument("--part", choices=PARTS, nargs="+", default=list(PARTS))
    args = parser.parse_args()
    run = Run(args)
    node.install()
    if run.against is None:
        show(run, args.part, {"kierki": Service()})
        return
    with checked_out(run.against) as tree:
        show(run, args.part, {"kierki": Service(), "against": Service(tree=tree)})


if __name__ == "__main__":
    main()
