"""Starts what is measured, on the first core, and tells which processes do the work."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Final

import redis
from msgspec import Struct

from service.api_probe import api_is_ready
from service.embedded import server_binary
from service.process import Program, spawn
from tests.fixtures.valkey import answers, free_port
from tests.fixtures.waiting import eventually

ROOT: Final = Path(__file__).parents[2]
SERVER_CORE: Final = 0
CLIENT_CORE: Final = 1
_START_S: Final = 60.0
_INTO_LOG: Final = 'exec "$0" "$@" >>log 2>&1'  # by the shell, whose process it takes over

# Requests are counted and none is refused: a load of so few accounts is above any sensible budget.
_OPEN_BUDGETS: Final = {
    f"KIERKI_RATE_{budget}": "1000000:1000000"
    for budget in ("READS", "ANONYMOUS_READS", "MOVES", "MATCHES", "GUESTS", "SIGN_INS")
}
SETTINGS: Final[Mapping[str, str]] = {
    **_OPEN_BUDGETS,
    "KIERKI_CODEC": "newest",  # as the embedded server has it
    "KIERKI_ENV": "production",
    "KIERKI_PAGES": "off",
    "KIERKI_STREAMS_PER_ACCOUNT": "1000000",
    "KIERKI_STREAMS_PER_ADDRESS": "1000000",
}
FSYNC: Final[Mapping[str, Sequence[str]]] = {
    "none": ("--appendonly", "no"),
    "no": ("--appendonly", "yes", "--appendfsync", "no"),
    "everysec": ("--appendonly", "yes", "--appendfsync", "everysec"),
    "always": ("--appendonly", "yes", "--appendfsync", "always"),
}


class Server(Struct, frozen=True):
    """A server that runs: its port, its processes, and its store's address if it has one.

    The first process is the one that clients speak to.
    """

    port: int
    process_ids: tuple[int, ...]
    store_url: str | None = None

    @property
    def url(self) -> str:
        """Return its address."""
        return f"http://127.0.0.1:{self.port}"

    def cpu_seconds(self) -> tuple[float, ...]:
        """Return the CPU time that each process has used."""
        return tuple(map(cpu_seconds, self.process_ids))

    def rss(self) -> tuple[int, ...]:
        """Return the bytes of memory that each process holds."""
        return tuple(
            int(Path(f"/proc/{at}/statm").read_text("ascii").split()[1])
            * os.sysconf("SC_PAGE_SIZE")
            for at in self.process_ids
        )

    def store(self) -> redis.Redis:
        """Return a client of its store."""
        assert self.store_url is not None
        return redis.Redis.from_url(self.store_url)


Serving = Callable[[], AbstractContextManager[Server]]


def cpu_seconds(process_id: int) -> float:
    """Return the CPU time that a process has used, in steps of ten milliseconds."""
    fields = Path(f"/proc/{process_id}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def pin(process_id: int, core: int) -> None:
    """Keep a process on one core, where there are two and the system can."""
    if hasattr(os, "sched_setaffinity") and {SERVER_CORE, CLIENT_CORE} <= os.sched_getaffinity(0):
        os.sched_setaffinity(process_id, {core})


@contextmanager
def started(
    name: str, command: Sequence[str], folder: Path, environ: Mapping[str, str] | None = None
) -> Iterator[int]:
    """Run a program on the servers' core, its words in `log`; give its process id."""
    into_log = ("/bin/sh", "-c", _INTO_LOG, *command)
    process = spawn(Program(name=name, command=into_log, directory=folder, environ=environ))
    pin(process.pid, SERVER_CORE)
    try:
        yield process.pid
    finally:
        process.terminate()
        try:
            process.wait(timeout=_START_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@contextmanager
def store(folder: Path, fsync: str = "everysec") -> Iterator[tuple[str, int]]:
    """Run the Valkey that is brought along; give its address and its process."""
    port = free_port()
    options = ("--port", str(port), "--bind", "127.0.0.1", "--save", "", "--loglevel", "warning")
    command = (str(server_binary()), *options, *FSYNC[fsync])
    with started("valkey", command, folder) as process_id:
        url = f"redis://127.0.0.1:{port}/0"
        assert eventually(lambda: answers(url), seconds=_START_S)
        yield url, process_id


class Service(Struct, frozen=True):
    """Our API and its store; `tree` is the checkout whose code runs, `environ` more settings.

    `command` is run in the place of `kierki api`.
    """

    environ: Mapping[str, str] = {}
    fsync: str = "everysec"
    tree: Path = ROOT
    command: tuple[str, ...] = ()

    @contextmanager
    def __call__(self) -> Iterator[Server]:
        """Run both until the block ends."""
        with (
            tempfile.TemporaryDirectory(dir=Path.cwd(), prefix=".bench-") as name,
            store(Path(name), self.fsync) as (url, store_id),
        ):
            port = free_port()
            environ = {
                **os.environ,
                **SETTINGS,
                "REDIS_URL": url,
                "PORT": str(port),
                "PYTHONPATH": str(self.tree),
                **self.environ,
            }
            command = self.command or program("api")
            with started("api", command, Path(name), environ) as process_id:
                server = Server(port, (process_id, store_id), url)
                assert eventually(lambda: api_is_ready(server.url), seconds=_START_S), name
                yield server


class Peer(Struct, frozen=True):
    """Another server, by its command without the port, which comes last but for `more`."""

    command: tuple[str, ...]
    more: tuple[str, ...] = ()
    needs_store: bool = False

    @contextmanager
    def __call__(self) -> Iterator[Server]:
        """Run it, and a store where it needs one, until the block ends."""
        with tempfile.TemporaryDirectory(dir=Path.cwd(), prefix=".bench-") as name:
            if not self.needs_store:
                with self._started(Path(name)) as server:
                    yield server
                return
            with (
                store(Path(name)) as (url, store_id),
                self._started(Path(name), url, store_id) as server,
            ):
                yield server

    @contextmanager
    def _started(self, folder: Path, url: str = "", *others: int) -> Iterator[Server]:
        port = free_port()
        environ = {**os.environ, "REDIS_URL": url, "PYTHONPATH": str(ROOT)}
        command = (*self.command, str(port), *self.more)
        with started("peer", command, folder, environ) as process_id:
            log = folder / "log"
            assert eventually(lambda: log.exists() and "ready" in log.read_text(), seconds=_START_S)
            yield Server(port, (process_id, *others), url or None)


def program(*arguments: str) -> tuple[str, ...]:
    """Return the command that runs a part of the service."""
    return sys.executable, "-P", "-m", "service", *arguments
