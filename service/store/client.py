"""The store's client for one server: whatever a process asks goes through one connection.

A pool of connections, each for one call at a time, costs ten times the processor time: see
`docs/adr/0015-one-connection-for-all.md`.
"""

import asyncio
from collections.abc import Sequence
from typing import Final

from redis.exceptions import ResponseError

from service.store.address import PATIENCE_S
from service.store.commands import Argument, Reply, Script
from service.store.connection import (
    Call,
    Connection,
    call_of,
    open_connection,
    script_call,
)
from service.store.errors import StoreUnavailableError

_CLOSED: Final = StoreUnavailableError("the client is closed")


class ServerCommands:
    """Implements `ManySlots` on one server; connects at first use, and anew after a loss.

    Nothing is sent twice: the calls in flight on a connection that is lost fail. Whoever comes
    while a connection is made waits for it with all others, `patience_s` seconds at most, and as
    long again for the reply. No command may block the server, as all others wait behind it.
    """

    def __init__(self, url: str, *, patience_s: float = PATIENCE_S) -> None:
        self._url = url
        self._patience_s = patience_s
        self._connection: Connection | None = None
        self._connecting: asyncio.Task[None] | None = None
        self._waiting: list[Call] = []
        self._is_closed = False

    def call(self, *command: Argument) -> asyncio.Future[Reply]:
        """Run one command."""
        return self._send(call_of(command))

    def run(
        self, script: Script, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> asyncio.Future[Reply]:
        """Run a script; a server that has not seen it is sent its text."""
        return self._send(script_call(script, keys, arguments))

    def call_asking(self, *command: Argument) -> asyncio.Future[Reply]:
        """Run one command on a slot that a cluster moves to this node."""
        return self._send(call_of(command, asking=True))

    def run_asking(
        self, script: Script, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> asyncio.Future[Reply]:
        """Run a script on a slot that a cluster moves to this node."""
        return self.call_asking("EVAL", script.text, len(keys), *keys, *arguments)

    async def run_each(
        self, script: Script, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> list[Reply]:
        """Run a script once for each key, all in one round trip."""
        return list(await asyncio.gather(*(self.run(script, (key,), arguments) for key in keys)))

    async def try_each(
        self, script: Script, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> list[Reply]:
        """Do the same, with an error of redis-py in the place of what was refused."""
        replies = await asyncio.gather(
            *(self.run(script, (key,), arguments) for key in keys), return_exceptions=True
        )
        for reply in replies:
            if isinstance(reply, BaseException) and not isinstance(reply, ResponseError):
                raise reply
        return list(replies)

    async def close(self) -> None:
        """Close the connection; whoever calls from now on is told so."""
        self._is_closed = True
        if self._connecting is not None:
            self._connecting.cancel()
            await asyncio.wait((self._connecting,))
            self._send_waiting(_CLOSED)  # an attempt that had not begun has told nobody
        if self._connection is not None:
            await self._connection.close()

    def _send(self, call: Call) -> asyncio.Future[Reply]:
        """Send a call, once there is a connection, and return where its reply will be."""
        connection = self._connection
        if connection is not None and connection.is_open:
            connection.send(call)
        elif self._is_closed:
            call.fail(_CLOSED)
        else:
            self._waiting.append(call)
            if self._connecting is None or self._connecting.done():
                self._connecting = asyncio.create_task(self._connect(), name="connect to a server")
        return call.waiter

    async def _connect(self) -> None:
        """Make one attempt for all who wait; send what they have, or tell them the fault."""
        fault: Exception = _CLOSED
        self._connection = None
        try:
            self._connection = await open_connection(self._url, self._patience_s)
        except Exception as raised:  # noqa: BLE001 - handed on to all who wait, a job's time limit too
            fault = raised
        finally:
            self._send_waiting(fault)

    def _send_waiting(self, fault: Exception) -> None:
        """Send what has waited for a connection; if there is none, the fault is why."""
        waiting, self._waiting = self._waiting, []
        for call in waiting:
            if self._connection is None:
                call.fail(fault)
            else:
                self._connection.send(call)
