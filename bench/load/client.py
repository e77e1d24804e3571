"""The load client: a process of Node on the second core, told when to play."""

import json
import math
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO, Final

import msgspec
from msgspec import Struct

from bench.load import node
from bench.load.servers import CLIENT_CORE, Server, pin

PER_MATCH: Final = 364  # moves after which a slot goes to its next match, as main.mjs has it


class LoadError(Exception):
    """The load has ended early: a move was refused, or a connection was lost."""


class Window(Struct, frozen=True, rename="camel"):
    """What happened in one window: `said` and `heard` are bytes of the clients, warm-up included.

    Latencies are milliseconds from submitting a move until all four seats have the update; None
    where no move was made.
    """

    moves: int
    seconds: float
    server_cpu: tuple[float, ...]
    client_cpu: float
    p50: float | None
    p99: float | None
    all_moves: int
    said: int
    heard: int

    @property
    def per_second(self) -> float:
        """Return moves per second."""
        return self.moves / self.seconds

    @property
    def per_cpu_second(self) -> float:
        """Return moves per second of CPU of all server processes."""
        return self.moves / max(sum(self.server_cpu), 0.01)

    @property
    def client_share(self) -> float:
        """Return the share of its core that the client needed; near 1 it was the bottleneck."""
        return self.client_cpu / self.seconds


class Load:
    """Matches that are open and wait; each window plays on in all of them."""

    def __init__(self, process: subprocess.Popen[str], matches: int) -> None:
        self._process = process
        self._matches = matches
        self._pace = 0.0  # moves a second of one match

    def window(self, seconds: float, warm: float = 0.5) -> Window:
        """Play, and return what was measured after the warm-up."""
        pool = math.ceil(1.5 * self._pace * (seconds + warm) / PER_MATCH)
        self._say({"warm": warm, "seconds": seconds, "pool": pool})
        found = msgspec.json.decode(self.hear(), type=Window)
        self._pace = found.per_second / self._matches
        return found

    def hear(self) -> str:
        """Return the next line, or raise LoadError with the client's last words."""
        assert self._process.stdout is not None
        if line := self._process.stdout.readline():
            return line
        assert self._process.stderr is not None
        raise LoadError(self._process.stderr.read()[-1000:])

    def _say(self, asked: dict[str, float]) -> None:
        stdin: IO[str] | None = self._process.stdin
        assert stdin is not None
        with suppress(BrokenPipeError):  # what it died of is heard next
            stdin.write(json.dumps(asked) + "\n")
            stdin.flush()


@contextmanager
def load(kind: str, server: Server, matches: int) -> Iterator[Load]:
    """Open so many matches over a kind of transport; give them once all seats see them."""
    node.install()
    pids = ",".join(map(str, server.process_ids))
    command = node.program("main.mjs", kind, server.port, matches, pids)
    process = subprocess.Popen(  # noqa: S603 - the bench's own script
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    pin(process.pid, CLIENT_CORE)
    try:
        opened = Load(process, matches)
        opened.hear()
        opened.window(0.3, 0.2)  # the first moves of all: what is compiled and cached is by then
        yield opened
    finally:
        process.kill()
        process.communicate()
