"""Which layer of a move a sample of the API's CPU time belongs to."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from bench.load.servers import ROOT

LOOP: Final = "event loop, system calls"
# The first entry that fits the innermost of our or our packages' files names the layer.
_LAYERS: Final = (
    ("GraphQL: parse, validate, execute", ("graphql/", "strawberry/", "service/graphql/")),
    ("GraphQL: parse, validate, execute", ("schema/graphql/",)),
    (
        "fan-out: feeds, views, frames",
        ("service/feed/", "service/live.py", "service/usecases/sight"),
    ),
    ("fan-out: feeds, views, frames", ("service/usecases/views.py",)),
    (
        "tokens and budgets",
        ("service/limits/", "service/bearer.py", "service/usecases/accounts.py"),
    ),
    ("tokens and budgets", ("service/usecases/credentials.py", "schema/viewer.py")),
    ("use case", ("service/usecases/", "schema/")),
    ("rules of the game", ("engine/",)),
    ("Redis client", ("redis/", "hiredis/", "service/store/client.py")),
    (
        "Redis client",
        ("service/store/repeating.py", "service/store/connection", "service/store/replies"),
    ),
    ("store: read, seal, encode", ("service/store/",)),
    ("jobs", ("service/jobs.py", "rq/")),
    ("REST: read, answer", ("service/rest/",)),
    ("log and metrics", ("structlog/", "prometheus_client/", "service/logs.py")),
    ("log and metrics", ("service/metrics", "service/labels.py", "service/tracing/", "logging/")),
    ("WebSocket: frames", ("uvicorn/protocols/websockets/", "websockets/", "service/websocket.py")),
    ("HTTP: read, route, write", ("uvicorn/protocols/", "starlette/", "service/", "httptools/")),
)
_PACKAGES: Final = "site-packages/"


def layer_of(files: Sequence[str]) -> str:
    """Return the layer of a stack of files, innermost first.

    What the standard library does counts for whoever called it.
    """
    for name in files:
        place = _place(name)
        for layer, parts in _LAYERS:
            if place is not None and place.startswith(parts):
                return layer
    return LOOP


def _place(name: str) -> str | None:
    """Return a file's path in our tree or among the packages; none of the standard library."""
    if name.startswith(f"{ROOT}/"):
        return name.removeprefix(f"{ROOT}/").rpartition(_PACKAGES)[2]
    _, found, place = name.rpartition(_PACKAGES)
    return place if found else None


def shares(path: Path) -> dict[str, float]:
    """Return the share of each layer in the samples of a file, the largest first."""
    stacks = msgspec.json.decode(path.read_bytes(), type=list[tuple[list[str], int]])
    counted: Counter[str] = Counter()
    for files, count in stacks:
        counted[layer_of(files)] += count
    return {layer: count / counted.total() for layer, count in counted.most_common()}
