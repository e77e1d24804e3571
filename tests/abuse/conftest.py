"""One service for all tests of a module, as an operator runs it behind one proxy."""

import itertools
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec import Struct

from service.embedded import server_binary
from tests.fixtures.api import ROOT, answers
from tests.fixtures.processes import bare_environ
from tests.fixtures.untrusting import nobody_trusted
from tests.fixtures.valkey import running_server
from tests.fixtures.waiting import eventually

WAIT_SECONDS = 20.0
READS_AT_ONCE = 400

# Any: the JSON of an answer.
Json = dict[str, Any]


class Service(Struct):
    """A running API process, and the file into which it writes its log."""

    host: str
    port: int
    log: Path

    @property
    def url(self) -> str:
        """Return the address without a slash at the end."""
        return f"http://{self.host}:{self.port}"

    def logged(self) -> str:
        """Return what has been written so far."""
        return self.log.read_text(encoding="utf-8")

    def connection(self) -> socket.socket:
        """Return a connection on which nothing was said yet."""
        return socket.create_connection((self.host, self.port), timeout=WAIT_SECONDS)


class Guest(Struct):
    """An account, and a client that speaks for it from an address of its own."""

    id: str
    token: str
    http: httpx.Client

    def post(self, path: str, body: Json | None = None) -> Json:
        """Send what must succeed and return the answer."""
        answer = self.http.post(path, json=body or {})
        assert answer.is_success, answer.text
        found: Json = answer.json()
        return found

    def match(self, **choices: object) -> str:
        """Make a match and return its id."""
        return str(self.post("/v1/matches", choices)["id"])


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """Give the service of the module."""
    directory = tmp_path_factory.mktemp("abuse")
    with running_server(server_binary(), directory) as store:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            host, port = listener.getsockname()
            found = Service(host, port, directory / "api.log")
            with found.log.open("wb") as log:
                process = subprocess.Popen(
                    (sys.executable, "-m", "service", "api", "--fd", str(listener.fileno())),
                    cwd=ROOT,
                    env=bare_environ(
                        REDIS_URL=store,
                        HOME="/nonexistent",
                        KIERKI_ENV="production",
                        KIERKI_LOG_LEVEL="debug",
                        KIERKI_TRUSTED_PROXIES="1",
                        KIERKI_RATE_READS=f"60:{READS_AT_ONCE}",
                    ),
                    pass_fds=(listener.fileno(),),
                    stderr=log,
                )
        try:
            assert eventually(lambda: answers(found.url), seconds=60)
            yield found
        finally:
            process.kill()
            process.wait()


_ADDRESSES = (f"198.51.100.{last}" for last in itertools.count(1))


@pytest.fixture
def nobody(service: Service) -> Iterator[httpx.Client]:
    """Give a client without an account, from an address of its own."""
    headers = {"X-Forwarded-For": next(_ADDRESSES)}
    with httpx.Client(
        base_url=service.url, headers=headers, timeout=WAIT_SECONDS, verify=nobody_trusted()
    ) as client:
        yield client


@pytest.fixture
def arrive(service: Service) -> Iterator[Callable[[str], Guest]]:
    """Give a function that makes a guest of a name."""
    clients: list[httpx.Client] = []

    def made(name: str) -> Guest:
        headers = {"X-Forwarded-For": next(_ADDRESSES)}
        client = httpx.Client(
            base_url=service.url, headers=headers, timeout=WAIT_SECONDS, verify=nobody_trusted()
        )
        clients.append(client)
        found = client.post("/v1/guests", json={"name": name}).json()
        client.headers["Authorization"] = f"Bearer {found['token']}"
        return Guest(found["player"]["id"], found["token"], client)

    yield made
    for client in clients:
        with closing(client):
            pass
