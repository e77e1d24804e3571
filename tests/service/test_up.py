"""`kierki up` as a whole: real processes and a real Valkey, stand-ins for the other children."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import redis

from service.config import Settings
from service.data_dir import DataDirectory
from service.up import greeting
from tests.fixtures import fake_children
from tests.fixtures.processes import bare_environ, is_alive
from tests.fixtures.waiting import eventually

_ROOT = Path(__file__).parents[2]
_CHILDREN = ("api", "worker people", "worker background", "worker clock", "clock")


class Running:
    """A `kierki up` that is under way, and what its children noted."""

    def __init__(self, process: subprocess.Popen[str], notes: Path) -> None:
        self.process = process
        self._notes = notes

    def greeting(self) -> str:
        """Wait for the first line that it prints, and return it."""
        assert self.process.stdout is not None
        return self.process.stdout.readline().rstrip()

    def address(self) -> str:
        """Wait until it is ready and return the address of its API."""
        return self.greeting().removeprefix("Kierki is ready at ")

    def starts_of(self, name: str) -> list[int]:
        """Return the processes of a child, in the order in which they started."""
        return [int(word) for child, word in self._journal() if child == name and word.isdigit()]

    def stopped(self) -> list[str]:
        """Return the children that were asked to stop, in that order."""
        return [child for child, word in self._journal() if word == "stopped"]

    def redis_url(self) -> str:
        """Return the address of the store that the children were given."""
        return (self._notes / "urls").read_text().split()[0]

    def queue_url(self) -> str:
        """Return the address of the queues that the children were given."""
        return (self._notes / "urls").read_text().split()[1]

    def written(self) -> str:
        """Return the codec that the children were told to write."""
        return (self._notes / "urls").read_text().split()[2]

    def ports(self) -> list[str]:
        """Return the line of each child that was given a port for its metrics."""
        return (self._notes / "ports").read_text().splitlines()

    def _journal(self) -> list[tuple[str, str]]:
        path = self._notes / "journal"
        lines = path.read_text().splitlines() if path.exists() else []
        return [(line.rpartition(" ")[0], line.rpartition(" ")[2]) for line in lines]


def test_one_command_brings_up_every_part_and_says_where(tmp_path: Path) -> None:
    with _up(tmp_path) as service:
        address = service.address()

        assert _status(address) == 200
        assert eventually(lambda: all(len(service.starts_of(name)) == 1 for name in _CHILDREN))
        assert service.queue_url() == service.redis_url()
        with redis.Redis.from_url(service.redis_url()) as client:
            assert client.ping()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_everything_in_order(tmp_path: Path, number: signal.Signals) -> None:
    with _up(tmp_path) as service:
        service.address()
        assert eventually(lambda: all(service.starts_of(name) for name in _CHILDREN))
        processes = _processes(service)
        began = time.monotonic()

        service.process.send_signal(number)

        assert service.process.wait(10) == 0
        assert time.monotonic() - began < 10
        assert service.stopped()[0] == "api"
        assert sorted(service.stopped()) == sorted(_CHILDREN)
        assert not any(map(is_alive, processes))


def test_every_killed_child_comes_back(tmp_path: Path) -> None:
    with _up(tmp_path) as service:
        address = service.address()
        assert eventually(lambda: all(service.starts_of(name) for name in _CHILDREN))

        for name in _CHILDREN:
            os.kill(service.starts_of(name)[0], signal.SIGKILL)

        assert eventually(lambda: all(len(service.starts_of(name)) == 2 for name in _CHILDREN))
        assert _status(address) == 200


def test_a_killed_store_comes_back_at_its_address_with_what_it_held(tmp_path: Path) -> None:
    with _up(tmp_path) as service:
        service.address()
        assert eventually(lambda: len(service.starts_of("clock")) == 1)
        before = _store_process(service)
        _set(service, "match", "kept")

        os.kill(before, signal.SIGKILL)

        assert eventually(lambda: _get(service, "match") == b"kept")
        assert _store_process(service) != before


def test_nothing_survives_a_killed_supervisor_and_the_next_start_finds_everything(
    tmp_path: Path,
) -> None:
    with _up(tmp_path) as service:
        service.address()
        assert eventually(lambda: all(service.starts_of(name) for name in _CHILDREN))
        processes = _processes(service)
        _set(service, "match", "kept")

        service.process.kill()

        assert eventually(lambda: not any(map(is_alive, processes)))

    with _up(tmp_path) as again:
        again.address()
        assert eventually(lambda: len(again.starts_of("clock")) == 1)
        assert _get(again, "match") == b"kept"


def test_a_child_that_does_not_start_ends_everything_with_one_line(tmp_path: Path) -> None:
    with _up(tmp_path, FAKE_BROKEN="api") as service:
        assert service.process.wait(30) == 1
        assert _last_line_of_errors(service) == "kierki: api does not start: it ended with 3"

    DataDirectory(tmp_path / "data", leftover_seconds=0.0).close()


def test_a_store_that_does_not_start_is_explained_in_one_line(tmp_path: Path) -> None:
    log = tmp_path / "data" / "appendonlydir"
    log.mkdir(parents=True)
    (log / "appendonly.aof.manifest").write_text("nonsense\n")

    with _up(tmp_path) as service:
        assert service.process.wait(30) == 1
        assert _last_line_of_errors(service) == (
            f"kierki: valkey does not start: it ended with 1; the last line of "
            f"{tmp_path / 'data' / 'valkey.log'} is: Invalid AOF manifest file format"
        )


def test_a_second_service_on_the_same_data_is_refused_and_the_first_runs_on(
    tmp_path: Path,
) -> None:
    with _up(tmp_path) as first:
        address = first.address()
        with _up(tmp_path) as second:
            assert second.process.wait(30) == 1
            assert _last_line_of_errors(second) == (
                f"kierki: {tmp_path / 'data'} is in use by another `kierki up` "
                f"(process {first.process.pid})"
            )

        assert _status(address) == 200


def test_a_taken_port_ends_everything_with_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        with _up(tmp_path, PORT=port) as service:
            assert service.process.wait(30) == 1
            assert _last_line_of_errors(service) == (
                f"kierki: PORT: cannot listen on 127.0.0.1 port {port}: Address already in use"
            )

    DataDirectory(tmp_path / "data", leftover_seconds=0.0).close()


@pytest.mark.parametrize("variable", ["REDIS_URL", "QUEUE_URL"])
def test_a_named_server_that_does_not_answer_ends_everything_with_one_line(
    tmp_path: Path, variable: str
) -> None:
    with _up(tmp_path, **{variable: "redis://:secret@127.0.0.1:1/0"}) as service:
        assert service.process.wait(30) == 1
        assert _last_line_of_errors(service) == (
            f"kierki: {variable}: redis://127.0.0.1:1 cannot be used: "
            "Error 111 connecting to 127.0.0.1:1. Connection refused."
        )

    assert not (tmp_path / "notes" / "journal").exists()


def test_a_named_server_is_used_instead_of_the_embedded_one(
    tmp_path: Path, empty_valkey_url: str
) -> None:
    with _up(tmp_path, REDIS_URL=empty_valkey_url) as service:
        service.address()
        assert eventually(lambda: len(service.starts_of("clock")) == 1)

        assert (service.redis_url(), service.queue_url()) == (empty_valkey_url, empty_valkey_url)
        assert service.written() == "previous"
        assert not (tmp_path / "data").exists()


def test_the_queues_may_lie_elsewhere_than_the_embedded_store(
    tmp_path: Path, empty_valkey_url: str
) -> None:
    with _up(tmp_path, QUEUE_URL=empty_valkey_url) as service:
        service.address()
        assert eventually(lambda: len(service.starts_of("clock")) == 1)

        assert service.queue_url() == empty_valkey_url
        assert service.redis_url() != empty_valkey_url
        assert service.written() == "newest"


def test_a_codec_that_is_set_is_written_to_the_embedded_store(tmp_path: Path) -> None:
    with _up(tmp_path, KIERKI_CODEC="previous") as service:
        service.address()
        assert eventually(lambda: len(service.starts_of("clock")) == 1)

        assert service.written() == "previous"


def test_the_greeting_shows_what_to_do_next() -> None:
    text = greeting("http://127.0.0.1:8000", Settings.from_env({}), pages=True)

    assert text.count("\n") < 15
    assert text.startswith("Kierki is ready at http://127.0.0.1:8000\n")
    assert "\nPlay: http://127.0.0.1:8000/play/\n" in text
    assert "curl -s -X POST http://127.0.0.1:8000/v1/guests" in text
    assert "kierki play\n" in text
    assert "GraphiQL: http://127.0.0.1:8000/graphql" in text


def test_a_service_elsewhere_is_named_to_the_player() -> None:
    text = greeting("http://127.0.0.1:8001", Settings.from_env({}), pages=True)

    assert "kierki play --url http://127.0.0.1:8001\n" in text


def test_the_greeting_says_that_the_pages_are_missing_or_nothing_of_unwanted_ones() -> None:
    missing = greeting("http://127.0.0.1:8000", Settings.from_env({}), pages=False)
    unwanted = greeting(
        "http://127.0.0.1:8000", Settings.from_env({"KIERKI_PAGES": "off"}), pages=True
    )

    assert "python clients/build.py builds it" in missing
    assert "/play/" not in missing + unwanted
    assert "build.py" not in unwanted


def test_production_has_no_graphiql_to_point_at() -> None:
    settings = Settings.from_env({"KIERKI_ENV": "production"})

    assert "GraphiQL" not in greeting("http://127.0.0.1:8000", settings, pages=True)


def test_each_worker_and_the_clock_get_a_port_of_their_own_for_their_metrics(
    tmp_path: Path,
) -> None:
    with _up(tmp_path, KIERKI_METRICS_PORT="9100") as service:
        service.address()
        assert eventually(lambda: all(service.starts_of(name) for name in _CHILDREN))

        assert sorted(service.ports()) == [
            "api 9100",
            "clock 9103",
            "worker background 9101",
            "worker clock 9102",
            "worker people 9100",
        ]


def test_children_get_addresses_by_value_and_no_file_to_beat_in(
    tmp_path: Path, empty_valkey_url: str
) -> None:
    file = tmp_path / "url"
    file.write_text(f"{empty_valkey_url}\n")

    with _up(
        tmp_path,
        REDIS_URL_FILE=str(file),
        KIERKI_HEARTBEAT_FILE=str(tmp_path / "heartbeat"),
        KIERKI_METRICS_PORT="9100",
    ) as service:
        service.address()
        assert eventually(lambda: all(service.starts_of(name) for name in _CHILDREN))

        assert service.redis_url() == service.queue_url() == empty_valkey_url
        assert not [line for line in service.ports() if line.endswith("heartbeat")]


@contextmanager
def _up(tmp_path: Path, **environ: str) -> Iterator[Running]:
    notes = tmp_path / "notes"
    notes.mkdir(exist_ok=True)
    for file in notes.iterdir():
        file.unlink()
    defaults = {"KIERKI_DATA_DIR": str(tmp_path / "data"), "FAKE_NOTES": str(notes), "PORT": "0"}
    process = subprocess.Popen(
        (sys.executable, fake_children.__file__, "up"),
        env=bare_environ(PYTHONPATH=str(_ROOT)) | defaults | environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        try:
            yield Running(process, notes)
        finally:
            process.terminate()


def _status(address: str) -> int:
    with urllib.request.urlopen(f"{address}/readyz", timeout=5) as answer:
        return int(answer.status)


def _last_line_of_errors(service: Running) -> str:
    assert service.process.stderr is not None
    return service.process.stderr.read().splitlines()[-1]


def _processes(service: Running) -> list[int]:
    children = [process for name in _CHILDREN for process in service.starts_of(name)]
    return [*children, _store_process(service)]


def _store_process(service: Running) -> int:
    with redis.Redis.from_url(service.redis_url()) as client:
        return int(client.info("server")["process_id"])


def _set(service: Running, key: str, value: str) -> None:
    with redis.Redis.from_url(service.redis_url()) as client:
        client.set(key, value)


def _get(service: Running, key: str) -> object:
    try:
        with redis.Redis.from_url(service.redis_url(), retry=None) as client:
            return client.get(key)
    except redis.ConnectionError:
        return None
