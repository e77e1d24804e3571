"""Where a request comes from: the socket's address, or what trusted proxies say of it."""

import ipaddress
from typing import Final

from starlette.datastructures import Headers
from starlette.types import Scope

UNKNOWN: Final = "unknown"
_SITE_BITS: Final = 64  # of an IPv6 address; the rest is for one household to choose


def client_address(scope: Scope, trusted_proxies: int) -> str:
    """Return the client's IPv4 address or the /64 of its IPv6 address; `unknown` for no address.

    Each proxy adds to X-Forwarded-For whom it was called by, so of what N trusted ones say the
    N-th from the end is true, and everything before it is the client's own invention. A shorter
    list did not pass all of them: then the socket's address counts.
    """
    if trusted_proxies:
        said = ",".join(Headers(scope=scope).getlist("X-Forwarded-For")).split(",")
        if len(said) >= trusted_proxies:
            return _site(said[-trusted_proxies].strip())
    client = scope.get("client")
    return _site(client[0]) if client else UNKNOWN


def _site(text: str) -> str:
    try:
        address = ipaddress.ip_address(_without_port(text))
    except ValueError:
        return UNKNOWN
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address.packed, _SITE_BITS), strict=False))


def _without_port(text: str) -> str:
    """Return an address as some proxies write it, `1.2.3.4:5` or `[::1]:5`, without its port."""
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0] if text.count(":") == 1 else text
