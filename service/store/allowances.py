"""How much a client may still ask for, kept by the server for all processes."""

from collections.abc import Callable
from typing import Final, Protocol

import msgspec
from msgspec import Struct

from service.store.commands import Commands, load_script

SHARE: Final = 4  # one ask takes a quarter of what is left
_US_PER_MS: Final = 1_000


class Bucket(Struct, frozen=True):
    """One budget of one client: it gains a request each `interval_us`, up to `burst`."""

    key: str
    interval_us: int
    burst: int


class Grant(Struct, frozen=True, array_like=True):
    """What an ask has come to: so many requests, or the milliseconds after which there are."""

    given: int
    wait_ms: int


class Allowances(Protocol):
    """Keeps buckets."""

    async def take(self, bucket: Bucket, count: int) -> Grant:
        """Take a share of what is left, at least `count`; else nothing.

        A count above the bucket's burst is never given. Raises StoreUnavailableError.
        """
        ...


class ServerAllowances:
    """Implements `Allowances` on a server, by its time; never sends an ask twice."""

    def __init__(self, server: Commands) -> None:
        self._server = server
        self._take: Final = load_script("take")

    async def take(self, bucket: Bucket, count: int) -> Grant:
        """Take from a bucket in one round trip."""
        arguments = (bucket.interval_us, bucket.burst, count, SHARE)
        reply = await self._server.run(self._take, (bucket.key,), arguments)
        return msgspec.convert(reply, Grant)


class MemoryAllowances:
    """Implements `Allowances` in one process; `clock_us` counts microseconds."""

    def __init__(self, clock_us: Callable[[], int]) -> None:
        self._clock_us = clock_us
        self._full_at: dict[str, int] = {}

    async def take(self, bucket: Bucket, count: int) -> Grant:
        """Take from a bucket as the server's script does."""
        now = self._clock_us()
        full_at = max(self._full_at.get(bucket.key, 0), now)
        spare = now + bucket.burst * bucket.interval_us - full_at
        left = spare // bucket.interval_us
        if left < count:
            return Grant(0, -(-(count * bucket.interval_us - spare) // _US_PER_MS))
        given = max(count, left // SHARE)
        self._full_at[bucket.key] = full_at + given * bucket.interval_us
        return Grant(given, 0)
