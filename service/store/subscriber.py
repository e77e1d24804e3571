"""A connection for subscriptions to one server: what it says is read in order.

Messages come for every move that anybody makes in a match that is followed here. Those that come
together wake their reader once.
"""

import asyncio
from collections import deque
from typing import Final, cast

import hiredis
from redis import exceptions as faults

from service.store.address import PATIENCE_S, Address, read_address
from service.store.connection import INCOMPLETE, pack, reach
from service.store.errors import StoreError
from service.store.replies import error_of

ROOM: Final = 10_000  # messages, of some fifty bytes


class ServerSubscriber(asyncio.Protocol):
    """Implements `Subscriber` on the server at an address; connects once.

    The address's options `socket_timeout` and `socket_connect_timeout` come before `patience_s`.
    With more than `room` messages that nobody has taken the server has to wait.
    """

    def __init__(self, url: str, patience_s: float = PATIENCE_S, *, room: int = ROOM) -> None:
        self._url = url
        self._room = room
        self._is_paused = False
        self._patience_s = patience_s
        self._reader = hiredis.Reader(replyError=error_of, notEnoughData=INCOMPLETE)
        self._messages: deque[object] = deque()
        self._waiter: asyncio.Future[None] | None = None
        self._transport: asyncio.Transport | None = None

    @property
    def is_connected(self) -> bool:
        """Return whether it has been connected and not been cut."""
        return self._transport is not None

    async def connect(self) -> None:
        """Connect, and say who we are."""
        is_in = False
        try:
            address = read_address(self._url, self._patience_s)
            async with asyncio.timeout(address.connect_s):
                await reach(self, address)
                await self._greet(address)
            is_in = True
        except OSError as cause:
            reason = f"no connection: {type(cause).__name__}"
            raise faults.ConnectionError(reason) from cause
        except StoreError as cause:
            raise faults.ConnectionError("the server does not let us in") from cause
        finally:
            if not is_in:
                await self.disconnect(nowait=True)

    async def _greet(self, address: Address) -> None:
        for command in address.greeting:
            self._write(pack(command))
        for _ in address.greeting:
            if await self.read_response(timeout=address.connect_s) is None:
                raise TimeoutError

    async def send_command(self, *command: str | bytes) -> None:
        """Send a command; its answers are read as messages."""
        self._write(pack(command))

    def _write(self, packed: bytes) -> None:
        if self._transport is None:
            raise faults.ConnectionError("the connection is cut")
        self._transport.write(packed)

    async def read_response(self, *, timeout: float) -> object:  # noqa: ASYNC109 - as redis-py has it
        """Return the next message, or null if none came in so many seconds."""
        if not self._messages:
            if self._transport is None:
                raise faults.ConnectionError("the connection is cut")
            await self._wait(timeout)
            if not self._messages:
                return None
        message = self._messages.popleft()
        if isinstance(message, Exception):
            raise message
        if self._is_paused and not self._messages and self._transport is not None:
            self._is_paused = False
            self._transport.resume_reading()
        return message

    async def _wait(self, seconds: float) -> None:
        """Wait for messages; who waits already is the only reader."""
        loop = asyncio.get_running_loop()
        waiter = self._waiter = loop.create_future()
        timer = loop.call_later(seconds, self._wake)
        try:
            await waiter
        finally:
            timer.cancel()
            self._waiter = None

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def disconnect(self, *, nowait: bool) -> None:
        """Close it at once, if it is open."""
        transport, self._transport = self._transport, None
        if transport is not None:
            transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take commands from now on."""
        self._transport = cast("asyncio.Transport", transport)  # uvloop's have classes of their own

    def connection_lost(self, exc: Exception | None) -> None:
        """Let the reader know, once it has taken what came before."""
        self._transport = None
        self._messages.append(faults.ConnectionError("the connection is cut"))
        self._wake()

    def data_received(self, data: bytes) -> None:
        """Keep what the server says for the reader."""
        messages = self._messages
        try:
            self._reader.feed(data)
            while (message := self._reader.gets()) is not INCOMPLETE:
                messages.append(message)
        except hiredis.ProtocolError:
            messages.append(faults.ConnectionError("the server does not speak as it should"))
        if len(messages) > self._room and not self._is_paused and self._transport is not None:
            self._is_paused = True
            self._transport.pause_reading()
        self._wake()
