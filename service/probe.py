"""Looks at a Redis from outside: whether it answers, and can be used."""

from urllib.parse import urlsplit

import redis

from service.errors import StartError
from service.store.schemes import node_url

_OLDEST_VERSION = (7, 0)
_REDIS_SECONDS = 2.0


def redis_answers(url: str) -> bool:
    """Say whether a server answers at the address by now; False also while it loads its log."""
    try:
        with client_for(url) as client:
            return bool(client.ping())
    except (redis.ConnectionError, redis.TimeoutError):
        return False


def check_redis(variable: str, url: str) -> None:
    """Raise StartError, naming the variable, unless its address is that of a usable server."""
    try:
        with client_for(url) as client:
            version = str(client.info("server")["redis_version"])
    except (redis.RedisError, OSError, TypeError, ValueError) as cause:
        # TypeError and ValueError: options in the address that the client does not know
        reason = f"{variable}: {without_secrets(url)} cannot be used: {cause}"
        raise StartError(reason) from cause
    if _numbers(version) < _OLDEST_VERSION:
        reason = f"{variable}: {without_secrets(url)} is Redis {version}; 7.0 or later is needed"
        raise StartError(reason)


def client_for(url: str) -> redis.Redis:
    """Return a client for a server, of a cluster for the node that the address names."""
    return redis.Redis.from_url(
        node_url(url),
        retry=None,
        socket_timeout=_REDIS_SECONDS,
        socket_connect_timeout=_REDIS_SECONDS,
    )


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".")[:2])


def without_secrets(url: str) -> str:
    """Return an address without user, password and options."""
    parts = urlsplit(url)
    place = parts.netloc.rpartition("@")[2] or parts.path
    return f"{parts.scheme}://{place}"
