"""Measure the service beside the servers that one would take in its place, in one run.

`python -m bench.peers [--quick] [--matches 1 32 128] [--against COMMIT]`: boardgame.io (in memory,
and durable in files), Colyseus with its changes sent after each move, and what one assembles from
Strawberry and redis-py. All play with four seats, hidden hands and one move in flight per match;
the latency is that from a move to the update of the last seat. Ours has tokens, idempotency keys,
budgets, log lines and a log on disk each second; the others have what they bring. All server
processes have the first core, the clients the second. What is needed of Node is installed first.
"""

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Final

from bench.load import node, report
from bench.load.rounds import Subject, measured
from bench.load.servers import Peer, Service, Serving
from bench.load.tree import checked_out

SERVERS: Final[dict[str, Serving]] = {
    "boardgame.io": Peer(node.program("boardgameio_server.mjs")),
    "boardgame.io, files": Peer(node.program("boardgameio_server.mjs"), more=("matches",)),
    "colyseus": Peer(node.program("colyseus_server.mjs")),
    "assembly": Peer((sys.executable, "-m", "bench.load.assembly"), needs_store=True),
    "kierki": Service(),
}
SUBJECTS: Final = (
    Subject("boardgame.io", "boardgame.io", "boardgameio"),
    Subject("boardgame.io, files", "boardgame.io, files", "boardgameio"),
    Subject("colyseus", "colyseus", "colyseus"),
    Subject("assembly", "assembly", "assembly"),
    Subject("kierki graphql", "kierki", "graphql"),
    Subject("kierki lean", "kierki", "lean"),
    Subject("kierki rest", "kierki", "rest"),
)


def compared(chosen: list[str] | None, against: str | None) -> list[Subject]:
    """Return the subjects by their names, all without any, and the other commit's."""
    found = [subject for subject in SUBJECTS if chosen is None or subject.name in chosen]
    if against:
        found += [
            Subject(f"{at.name} @", "against", at.kind) for at in found if at.server == "kierki"
        ]
    return found


@contextmanager
def servers(against: str | None) -> Iterator[dict[str, Serving]]:
    """Give all servers, with the one of another commit if one is named."""
    with ExitStack() as stack:
        if against is None:
            yield SERVERS
            return
        tree = stack.enter_context(checked_out(against))
        yield {**SERVERS, "against": Service(tree=tree)}


def main() -> None:
    """Print the table."""
    parser = report.arguments("Measure the service beside its peers.")
    parser.add_argument(
        "--against", metavar="COMMIT", help="also measure this commit of ours, as @"
    )
    args = parser.parse_args()
    matches = args.matches or ([8] if args.quick else [1, 32, 128])
    rounds, seconds = args.rounds or (1 if args.quick else 5), args.seconds or 2.0
    node.install()
    with servers(args.against) as over:
        found = {
            at: measured(over, compared(args.only, args.against), at, rounds, seconds)
            for at in matches
        }
    print("\n".join(report.table(found)))
    report.write(args.json, found)


if __name__ == "__main__":
    main()
