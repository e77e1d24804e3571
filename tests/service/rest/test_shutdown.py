"""An API process that is told to end ends its streams first, and is gone within seconds."""

import signal
import socket
import time

import httpx
import pytest

from tests.fixtures.api import api

STOP_SECONDS = 5.0


def new_match(client: httpx.Client) -> str:
    """Make a guest, who stays in the client, and his match; return the match's address."""
    token = client.post("/v1/guests", json={"name": "Ada"}).json()["token"]
    client.headers["Authorization"] = f"Bearer {token}"
    return f"/v1/matches/{client.post('/v1/matches', json={}).json()['id']}"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_process_with_open_streams_ends_them_and_itself(
    empty_valkey_url: str, number: signal.Signals
) -> None:
    events = {"Accept": "text/event-stream"}
    with api(empty_valkey_url) as (process, url), httpx.Client(base_url=url) as client:
        path = new_match(client)
        with client.stream("GET", f"{path}/events", headers=events) as stream:
            pieces = stream.iter_text()
            assert next(pieces).startswith("retry: ")
            assert '"kind":"snapshot"' in next(pieces)

            asked = time.monotonic()
            process.send_signal(number)
            rest = "".join(pieces)
            process.wait(STOP_SECONDS)
            took = time.monotonic() - asked

    assert rest.startswith("retry: ")
    assert took < STOP_SECONDS
    assert process.returncode in {0, -signal.SIGTERM, 130}  # as the signal has it


def test_a_page_that_waits_is_answered_before_the_process_ends(empty_valkey_url: str) -> None:
    with api(empty_valkey_url) as (process, url), httpx.Client(base_url=url) as client:
        path = new_match(client)
        request = client.build_request("GET", f"{path}/events?after=1&wait=25")
        with socket.create_connection((request.url.host, request.url.port or 0)) as connection:
            connection.settimeout(STOP_SECONDS)
            head = f"GET {request.url.raw_path.decode()} HTTP/1.1\r\nHost: kierki.test\r\n\r\n"
            connection.sendall(head.encode())
            client.get("/livez")  # the process has read what came before
            process.send_signal(signal.SIGTERM)
            answer = b"".join(iter(lambda: connection.recv(65_536), b""))
        process.wait(STOP_SECONDS)

    assert answer.startswith(b"HTTP/1.1 503 ")
    assert b'"code":"BUSY"' in answer
