"""A request to stop is a flag; a sleep ends soon after it."""

import os
import signal

import pytest

from workers.stop import Stop


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_is_a_request(stop: Stop, number: signal.Signals) -> None:
    assert not stop.requested

    os.kill(os.getpid(), number)

    assert stop.requested


def test_a_sleep_is_over_after_a_request(stop: Stop) -> None:
    stop.requested = True

    stop.sleep(3_600)


def test_a_sleep_lasts_as_long_as_asked(stop: Stop) -> None:
    stop.sleep(0.001)

    assert not stop.requested
