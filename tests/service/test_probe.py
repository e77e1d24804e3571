"""What is said about a server that cannot be used, and what is kept quiet."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from service.api_probe import api_is_ready
from service.embedded import server_binary
from service.errors import StartError
from service.probe import check_redis, redis_answers
from tests.fixtures.valkey import running_server


def test_a_running_server_answers_and_passes(server_url: str) -> None:
    assert redis_answers(server_url)
    check_redis("REDIS_URL", server_url)


def test_a_server_that_is_not_there_is_named_without_its_password() -> None:
    with _closed_port() as port:
        url = f"redis://:secret@127.0.0.1:{port}/0"

        assert not redis_answers(url)
        with pytest.raises(StartError) as refusal:
            check_redis("QUEUE_URL", url)

    assert str(refusal.value) == (
        f"QUEUE_URL: redis://127.0.0.1:{port} cannot be used: "
        f"Error 111 connecting to 127.0.0.1:{port}. Connection refused."
    )


def test_a_wrong_password_is_named_and_not_shown(valkey_url: str) -> None:
    place = valkey_url.removeprefix("redis://").removesuffix("/0")

    with pytest.raises(StartError, match=r"^REDIS_URL: .* cannot be used: ") as refusal:
        check_redis("REDIS_URL", f"redis://ala:secret@{place}/0")

    assert "secret" not in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("db=first", "Invalid value for 'db' in connection URL."),
        ("nonsense=1", "AbstractConnection.__init__() got an unexpected keyword argument"),
    ],
)
def test_an_option_that_the_client_does_not_know_is_a_refusal(query: str, reason: str) -> None:
    with pytest.raises(StartError) as refusal:
        check_redis("REDIS_URL", f"redis://127.0.0.1:1/0?{query}")

    assert reason in str(refusal.value)


def test_a_server_at_a_unix_socket_answers_and_passes(tmp_path: Path) -> None:
    path = tmp_path / "socket"

    with running_server(server_binary(), tmp_path, "--unixsocket", str(path)):
        assert redis_answers(f"unix://{path}?db=1")
        check_redis("REDIS_URL", f"unix://{path}?db=1")


def test_a_socket_file_that_is_not_there_is_named_by_its_path() -> None:
    with pytest.raises(StartError) as refusal:
        check_redis("REDIS_URL", "unix:///nowhere/redis.sock?password=secret")

    assert str(refusal.value) == (
        "REDIS_URL: unix:///nowhere/redis.sock cannot be used: "
        "Error 2 connecting to /nowhere/redis.sock. No such file or directory."
    )


def test_a_server_older_than_7_0_is_refused() -> None:
    with _server_that_says("redis_version:6.2.14\r\n") as port, pytest.raises(StartError) as no:
        check_redis("REDIS_URL", f"redis://127.0.0.1:{port}?protocol=2")

    assert str(no.value) == (
        f"REDIS_URL: redis://127.0.0.1:{port} is Redis 6.2.14; 7.0 or later is needed"
    )


def test_an_api_that_does_not_listen_is_not_ready() -> None:
    with _closed_port() as port:
        assert not api_is_ready(f"http://127.0.0.1:{port}")


@contextmanager
def _closed_port() -> Iterator[int]:
    """Give a port that is taken but answers nobody."""
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        yield holder.getsockname()[1]


@contextmanager
def _server_that_says(info: str) -> Iterator[int]:
    """Give the port of a server that answers INFO with the text and knows nothing else."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=_answer_one_client, args=(listener, info))
        thread.start()
        yield listener.getsockname()[1]
        thread.join(10)


def _answer_one_client(listener: socket.socket, info: str) -> None:
    client, _ = listener.accept()
    with client:
        while request := client.recv(65_536):
            for _ in range(request.count(b"*")):
                known = b"INFO" in request
                client.sendall(
                    f"${len(info)}\r\n{info}\r\n".encode() if known else b"-ERR unknown command\r\n"
                )
