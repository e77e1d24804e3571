"""Measure how long it takes from `make up` to the first move that is taken.

`python -m bench.start [--quick] [--tree FOLDER]` starts the whole service as a person would, with a
data directory of its own, empty and then again with what it held; makes a match with bots through
REST, and plays a card. One start that is not measured comes first, so that everything is installed,
built and compiled. Another clone may be named; the project's own folder has no environment
everywhere, and `kierki up` is then started without `make`.
"""

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import httpx

from bench.load.servers import ROOT
from tests.fixtures.processes import bare_environ
from tests.fixtures.valkey import free_port
from tests.fixtures.waiting import eventually

_LIMIT_S: Final = 60.0
_FIRST_LIMIT_S: Final = 900.0
_STOP_S: Final = 15.0


def command(tree: Path) -> Sequence[str]:
    """Return how the service is started in a folder."""
    if (tree / ".venv" / ".installed").exists():
        return "make", "--silent", "up"
    return sys.executable, "-P", "-m", "service", "up"


@contextmanager
def _service(tree: Path, data: Path, port: int) -> Iterator[None]:
    environ = bare_environ(PORT=str(port), KIERKI_DATA_DIR=str(data), HOME=str(data))
    process = subprocess.Popen(  # noqa: S603 - the project's own command
        command(tree), cwd=tree, env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        yield
    finally:
        process.terminate()
        process.wait(_STOP_S)


def first_move(tree: Path, data: Path, limit_s: float = _LIMIT_S) -> tuple[float, float]:
    """Return the seconds until the service is ready, and until a move has been taken."""
    port = free_port()
    began = time.monotonic()
    with _service(tree, data, port), httpx.Client(base_url=f"http://127.0.0.1:{port}") as client:
        assert eventually(lambda: _is_ready(client), seconds=limit_s)
        ready = time.monotonic()
        _play(client)
        return ready - began, time.monotonic() - began


def _is_ready(client: httpx.Client) -> bool:
    try:
        return client.get("/readyz").status_code == httpx.codes.OK
    except httpx.TransportError:
        return False


def _play(client: httpx.Client) -> None:
    """Make a match with bots, which do not wait before they move, and play the first card."""
    guest = client.post("/v1/guests", json={"name": "First"}).json()
    client.headers["authorization"] = f"Bearer {guest['token']}"
    match = client.post("/v1/matches", json={"botPaceMs": 0}).json()["id"]
    client.post(f"/v1/matches/{match}/start", json={"fillWithBots": True}).raise_for_status()
    moves = f"/v1/matches/{match}/moves"
    assert eventually(lambda: client.get(moves).json()["legalMoves"] is not None, seconds=_LIMIT_S)
    asked = client.get(moves).json()
    body = {
        "move": asked["legalMoves"]["moves"][0],
        "expectedVersion": asked["version"],
        "idempotencyKey": "first",
    }
    client.post(moves, json=body).raise_for_status()


def table(tree: Path, rounds: int) -> Iterator[str]:
    """Yield the lines of the table."""
    found: dict[str, list[tuple[float, float]]] = {"empty": [], "with what it held": []}
    for number in range(rounds + 1):
        with tempfile.TemporaryDirectory() as name:
            for times in found.values():
                taken = first_move(tree, Path(name), _LIMIT_S if number else _FIRST_LIMIT_S)
                if number:
                    times.append(taken)
    yield f"  {' '.join(command(tree)):<34}{'ready s':>10}{'first move s':>14}"
    for name, times in found.items():
        ready, moved = (statistics.median(at) for at in zip(*times, strict=True))
        yield f"  {name:<34}{ready:>10.2f}{moved:>14.2f}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Measure the way to the first move.")
    parser.add_argument("--quick", action="store_true", help="once only")
    parser.add_argument("--tree", type=Path, default=ROOT, help="the clone that is started")
    args = parser.parse_args()
    for line in table(args.tree.absolute(), 1 if args.quick else 5):
        print(line)


if __name__ == "__main__":
    main()
