"""Where a server is and how it lets us in: an address, as redis-py reads it.

One reading of addresses and of their options serves the connection of all callers and the one
for subscriptions.
"""

import socket
import ssl
from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct
from redis.asyncio import ConnectionPool
from redis.asyncio.connection import SSLConnection, UnixDomainSocketConnection

PATIENCE_S: Final = 2.0  # far above a slow disk's flush, below a person's patience


class Address(Struct, frozen=True):
    """What an address says; `greeting` are the commands by which a server lets us in.

    `path` is that of a unix socket, and then host and port are of no matter. `keepalive` are
    options of the socket: level, name, value. A connection is waited for `connect_s` seconds, a
    reply `reply_s`.
    """

    host: str
    port: int
    path: str | None
    tls: ssl.SSLContext | None
    greeting: tuple[tuple[str | int, ...], ...]
    keepalive: tuple[tuple[int, int, int | bytes], ...]
    connect_s: float
    reply_s: float


def read_address(url: str, patience_s: float) -> Address:
    """Read an address; its options `socket_timeout` and `socket_connect_timeout` come first.

    Reads the files of certificates that it names. Raises OSError for those that cannot be read,
    and TypeError, ValueError or RedisError, as redis-py does, for what it does not know.
    """
    make: Callable[[], Any] = _pool(url, patience_s).make_connection
    made = make()
    is_unix = isinstance(made, UnixDomainSocketConnection)
    return Address(
        host="" if is_unix else made.host,
        port=0 if is_unix else made.port,
        path=made.path if is_unix else None,
        tls=made.ssl_context.get() if isinstance(made, SSLConnection) else None,
        greeting=_greeting(made),
        keepalive=() if is_unix else _keepalive(made),
        connect_s=made.socket_connect_timeout,
        reply_s=made.socket_timeout,
    )


def _pool(url: str, patience_s: float) -> ConnectionPool:
    """Return what redis-py makes of an address; it makes connections, and connects none."""
    return ConnectionPool.from_url(
        url,
        socket_timeout=patience_s,
        socket_connect_timeout=patience_s,
        driver_info=None,
    )


def _greeting(made: Any) -> tuple[tuple[str | int, ...], ...]:  # Any: redis-py types nothing here
    """Return what to say to a server before anything else."""
    greeting: list[tuple[str | int, ...]] = []
    if made.username:
        greeting.append(("AUTH", made.username, made.password or ""))
    elif made.password:
        greeting.append(("AUTH", made.password))
    if made.client_name:
        greeting.append(("CLIENT", "SETNAME", made.client_name))
    if made.db:
        greeting.append(("SELECT", made.db))
    return tuple(greeting)


def _keepalive(made: Any) -> tuple[tuple[int, int, int | bytes], ...]:  # Any: as above
    """Return the options of a socket that has a silent peer noticed, as the address wants it."""
    if not made.socket_keepalive:
        return ()
    more = made.socket_keepalive_options.items()
    on = (socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    return (on, *((socket.IPPROTO_TCP, option, value) for option, value in more))
