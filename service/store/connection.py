"""One connection that all callers of a process share.

What they send in one turn of the loop goes out together, and the server's replies come back
in the order of the commands: so whoever calls waits for one round trip, and a hundred who call
together wait for one between them.

A job's time limit is an exception that may strike between any two lines. So that no caller ever
gets another's reply, whatever breaks off here in the middle ends the connection.
"""

import asyncio
import socket
from collections import deque
from collections.abc import Callable, Sequence
from copy import copy
from typing import Any, Final, cast

import hiredis
from msgspec import Struct
from redis.exceptions import NoScriptError, ResponseError

from service.store.address import Address, read_address
from service.store.commands import Argument, Reply, Script
from service.store.errors import StoreUnavailableError
from service.store.replies import error_of

ROOM: Final = 4_096  # calls in flight; more wait for their turn
_BATCH: Final = 16  # calls that do not wait for the turn of the loop to end
_SECOND_LOOK_S: Final = 0.01
INCOMPLETE: Final = object()
pack: Final[Callable[[tuple[Argument, ...]], bytes]] = cast("Any", hiredis.pack_command)
_ASKING: Final = pack(("ASKING",))


class Call(Struct, eq=False):
    """A command on its way, and whoever waits for its reply until `ends_at`.

    `asking`: the server is first told that a slot is on its way to it. `unseen` is sent
    in its place to a server that has not seen the script.
    """

    packed: bytes
    waiter: asyncio.Future[Reply]
    asking: bool = False
    ends_at: float = 0.0
    unseen: tuple[Argument, ...] | None = None

    def fail(self, fault: Exception) -> None:
        """Let whoever still waits know why there is no reply, by a copy of his own."""
        if not self.waiter.done():
            self.waiter.set_exception(copy(fault))


def call_of(command: tuple[Argument, ...], *, asking: bool = False) -> Call:
    """Return a command ready to be sent."""
    waiter: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
    return Call(pack(command), waiter, asking)


def script_call(script: Script, keys: Sequence[str], arguments: Sequence[Argument]) -> Call:
    """Return the run of a script ready to be sent."""
    rest = (len(keys), *keys, *arguments)
    call = call_of(("EVALSHA", script.sha1, *rest))
    call.unseen = ("EVAL", script.text, *rest)
    return call


