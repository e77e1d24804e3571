"""Where a request comes from, and whom to believe about it."""

import pytest
from starlette.types import Scope

from service.limits.address import client_address


def scope(peer: str | None, *forwarded: str) -> Scope:
    headers = [(b"x-forwarded-for", text.encode()) for text in forwarded]
    return {"type": "http", "client": None if peer is None else (peer, 1234), "headers": headers}


@pytest.mark.parametrize(
    ("peer", "address"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("testclient", "unknown"),
        (None, "unknown"),
    ],
)
def test_the_sockets_address_counts(peer: str | None, address: str) -> None:
    assert client_address(scope(peer, "198.51.100.1"), 0) == address


def test_one_household_of_ipv6_is_one_client() -> None:
    addresses = {client_address(scope(f"2001:db8::{at}"), 0) for at in ("1", "2", "ffff")}

    assert addresses == {"2001:db8::/64"}


@pytest.mark.parametrize(
    ("forwarded", "trusted", "address"),
    [
        (("198.51.100.1",), 1, "198.51.100.1"),
        (("203.0.113.9, 198.51.100.1",), 1, "198.51.100.1"),
        (("203.0.113.9", "198.51.100.1"), 1, "198.51.100.1"),
        (("203.0.113.9, 198.51.100.1, 10.0.0.1",), 2, "198.51.100.1"),
        (("198.51.100.1:4711",), 1, "198.51.100.1"),
        (("[2001:db8::1]:4711",), 1, "2001:db8::/64"),
        (("nonsense",), 1, "unknown"),
        (("",), 1, "unknown"),
        (("198.51.100.1",), 2, "192.0.2.7"),
        ((), 2, "192.0.2.7"),
    ],
)
def test_trusted_proxies_say_whom_they_were_called_by(
    forwarded: tuple[str, ...], trusted: int, address: str
) -> None:
    assert client_address(scope("192.0.2.7", *forwarded), trusted) == address


def test_no_proxy_is_believed_unasked() -> None:
    assert client_address(scope("192.0.2.7", "198.51.100.1"), 0) == "192.0.2.7"
