"""A store is backed up while matches are played, restored elsewhere, and the matches go on."""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import redis
from msgspec import Struct

from service.embedded import server_binary
from tests.docs.blocks import blocks
from tests.fixtures.own_deals import short_game
from tests.fixtures.player import Guest, Guests, Json
from tests.fixtures.processes import bare_environ
from tests.fixtures.valkey import free_port, redis7_binary, serving
from tests.fixtures.waiting import eventually
from tests.fixtures.whole_service import whole_service
from tests.fixtures.worker_processes import Server, running

Restore = Callable[[Server, Path], None]
"""Takes a backup of a running server and makes a data directory of it."""


def by_snapshot(server: Server, data: Path) -> None:
    """Do what docs/operations.md says, with the two programs under the names that it uses."""
    tools = data.parent / "tools"
    tools.mkdir()
    redis7 = redis7_binary()
    assert redis7 is not None
    (tools / "valkey-cli").symlink_to(redis7.with_name("redis-cli"))
    (tools / "valkey-server").symlink_to(server_binary())
    said = [at.text for at in blocks("operations.md") if "valkey-cli" in at.text]
    assert len(said) == 2
    path = f"{tools}:{os.environ['PATH']}"
    done = subprocess.run(
        ("bash", "-euo", "pipefail", "-c", "".join(said)),
        cwd=data.parent,
        env=bare_environ(STORE=server.url, PORT=str(free_port())) | {"PATH": path},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    (data.parent / "restored").rename(data)


def by_log(server: Server, data: Path) -> None:
    """Copy the append-only log of a server that runs."""
    with redis.Redis.from_url(server.url) as client:
        client.config_set("auto-aof-rewrite-percentage", 0)
        folder = Path(str(client.config_get("dir")["dir"]))
    data.mkdir()
    shutil.copytree(folder / "appendonlydir", data / "appendonlydir")


class BackedUp(Struct):
    """What was known of two matches when a store was backed up, and where the backups lie.

    `told` is what came after `cursor` before the backups, `lost` the cursor of what came after.
    """

    place: Path
    guest: Guest
    match_id: str
    among_bots: str
    cursor: str
    told: list[Json]
    lost: str


@pytest.fixture(scope="module")
def backed_up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BackedUp]:
    """Back a store up in both ways while a guest plays and bots go on."""
    place, guests = tmp_path_factory.mktemp("backup"), Guests()
    (place / "first").mkdir()
    with running(Server(place / "first")) as server, _service(place, server.url) as url:
        guest = guests(url)
        match_id = guest.new_match(players=4, seed=7)
        cursor = _events(guest, match_id)[-1]["cursor"]
        _play(guest, match_id)
        told = _events(guest, match_id, cursor)
        among_bots = guest.new_match(sit=False, botPaceMs=1, **short_game(1))
        for restore in (by_snapshot, by_log):
            restore(server, place / restore.__name__)
        _play(guest, match_id)
        lost = _events(guest, match_id, cursor)[-1]["cursor"]
    yield BackedUp(place, guest, match_id, among_bots, cursor, told, lost)
    guests.close()


@pytest.mark.redis7
@pytest.mark.parametrize("restore", [by_snapshot, by_log])
def test_a_match_goes_on_from_a_backup_by_its_cursor(backed_up: BackedUp, restore: Restore) -> None:
    guest, match_id, place = backed_up.guest, backed_up.match_id, backed_up.place

    with _server(place / restore.__name__) as address, _service(place, address) as url:
        guest.at(url)
        again = _events(guest, match_id, backed_up.cursor)
        beyond = _events(guest, match_id, backed_up.lost)
        _play(guest, match_id)
        ended = eventually(
            lambda: guest.match(backed_up.among_bots)["status"] == "finished", seconds=240
        )

    told = backed_up.told
    assert told
    assert again[: len(told)] == told
    assert beyond[0]["kind"] == "snapshot"
    assert ended


@pytest.mark.redis7
def test_a_server_with_a_log_does_not_look_at_a_snapshot(tmp_path: Path) -> None:
    """The reason why the page restores in two steps."""
    first = tmp_path / "first"
    first.mkdir()
    with running(Server(first)) as server, redis.Redis.from_url(server.url) as client:
        client.set("key", "value")
        by_snapshot(server, tmp_path / "second")
    (tmp_path / "third").mkdir()
    shutil.copy(tmp_path / "kierki.rdb", tmp_path / "third" / "dump.rdb")

    found = []
    for folder in ("second", "third"):
        with _server(tmp_path / folder) as url, redis.Redis.from_url(url) as client:
            found.append(client.get("key"))

    assert found == [b"value", None]


def _events(guest: Guest, match_id: str, after: str | None = None) -> list[Json]:
    params = {} if after is None else {"after": after}
    answer = guest.http.get(f"/v1/matches/{match_id}/events", params=params)
    assert answer.status_code == 200, answer.text
    return [item for item in answer.json()["items"] if item["cursor"]]


def _play(guest: Guest, match_id: str) -> None:
    """Make the first move that is allowed, and wait until it is this guest's turn again."""
    match = guest.asked(match_id)
    answer = guest.submit(match_id, guest.request(match, match["legalMoves"]["moves"][0]))
    assert answer.status_code == 200, answer.text
    guest.asked(match_id)


@contextmanager
def _service(tmp_path: Path, url: str) -> Iterator[str]:
    with whole_service(tmp_path / "data", REDIS_URL=url) as service:
        yield service.url


@contextmanager
def _server(data: Path) -> Iterator[str]:
    """Run a store with its usual configuration on a data directory."""
    port = free_port()
    options = f"--port {port} --bind 127.0.0.1 --appendonly yes --logfile server.log"
    command = (str(server_binary()), *options.split(), "--save", "")
    with serving(command, data, port) as url:
        yield url
