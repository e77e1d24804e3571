"""Two of each part of the service on one store, each of its own build, replaced one by one."""

import asyncio
import re
import signal
import subprocess
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Final

import httpx
from msgspec import Struct

from service.process import Program, spawn
from tests.fixtures.untrusting import nobody_trusted
from tests.fixtures.valkey import lasting_port
from tests.fixtures.waiting import soon
from tests.rolling.balancer import Balancer, balancer
from tests.rolling.build import Build

API: Final = "api"
CLOCK: Final = "clock"
KINDS: Final = (API, "worker people", "worker clock", CLOCK)
STOP_SECONDS: Final = 20.0  # a cluster waits thirty
_ENDS: Final = {0, -signal.SIGTERM}  # the API's server ends by the signal, once it has served
_READY_SECONDS: Final = 60.0  # on a machine that starts much at once
_WORK: Final = {CLOCK: "kierki_due_lag_seconds_count"}  # what else a part does is to commit
_COMMITS: Final = "kierki_commits_total"


class Part(Struct, frozen=True):
    """A process: its kind, its build, and the port where it serves or shows its metrics."""

    kind: str
    build: Build
    port: int
    process: "subprocess.Popen[bytes]"

    @property
    def page(self) -> str:
        """Return where it tells what it has counted."""
        return f"http://127.0.0.1:{self.port}/metrics"


class Deployment:
    """Every process, behind one address; rolls from build to build as a cluster does.

    `settings` are those of every process.
    """

    def __init__(self, settings: Mapping[str, str], before: Balancer) -> None:
        self.parts: list[Part] = []
        self._settings = settings
        self._balancer = before
        self.url = before.url

    async def start(self, kind: str, build: Build) -> Part:
        """Start one more process and wait until it is ready."""
        port = lasting_port()
        name = "PORT" if kind == API else "KIERKI_METRICS_PORT"
        settings = {
            name: str(port),
            "KIERKI_RATE_LIMITS": "off",
            "KIERKI_LOG_LEVEL": "warning",
            **self._settings,
        }
        environ = build.environ(**settings)
        program = Program(name=kind, command=build.command(*kind.split()), environ=environ)
        part = Part(kind, build, port, spawn(program))
        self.parts.append(part)
        ready = f"http://127.0.0.1:{port}/readyz" if kind == API else part.page
        async with httpx.AsyncClient(timeout=5.0, verify=nobody_trusted()) as client:
            assert await soon(lambda: _answers(client, ready), seconds=_READY_SECONDS), kind
        if kind == API:
            self._balancer.ports.append(port)
        return part

    async def end(self, part: Part) -> None:
        """Send it nothing new and ask it to end."""
        if part.port in self._balancer.ports:
            self._balancer.ports.remove(part.port)
        part.process.terminate()
        self.parts.remove(part)
        code = await asyncio.wait_for(asyncio.to_thread(part.process.wait), STOP_SECONDS)
        assert code in _ENDS, (part.kind, part.build.name, code)

    async def kill(self, part: Part) -> None:
        """End it without warning; whoever connects is still sent to it for a moment."""
        part.process.kill()
        await asyncio.to_thread(part.process.wait)
        self.parts.remove(part)
        if part.port in self._balancer.ports:
            self._balancer.ports.remove(part.port)

    async def roll(self, build: Build) -> int:
        """Replace a process of each kind that is of another build, one after the other.

        Returns how many that were.
        """
        before = {at.kind: at for at in self.parts if at.build != build}
        await asyncio.gather(*(self.start(kind, build) for kind in before))
        for part in before.values():
            await self.end(part)
        return len(before)

    async def have_worked(self, *, seconds: float) -> bool:
        """Wait until every process has done what it is there for; false if one has not."""
        async with httpx.AsyncClient(timeout=5.0, verify=nobody_trusted()) as client:
            for part in self.parts:
                if not await soon(partial(_has_worked, client, part), seconds=seconds):
                    return False
        return True


async def _answers(client: httpx.AsyncClient, page: str) -> bool:
    try:
        return (await client.get(page)).is_success
    except httpx.TransportError:
        return False


async def _has_worked(client: httpx.AsyncClient, part: Part) -> bool:
    page = (await client.get(part.page)).text
    series = _WORK.get(part.kind, _COMMITS)
    counts = re.findall(rf"^{series}(?:{{.*}})? (\S+)$", page, re.MULTILINE)
    return sum(map(float, counts)) > 0


@asynccontextmanager
async def deployment(
    store_url: str, build: Build, kinds: Sequence[str] = KINDS * 2, **settings: str
) -> AsyncIterator[Deployment]:
    """Run processes of these kinds; each that is not killed must end well."""
    async with balancer() as before:
        made = Deployment({"REDIS_URL": store_url, **settings}, before)
        try:
            await asyncio.gather(*(made.start(kind, build) for kind in kinds))
            yield made
        finally:
            for part in list(made.parts):
                await made.end(part)