class Connection(asyncio.Protocol):
    """Sends calls in order and gives each its reply; open until it is lost or closed.

    A call waits `patience_s` seconds for its turn while `room` others are in flight or the
    server reads nothing, and as long again for its reply. A reply that does not come in time
    ends the connection, as those behind it cannot come in time either. A caller who has gone
    leaves his place in the order behind: his reply is read and thrown away.
    """

    def __init__(self, patience_s: float, *, room: int = ROOM) -> None:
        self._loop = asyncio.get_running_loop()
        self._patience_s = patience_s
        self._room = room
        self._reader = hiredis.Reader(replyError=error_of, notEnoughData=INCOMPLETE)
        self._unsent: deque[Call] = deque()
        self._in_flight: deque[Call] = deque()
        self._is_flushing = False
        self._is_paused = False
        self._overdue: Call | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._transport: asyncio.Transport | None = None
        self._gone: asyncio.Future[None] = self._loop.create_future()

    @property
    def is_open(self) -> bool:
        """Return whether calls can be sent."""
        return self._transport is not None

    def send(self, call: Call) -> None:
        """Send a call with all others of this turn of the loop; fails it if nothing is open.

        In a long turn the server begins with the first of them meanwhile.
        """
        if self._transport is None:
            call.fail(StoreUnavailableError("the connection is lost"))
            return
        call.ends_at = self._loop.time() + self._patience_s
        self._unsent.append(call)
        if not self._is_flushing:
            self._loop.call_soon(self._flush)
            self._is_flushing = True
            self._watch(call)
        elif len(self._unsent) == _BATCH:
            self._flush()

    async def close(self) -> None:
        """End the connection, and fail whoever waits."""
        self.end("the connection is closed")
        await self._gone

    def end(self, reason: str) -> None:
        """End the connection at once, and fail whoever waits."""
        transport, self._transport = self._transport, None
        if transport is not None:
            transport.abort()
        if self._timer is not None:
            self._timer.cancel()
        fault = StoreUnavailableError(reason)
        for waiting in (self._in_flight, self._unsent):
            while waiting:
                waiting.popleft().fail(fault)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take calls from now on."""
        self._transport = cast("asyncio.Transport", transport)  # uvloop's have classes of their own

    def connection_lost(self, exc: Exception | None) -> None:
        """Fail whoever waits: nobody knows what the server has run."""
        self.end("the connection is lost")
        self._gone.set_result(None)

    def pause_writing(self) -> None:
        """Let calls wait: the server reads more slowly than they come."""
        self._is_paused = True

    def resume_writing(self) -> None:
        """Send what has waited."""
        self._is_paused = False
        self._flush()

    def data_received(self, data: bytes) -> None:
        """Give each reply that is complete to its caller."""
        try:
            self._reader.feed(data)
            while (reply := self._reader.gets()) is not INCOMPLETE:
                call = self._in_flight.popleft()
                if call.waiter.done():
                    continue
                if isinstance(reply, Exception):
                    self._refused(call, reply)
                else:
                    call.waiter.set_result(reply)
        except (hiredis.ProtocolError, IndexError):  # no Redis, or a reply that nobody waits for
            self.end("the server does not speak as it should")
        except BaseException:
            self.end("the connection broke off")
            raise
        if self._unsent:
            self._flush()

    def _refused(self, call: Call, fault: Exception) -> None:
        """Let the caller know, unless it is that a script has not been seen: it has not run."""
        if call.unseen is not None and isinstance(fault, NoScriptError):
            self.send(Call(pack(call.unseen), call.waiter))
        else:
            call.waiter.set_exception(fault)

    def _flush(self) -> None:
        """Write what is to be sent, as far as there is room for it."""
        self._is_flushing = False
        transport = self._transport
        if transport is None or self._is_paused:
            return
        try:
            if written := self._taken():
                transport.write(b"".join(written))
        except BaseException:
            self.end("the connection broke off")
            raise

    def _taken(self) -> list[bytes]:
        """Put calls in flight whose callers still wait, and return what to write."""
        unsent, in_flight = self._unsent, self._in_flight
        ends_at = self._loop.time() + self._patience_s
        written: list[bytes] = []
        while unsent and len(in_flight) < self._room:
            call = unsent.popleft()
            if call.waiter.done():
                continue
            if call.asking:
                written.append(_ASKING)
                in_flight.append(self._unheard(ends_at))
            call.ends_at = ends_at
            written.append(call.packed)
            in_flight.append(call)
        return written

    def _unheard(self, ends_at: float) -> Call:
        """Return a call for whose reply nobody waits."""
        nobody = self._loop.create_future()
        nobody.cancel()
        return Call(b"", nobody, ends_at=ends_at)

    def _watch(self, call: Call) -> None:
        """Look after the calls from when the first of them has waited too long."""
        if self._timer is None:
            self._timer = self._loop.call_at(call.ends_at, self._look)

    def _look(self) -> None:
        """End the connection if the oldest call has no reply; see to it again in time."""
        self._timer = None
        now = self._loop.time()
        while self._unsent and self._unsent[0].ends_at <= now:
            self._unsent.popleft().fail(StoreUnavailableError("too many calls wait"))
        oldest = self._in_flight[0] if self._in_flight else None
        if oldest is None or oldest.ends_at > now:
            firsts = [waiting[0] for waiting in (self._in_flight, self._unsent) if waiting]
            if firsts:
                self._watch(min(firsts, key=lambda call: call.ends_at))
        elif oldest is self._overdue:
            self.end("the server does not answer in time")
        else:  # a loop that has stood still itself first reads what has come
            self._overdue = oldest
            self._timer = self._loop.call_later(_SECOND_LOOK_S, self._look)


async def open_connection(url: str, patience_s: float) -> Connection:
    """Connect to the server at an address; raises StoreUnavailableError.

    Raises also what `read_address` does for an address that cannot be understood.
    """
    try:
        address = read_address(url, patience_s)
        connection = Connection(address.reply_s)
        async with asyncio.timeout(address.connect_s):
            await _introduce(connection, address)
    except OSError as cause:
        reason = f"no connection: {type(cause).__name__}"
        raise StoreUnavailableError(reason) from cause
    return connection


async def _introduce(connection: Connection, address: Address) -> None:
    """Reach the server, and say who we are and which database we want, in one round trip."""
    is_in = False
    try:
        await reach(connection, address)
        calls = [call_of(command) for command in address.greeting]
        for call in calls:
            connection.send(call)
        await asyncio.gather(*(call.waiter for call in calls))
        is_in = True
    except ResponseError as cause:
        raise StoreUnavailableError("the server does not let us in") from cause
    finally:
        if not is_in:
            connection.end("the server does not let us in")


async def reach(connection: asyncio.Protocol, address: Address) -> None:
    """Connect to where an address says; raises OSError."""
    loop = asyncio.get_running_loop()
    if address.path is not None:
        await loop.create_unix_connection(lambda: connection, address.path)
        return
    transport, _ = await loop.create_connection(
        lambda: connection, address.host, address.port, ssl=address.tls
    )
    made: socket.socket = transport.get_extra_info("socket")
    for level, option, value in address.keepalive:
        made.setsockopt(level, option, value)
