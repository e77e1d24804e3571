"""The port at which a process without other addresses shows its metrics."""

import socket

import httpx
import pytest

from service.errors import StartError
from service.metrics import Metrics
from service.metrics_server import shown
from tests.fixtures.valkey import free_port

HOST = "127.0.0.1"


def test_the_metrics_are_shown_while_the_process_runs() -> None:
    metrics, port = Metrics(), free_port()
    metrics.lost_races.inc()

    with shown(metrics, HOST, port):
        answer = httpx.get(f"http://{HOST}:{port}/metrics")

    assert "kierki_lost_races_total 1.0" in answer.text
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"http://{HOST}:{port}/metrics")


def test_without_a_port_nothing_is_served() -> None:
    with shown(Metrics(), HOST, None):
        pass


def test_a_port_that_is_taken_is_named_with_its_setting() -> None:
    with socket.create_server((HOST, 0)) as taken:
        port = taken.getsockname()[1]
        with (
            pytest.raises(StartError, match=rf"^KIERKI_METRICS_PORT: .* {port}$"),
            shown(Metrics(), HOST, port),
        ):
            pass
