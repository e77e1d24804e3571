"""Measure what it costs to tell everybody: CPU of the server per delivery, and how soon.

`python -m bench.fanout [--quick]` follows one match with 1,000 sockets, then 250 matches with 4
each, over loopback: with our sockets, and with those that Strawberry brings along, in the same run.
The figures of `in process` leave out the web server and the kernel: the messages are sent to
nobody.
"""

import argparse
import asyncio
import gc
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import Final

import uvloop
from msgspec import Struct
from msgspec.structs import replace
from starlette.types import Message, Receive

from bench._fanout_client import Viewer, open_viewers
from bench._fanout_server import GrowingStore, app_of, played_log, services_on
from bench.load.servers import CLIENT_CORE, SERVER_CORE, pin
from schema.export import CONTRACT

_QUERY: Final = (CONTRACT.with_name("operations") / "MatchEvents.graphql").read_text("utf-8")
_KINDS: Final = {"strawberry": 10, "kierki": 1}  # the slower one gets so many times fewer events


class Shape(Struct, frozen=True):
    """How many matches with how many viewers each, and the events of all matches together."""

    matches: int
    each: int
    events: int
    per_second: float


class Cost(Struct, frozen=True):
    """Microseconds of server CPU per delivery; milliseconds until the last viewer has it."""

    cpu_us: float
    last_p50_ms: float
    last_p99_ms: float


SHAPES: Final = (
    Shape(matches=1, each=1_000, events=100, per_second=10),
    Shape(matches=250, each=4, events=1_000, per_second=500),
)
QUICK: Final = (
    Shape(matches=1, each=100, events=20, per_second=10),
    Shape(matches=25, each=4, events=100, per_second=50),
)


async def over_loopback(kind: str, shape: Shape) -> Cost:
    """Return the cost with the server in a process of its own."""
    command = (sys.executable, "-m", "bench._fanout_server", kind, str(shape.matches))
    child = await asyncio.create_subprocess_exec(
        *command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,  # clients go without a word
        limit=2**24,
    )
    assert child.stdin is not None
    assert child.stdout is not None
    pin(child.pid, SERVER_CORE)
    port = int(await child.stdout.readline())
    viewers = await open_viewers(port, _QUERY, shape.matches, shape.each)
    child.stdin.write(f"{shape.events} {shape.per_second}\n".encode())
    told = json.loads(await child.stdout.readline())
    for viewer in (viewer for group in viewers for viewer in group):
        viewer.close()
    child.stdin.close()
    await child.wait()
    return _cost(shape, viewers, told["cpu_s"], told["moments"])


def _cost(
    shape: Shape, viewers: Sequence[Sequence[Viewer]], cpu_s: float, published: Sequence[float]
) -> Cost:
    last = []
    for event, moment in enumerate(published):
        nth, match = divmod(event, shape.matches)
        came = [viewer.moments[nth] for viewer in viewers[match] if nth < len(viewer.moments)]
        if len(came) == shape.each:
            last.append((max(came) - moment) * 1e3)
    made = sum(len(viewer.moments) for group in viewers for viewer in group)
    cuts = statistics.quantiles(last, n=100, method="inclusive")
    return Cost(cpu_s / made * 1e6, cuts[49], cuts[98])


async def in_process(kind: str, shape: Shape) -> float:
    """Return the microseconds of CPU per delivery that our own code takes."""
    store = GrowingStore(await played_log())
    app = app_of(kind, services_on(store))
    heard = 0

    async def send(message: Message) -> None:
        nonlocal heard
        text = message.get("text", "")
        heard += '"next"' in text and '"kind":"HEARTBEAT"' not in text

    def write(frame: bytes) -> bool:
        nonlocal heard
        heard += b'"kind":"HEARTBEAT"' not in frame
        return True

    scope = {**_SCOPE, "extensions": {"kierki.frames": {"write": write}}}
    sockets = [
        asyncio.ensure_future(app(dict(scope), _client(f"m_{match}"), send))
        for match in range(shape.matches)
        for _ in range(shape.each)
    ]
    while heard < len(sockets):  # noqa: ASYNC110 - `send` is what is measured
        await asyncio.sleep(0.01)
    gc.freeze()
    taken, wanted = [], len(sockets)
    for event in range(shape.events):
        cpu = time.process_time()
        store.publish(f"m_{event % shape.matches}")
        wanted += shape.each
        while heard < wanted:  # noqa: ASYNC110 - as above
            await asyncio.sleep(0)
        taken.append((time.process_time() - cpu) / shape.each * 1e6)
    for task in sockets:
        task.cancel()
    await asyncio.gather(*sockets, return_exceptions=True)
    return statistics.median(taken)


_SCOPE: Final = {
    "type": "websocket",
    "path": "/graphql",
    "query_string": b"",
    "headers": [],
    "subprotocols": ["graphql-transport-ws"],
}


def _client(match_id: str) -> Receive:
    payload = {"query": _QUERY, "variables": {"matchId": match_id}}
    said = iter(
        (
            {"type": "websocket.connect"},
            {"type": "websocket.receive", "text": '{"type": "connection_init"}'},
            {
                "type": "websocket.receive",
                "text": json.dumps({"type": "subscribe", "id": "feed", "payload": payload}),
            },
        )
    )

    async def receive() -> Message:
        message = next(said, None)
        if message is None:
            await asyncio.Event().wait()
            raise AssertionError
        return message

    return receive


async def table(shapes: Sequence[Shape]) -> None:
    """Print a line for each shape and subject."""
    print(
        f"  {'matches x viewers, events/s':<30}{'subject':<12}{'in process':>12}"
        f"{'server CPU':>12}{'last p50':>10}{'p99':>10}"
    )
    for shape in shapes:
        for kind, fewer in _KINDS.items():
            part = replace(shape, events=shape.events // fewer)
            alone, cost = await in_process(kind, part), await over_loopback(kind, part)
            name = f"{shape.matches:,} x {shape.each:,}, {shape.per_second:g}"
            print(
                f"  {name:<30}{kind:<12}{alone:>9.1f} µs{cost.cpu_us:>9.1f} µs"
                f"{cost.last_p50_ms:>7.1f} ms{cost.last_p99_ms:>7.1f} ms",
                flush=True,
            )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Measure what it costs to tell everybody.")
    parser.add_argument("--quick", action="store_true", help="fewer viewers and events")
    quick = parser.parse_args().quick
    pin(os.getpid(), CLIENT_CORE)
    uvloop.run(table(QUICK if quick else SHAPES))


if __name__ == "__main__":
    main()
