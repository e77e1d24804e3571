"""`kierki up`: the whole service in the foreground, from one command."""

import argparse
import os
import socket
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TextIO

from service import logs
from service.api_probe import api_is_ready
from service.config import (
    CODEC,
    FILE_SUFFIX,
    HEARTBEAT_FILE,
    METRICS_PORT,
    Environment,
    Settings,
)
from service.data_dir import DataDirectory
from service.embedded import EmbeddedServer, embedded_server
from service.errors import StartError
from service.listening import base_url, listen
from service.pages_folder import pages_folder
from service.probe import check_redis, redis_answers
from service.process import Program
from service.queues import QueueName
from service.store.codec import Written
from service.supervisor import StopStage, Supervisor

_DEFAULT_ADDRESS = "http://127.0.0.1:8000"  # where `kierki play` looks by itself

# Together less than ten seconds, within which a stop must be over.
_STOP_ORDER = (
    StopStage(names=("api",), limit_seconds=3.5),
    StopStage(names=(*(f"worker {queue}" for queue in QueueName), "clock"), limit_seconds=2.5),
    StopStage(names=("valkey",), limit_seconds=2.5),
)
_LOAD_SECONDS = 60.0  # the embedded server reads its whole log before it answers
_READY_SECONDS = 30.0
_START_FAILURES = 2  # of one child in a row, before the start is given up

_NO_PAGES = "The page to play on is missing: python clients/build.py builds it."
_THIS_PROGRAM = (sys.executable, "-P", "-m", "service")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe what `kierki up` takes: nothing, its settings are environment variables."""
    parser.description = "Run the whole service. The settings are in service/README.md."


def run(args: argparse.Namespace) -> int:
    """Run the service until a signal ends it, and return 0."""
    del args
    settings = Settings.from_env(os.environ)
    logs.configure(settings.log_level, settings.log_format)
    WholeService(settings, os.environ).run()
    return 0


class WholeService:
    """Every process of the service on this machine, as children of this one.

    `command` is how this program is started again for a child; the child's arguments follow it.
    """

    def __init__(
        self,
        settings: Settings,
        environ: Mapping[str, str],
        *,
        command: tuple[str, ...] = _THIS_PROGRAM,
        output: TextIO | None = None,
    ) -> None:
        self._settings = settings
        self._environ = environ
        self._command = command
        self._output = output or sys.stdout

    def run(self) -> None:
        """Start everything, say where it is, and return when a signal has ended it.

        Raises StartError when something is in the way; nothing is left running then.
        """
        with ExitStack() as stack:
            server = self._embedded_server(stack)
            supervisor = stack.enter_context(Supervisor(_STOP_ORDER))
            # closed before the children stop: no connection waits for an answer in vain
            listener = stack.enter_context(listen(self._settings))
            self._check_named_servers()
            if server is None or _starts(supervisor, server):
                self._serve(supervisor, listener, self._child_environ(server))

    def _embedded_server(self, stack: ExitStack) -> EmbeddedServer | None:
        if self._settings.redis_url is not None:
            return None
        directory = stack.enter_context(closing(DataDirectory(self._settings.data_dir)))
        return embedded_server(directory, self._settings.fsync)

    def _check_named_servers(self) -> None:
        redis_url, queue_url = self._settings.redis_url, self._settings.queue_url
        if redis_url is not None:
            check_redis("REDIS_URL", redis_url)
        if queue_url is not None and queue_url != redis_url:
            check_redis("QUEUE_URL", queue_url)

    def _child_environ(self, server: EmbeddedServer | None) -> Mapping[str, str]:
        redis_url = self._settings.require_redis_url() if server is None else server.url
        queue_url = self._settings.queue_url or redis_url
        urls = {"REDIS_URL": redis_url, "QUEUE_URL": queue_url}
        read = {f"{name}{FILE_SUFFIX}": "" for name in urls}
        own = {**urls, **read, HEARTBEAT_FILE: ""}  # one file is one process's
        if server is not None and not self._environ.get(CODEC):
            own[CODEC] = Written.NEWEST.value  # no process of another release shares this server
        return {**self._environ, **own}

    def _serve(
        self, supervisor: Supervisor, listener: socket.socket, environ: Mapping[str, str]
    ) -> None:
        for program in self._programs(environ, listener.fileno()):
            supervisor.add(program)
        address = base_url(listener)
        is_ready = supervisor.watch(
            lambda: api_is_ready(address),
            limit_seconds=_READY_SECONDS,
            patience=_START_FAILURES,
        )
        if is_ready:
            pages = pages_folder() is not None
            print(greeting(address, self._settings, pages=pages), file=self._output, flush=True)
            supervisor.watch()

    def _programs(self, environ: Mapping[str, str], listener: int) -> Iterator[Program]:
        yield Program(
            name="api",
            command=(*self._command, "api", "--fd", str(listener)),
            environ=environ,
            inherited=(listener,),
        )
        workers = (*(("worker", queue.value) for queue in QueueName), ("clock",))
        for place, arguments in enumerate(workers):
            yield Program(
                name=" ".join(arguments),
                command=(*self._command, *arguments),
                environ=self._with_metrics_port(environ, place),
            )

    def _with_metrics_port(self, environ: Mapping[str, str], place: int) -> Mapping[str, str]:
        """Return the environment with a port of its own for each worker, if any is wanted."""
        first = self._settings.metrics_port
        return environ if first is None else {**environ, METRICS_PORT: str(first + place)}


def greeting(address: str, settings: Settings, *, pages: bool) -> str:
    """Return what a person sees when the service is ready: where it is, and what to do next.

    `pages` says whether the pages for people are built.
    """
    lines = [f"Kierki is ready at {address}", ""]
    if settings.pages:
        lines += [f"Play: {address}/play/" if pages else _NO_PAGES, ""]
    lines += [
        "A token for a guest:",
        f"  curl -s -X POST {address}/v1/guests \\",
        """    -H 'content-type: application/json' -d '{"name":"Ala"}'""",
        "",
        f"A match of four bots, in another terminal:\n  {_play_command(address)}",
    ]
    if settings.environment is Environment.DEVELOPMENT:
        lines += ["", f"GraphiQL: {address}/graphql"]
    return "\n".join([*lines, "", "Ctrl-C stops the service."])


def _starts(supervisor: Supervisor, server: EmbeddedServer) -> bool:
    supervisor.add(server.program)
    try:
        return supervisor.watch(
            lambda: redis_answers(server.url), limit_seconds=_LOAD_SECONDS, patience=0
        )
    except StartError as cause:
        reason = f"{cause}; the last line of {server.log} is: {server.last_words()}"
        raise StartError(reason) from cause


def _play_command(address: str) -> str:
    script, here = Path(sys.executable).with_name("kierki"), Path.cwd()
    shown = script.relative_to(here) if script.is_relative_to(here) else script
    return f"{shown} play" if address == _DEFAULT_ADDRESS else f"{shown} play --url {address}"
