"""The API's socket: where it listens and what it is called from outside."""

import socket

import pytest

from service.config import Settings
from service.errors import StartError
from service.listening import base_url, handed, listen


def test_port_0_takes_a_free_port_and_the_address_names_it() -> None:
    with listen(Settings.from_env({"PORT": "0"})) as listener:
        port = listener.getsockname()[1]

        assert port > 0
        assert base_url(listener) == f"http://127.0.0.1:{port}"
        socket.create_connection(("127.0.0.1", port)).close()


def test_a_socket_for_every_address_is_reached_on_loopback() -> None:
    with listen(Settings.from_env({"KIERKI_HOST": "0.0.0.0", "PORT": "0"})) as listener:
        assert base_url(listener) == f"http://127.0.0.1:{listener.getsockname()[1]}"


def test_the_sixth_version_of_the_protocol_stands_in_brackets() -> None:
    with listen(Settings.from_env({"KIERKI_HOST": "::1", "PORT": "0"})) as listener:
        assert base_url(listener) == f"http://[::1]:{listener.getsockname()[1]}"


def test_a_taken_port_is_named() -> None:
    with listen(Settings.from_env({"PORT": "0"})) as first:
        port = first.getsockname()[1]
        with pytest.raises(StartError) as refusal:
            listen(Settings.from_env({"PORT": str(port)}))

    assert str(refusal.value) == (
        f"PORT: cannot listen on 127.0.0.1 port {port}: Address already in use"
    )


def test_a_host_that_is_not_this_machine_is_named() -> None:
    settings = Settings.from_env({"KIERKI_HOST": "192.0.2.1", "PORT": "0"})

    with pytest.raises(StartError) as refusal:
        listen(settings)

    assert str(refusal.value) == (
        "KIERKI_HOST: cannot listen on 192.0.2.1 port 0: Cannot assign requested address"
    )


def test_a_host_that_no_one_knows_is_named() -> None:
    settings = Settings.from_env({"KIERKI_HOST": "no-such-host.invalid", "PORT": "0"})

    with pytest.raises(StartError, match=r"^KIERKI_HOST: cannot listen on no-such-host\.invalid"):
        listen(settings)


def test_a_socket_that_is_handed_over_is_listened_on() -> None:
    with listen(Settings.from_env({"PORT": "0"})) as listener:
        same = handed(listener.fileno())

        assert base_url(same) == base_url(listener)
        same.detach()


def test_a_number_that_is_no_listening_socket_is_named() -> None:
    with socket.socket() as idle:
        for descriptor in (idle.fileno(), 0, -1, 1_000_000):
            with pytest.raises(StartError) as refusal:
                handed(descriptor)

            assert str(refusal.value) == f"--fd: {descriptor} is no open listening socket"
        assert idle.getsockname() == ("0.0.0.0", 0)
