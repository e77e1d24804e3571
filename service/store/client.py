"""The store's client for the server, on redis-py: its pool, its time limits, its errors.

redis-py 8 waits five seconds and repeats a command ten times unless told otherwise; a repeated
write runs twice. Here nothing is repeated.
"""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from redis import exceptions as faults
from redis.asyncio import BlockingConnectionPool, ConnectionPool, Redis
from redis.asyncio.client import Pipeline
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from service.store.commands import Argument, Reply, Script, SlotsApartError
from service.store.errors import StoreError, StoreFullError, StoreUnavailableError

PATIENCE_S: Final = 2.0  # far above a slow disk's flush, below a person's patience
_CONNECTIONS: Final = 50

_UNAVAILABLE: Final = (
    faults.ConnectionError,
    faults.TimeoutError,
    faults.ReadOnlyError,
    faults.MasterDownError,
    faults.ClusterDownError,
)
_UNAVAILABLE_CODES: Final = ("MISCONF", "NOREPLICAS", "BUSY")


class RedisPyCommands:
    """Implements `Commands` on a pool of connections; connects at first use.

    An answer, like a connection that another call has to give back first, is waited for
    `patience_s` seconds.
    """

    def __init__(self, url: str, *, patience_s: float = PATIENCE_S) -> None:
        self._pool = BlockingConnectionPool.from_url(
            url, max_connections=_CONNECTIONS, timeout=patience_s, **_options(patience_s)
        )
        redis = Redis(connection_pool=self._pool)
        redis.response_callbacks.clear()  # replies as the server sends them
        self._execute: Callable[..., Awaitable[Reply]] = redis.execute_command
        self._pipeline: Callable[[], Pipeline] = lambda: redis.pipeline(transaction=False)

    async def call(self, *command: Argument) -> Reply:
        """Run one command."""
        with _store_errors():
            return await self._execute(*command)

    async def run(
        self, script: Script, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> Reply:
        """Run a script; a server that has not seen it is sent its text."""
        try:
            return await self.call("EVALSHA", script.sha1, len(keys), *keys, *arguments)
        except faults.NoScriptError:
            return await self.call("EVAL", script.text, len(keys), *keys, *arguments)

    async def call_asking(self, *command: Argument) -> Reply:
        """Run one command on a slot that a cluster moves to this node."""
        pipeline = self._pipeline()
        pipeline.execute_command("ASKING")
        pipeline.execute_command(*command)
        with _store_errors():
            _, reply = await pipeline.execute()
        return reply

    async def run_asking(
        self, script: Script, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> Reply:
        """Run a script on a slot that a cluster moves to this node."""
        return await self.call_asking("EVAL", script.text, len(keys), *keys, *arguments)

    async def run_each(
        self, script: Script, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> list[Reply]:
        """Run a script once for each key, all in one round trip."""
        tried = await self.try_each(script, keys, arguments)
        return [
            await self.run(script, (key,), arguments) if isinstance(reply, Exception) else reply
            for key, reply in zip(keys, tried, strict=True)
        ]

    async def try_each(
        self, script: Script, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> list[Reply]:
        """Do the same, with an error of redis-py in the place of what was refused."""
        pipeline = self._pipeline()
        for key in keys:
            pipeline.execute_command("EVALSHA", script.sha1, 1, key, *arguments)
        with _store_errors():
            return list(await pipeline.execute(raise_on_error=False))

    async def close(self) -> None:
        """Close every connection."""
        await self._pool.aclose()


def subscriber_pool(url: str) -> ConnectionPool:
    """Return where connections for subscriptions are made; who reads them says how long."""
    return ConnectionPool.from_url(url, **_options(PATIENCE_S))


def _options(patience_s: float) -> dict[str, Any]:  # Any: redis-py takes its options untyped
    return {
        "socket_timeout": patience_s,
        "socket_connect_timeout": patience_s,
        "retry": Retry(NoBackoff(), 0),
        "protocol": 2,
        "driver_info": None,  # saves two commands on each new connection
    }


@contextmanager
def _store_errors() -> Iterator[None]:
    """Raise for each error of redis-py what it means to the store, if it means something."""
    try:
        yield
    except faults.RedisError as cause:
        error = _store_error(cause)
        if error is None:
            raise
        raise error from cause


def _store_error(cause: faults.RedisError) -> StoreError | None:
    """Return what an error of redis-py means to the store; nothing for a fault of our own."""
    if isinstance(cause, faults.OutOfMemoryError):
        return StoreFullError("the server has no memory left for writes")
    if isinstance(cause, faults.ClusterCrossSlotError):
        return SlotsApartError("the keys lie in several slots")
    busy = isinstance(cause, faults.ResponseError) and str(cause).startswith(_UNAVAILABLE_CODES)
    if busy or isinstance(cause, _UNAVAILABLE):
        return StoreUnavailableError(f"the server does not answer: {type(cause).__name__}")
    return None
