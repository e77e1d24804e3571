"""The whole service as processes that can be hurt: a Valkey, a wire before it, and `kierki up`."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import httpx

from service.process import Program, spawn
from tests.fixtures.processes import bare_environ, is_alive
from tests.fixtures.proxy import Wire, wire_to
from tests.fixtures.untrusting import nobody_trusted
from tests.fixtures.valkey import lasting_port
from tests.fixtures.waiting import eventually
from tests.fixtures.whole_service import command_line, descendants
from tests.fixtures.worker_processes import Server

UP_SECONDS: Final = 60.0  # a slow machine that restarts everything
_METRICS_PORTS: Final = 4


class WireThread:
    """A wire that runs in a thread of its own, so that it never waits for the players."""

    def __init__(self, url: str) -> None:
        self._target = url
        self._ready = threading.Event()
        self._end = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._wire = Wire()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(10)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._do(self._end.set)
        self._thread.join(10)

    @property
    def url(self) -> str:
        """Return the address before the wire."""
        return self._wire.url

    def lose_answers(self, number: int) -> None:
        """Lose the next answers of the server, each with its connection."""
        self._wire.lost_answers += number

    def cut(self) -> None:
        """Cut every connection."""
        self._do(self._wire.cut)

    def _do(self, what: Callable[[], None]) -> None:
        assert self._loop is not None
        self._loop.call_soon_threadsafe(what)

    async def _run(self) -> None:
        self._loop = asyncio.get_running_loop()
        async with wire_to(self._target) as self._wire:
            self._ready.set()
            await self._end.wait()


class World:
    """Everything that runs. Its address stays the same whatever is killed and started again."""

    def __init__(self, directory: Path, server: Server, wire: WireThread) -> None:
        self.server = server
        self.wire = wire
        self._directory = directory
        self._port = lasting_port()
        self._metrics_port = lasting_port(_METRICS_PORTS)
        self._up: subprocess.Popen[bytes] | None = None
        self.url = f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        """Start the service. To be called in the main thread, with which it would end."""
        settings = {
            "PORT": str(self._port),
            "REDIS_URL": self.wire.url,
            "KIERKI_RATE_LIMITS": "off",
            "KIERKI_LOG_LEVEL": "error",
            "KIERKI_METRICS_PORT": str(self._metrics_port),
        }
        self._up = spawn(
            Program(
                name="up",
                command=(sys.executable, "-P", "-m", "service", "up"),
                environ=bare_environ(**settings),
                is_silent=True,
                death_signal=signal.SIGTERM,
            )
        )

    def stop(self) -> None:
        """Ask the service to end."""
        assert self._up is not None
        self._up.terminate()
        self._up.wait(20)

    def kill(self, command: str) -> None:
        """Kill the processes whose command line holds some words."""
        assert self._up is not None
        for pid in descendants(self._up.pid):
            if command in command_line(pid):
                os.kill(pid, signal.SIGKILL)

    def kill_supervisor(self) -> None:
        """Kill the parent of all, with which everything ends."""
        assert self._up is not None
        children = descendants(self._up.pid)
        self._up.kill()
        self._up.wait(10)
        assert eventually(lambda: not any(is_alive(pid) for pid in children))

    def start_worker(self, *command: str) -> subprocess.Popen[bytes]:
        """Start one more process of the workers; in the main thread."""
        environ = bare_environ(REDIS_URL=self.wire.url, KIERKI_LOG_LEVEL="error")
        words = (sys.executable, "-P", "-m", *command)
        return spawn(Program(name="more", command=words, environ=environ))

    async def is_up(self) -> bool:
        """Wait until every process works again; false if that takes too long."""
        deadline = time.monotonic() + UP_SECONDS
        pages = [f"{self.url}/readyz"]
        pages += [
            f"http://127.0.0.1:{self._metrics_port + place}/metrics"
            for place in range(_METRICS_PORTS)
        ]
        async with httpx.AsyncClient(timeout=5.0, verify=nobody_trusted()) as client:
            while pages and time.monotonic() < deadline:
                if await _answers(client, pages[0]):
                    pages.pop(0)
                else:
                    await asyncio.sleep(0.1)
        return not pages


async def _answers(client: httpx.AsyncClient, page: str) -> bool:
    try:
        return (await client.get(page)).is_success
    except httpx.TransportError:
        return False


@contextmanager
def world(directory: Path, fsync: str) -> Iterator[World]:
    """Run a world."""
    server = Server(directory, fsync)
    server.start()
    with WireThread(server.url) as wire:
        made = World(directory, server, wire)
        made.start()
        try:
            yield made
        finally:
            made.stop()
            server.stop()
