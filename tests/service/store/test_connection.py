"""Each caller gets the reply to his own command, or learns soon that he gets none."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from itertools import pairwise

import hiredis
import pytest
import uvloop
from hypothesis import given
from hypothesis import strategies as st
from redis.exceptions import NoScriptError

from service.store.commands import Script
from service.store.connection import (
    Call,
    Connection,
    call_of,
    open_connection,
    script_call,
)
from service.store.errors import StoreUnavailableError

LONG_S = 60.0
SHORT_S = 0.05

ECHO = Script("return ARGV[1]", "e" * 40)


class Interruption(BaseException):
    """What a signal raises anywhere."""


class FakeTransport(asyncio.Transport):
    """Keeps what is written to it, unless a signal strikes meanwhile."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[bytes] = []
        self.is_aborted = False
        self.breaks_off = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Keep it, if it is anything."""
        if self.breaks_off:
            raise Interruption
        if data:
            self.written.append(bytes(data))

    def abort(self) -> None:
        """Note it."""
        self.is_aborted = True

    def commands(self) -> list[list[bytes]]:
        """Return the commands that were written, in order."""
        reader = hiredis.Reader(notEnoughData=None)
        reader.feed(b"".join(self.written))
        found: list[list[bytes]] = []
        while (command := reader.gets()) is not None:
            found.append(command)
        return found


def made(*, patience_s: float = LONG_S, room: int = 100) -> tuple[Connection, FakeTransport]:
    """Return a connection and its transport."""
    connection, transport = Connection(patience_s, room=room), FakeTransport()
    connection.connection_made(transport)
    return connection, transport


def sent(connection: Connection, *command: bytes) -> Call:
    """Send a command."""
    call = call_of(command)
    connection.send(call)
    return call


async def a_turn() -> None:
    """Let the loop do what is due."""
    await asyncio.sleep(0)


def bulk(text: bytes) -> bytes:
    """Return a reply as a server writes it."""
    return b"$%d\r\n%s\r\n" % (len(text), text)


async def test_what_is_sent_in_one_turn_is_one_write() -> None:
    connection, transport = made()

    for name in (b"a", b"b", b"c"):
        sent(connection, b"GET", name)
    await a_turn()

    assert len(transport.written) == 1
    assert transport.commands() == [[b"GET", b"a"], [b"GET", b"b"], [b"GET", b"c"]]


async def test_what_is_sent_in_a_long_turn_does_not_wait_for_its_end() -> None:
    connection, transport = made()

    for number in range(40):
        sent(connection, b"GET", b"%d" % number)
    assert len(transport.commands()) == 32
    await a_turn()

    assert len(transport.written) == 3
    assert transport.commands() == [[b"GET", b"%d" % number] for number in range(40)]


async def test_a_caller_who_has_gone_before_his_turn_sends_nothing() -> None:
    connection, transport = made()

    gone, stays = sent(connection, b"INCR", b"a"), sent(connection, b"GET", b"b")
    gone.waiter.cancel()
    await a_turn()
    connection.data_received(bulk(b"mine"))

    assert transport.commands() == [[b"GET", b"b"]]
    assert await stays.waiter == b"mine"


async def test_a_script_that_was_not_seen_is_sent_with_its_text_to_the_same_caller() -> None:
    connection, transport = made()
    run = script_call(ECHO, ("key",), (b"x", 7))
    connection.send(run)
    other = sent(connection, b"PING")
    await a_turn()

    connection.data_received(b"-NOSCRIPT No matching script.\r\n+PONG\r\n")
    assert not run.waiter.done()
    connection.data_received(bulk(b"x"))

    assert transport.commands() == [
        [b"EVALSHA", ECHO.sha1.encode(), b"1", b"key", b"x", b"7"],
        [b"PING"],
        [b"EVAL", ECHO.text.encode(), b"1", b"key", b"x", b"7"],
    ]
    assert (await run.waiter, await other.waiter) == (b"x", b"PONG")


async def test_a_script_is_sent_with_its_text_once_only() -> None:
    connection, transport = made()
    run = script_call(ECHO, (), ())
    connection.send(run)
    await a_turn()

    connection.data_received(b"-NOSCRIPT No matching script.\r\n")
    connection.data_received(b"-NOSCRIPT No matching script.\r\n")

    with pytest.raises(NoScriptError):
        await run.waiter
    assert len(transport.commands()) == 2


async def test_a_script_that_was_not_seen_is_not_sent_again_for_a_caller_who_has_gone() -> None:
    connection, transport = made()
    run = script_call(ECHO, (), ())
    connection.send(run)
    await a_turn()
    run.waiter.cancel()

    connection.data_received(b"-NOSCRIPT No matching script.\r\n")
    await a_turn()

    assert len(transport.commands()) == 1


async def test_asking_goes_right_before_its_command_and_its_reply_is_nobodys() -> None:
    connection, transport = made(room=2)
    first, asked = sent(connection, b"GET", b"a"), call_of((b"GET", b"b"), asking=True)
    connection.send(asked)
    last = sent(connection, b"GET", b"c")
    await a_turn()
    connection.data_received(bulk(b"1") + b"+OK\r\n" + bulk(b"2"))
    connection.data_received(bulk(b"3"))

    assert transport.commands() == [
        [b"GET", b"a"],
        *([b"ASKING"], [b"GET", b"b"]),
        [b"GET", b"c"],
    ]
    assert [await at.waiter for at in (first, asked, last)] == [b"1", b"2", b"3"]


async def test_asking_of_a_caller_who_has_gone_does_not_reach_anothers_command() -> None:
    connection, transport = made(room=1)
    first = sent(connection, b"GET", b"a")
    asked = call_of((b"GET", b"b"), asking=True)
    connection.send(asked)
    sent(connection, b"GET", b"c")
    await a_turn()
    asked.waiter.cancel()

    connection.data_received(bulk(b"1"))

    assert await first.waiter == b"1"
    assert transport.commands() == [[b"GET", b"a"], [b"GET", b"c"]]


async def test_calls_wait_while_too_many_are_in_flight() -> None:
    connection, transport = made(room=2)

    calls = [sent(connection, b"GET", name) for name in (b"a", b"b", b"c")]
    await a_turn()
    in_flight = transport.commands()
    connection.data_received(bulk(b"1"))

    assert in_flight == [[b"GET", b"a"], [b"GET", b"b"]]
    assert transport.commands() == [*in_flight, [b"GET", b"c"]]
    assert await calls[0].waiter == b"1"


async def test_calls_wait_while_the_server_reads_nothing() -> None:
    connection, transport = made()
    connection.pause_writing()

    sent(connection, b"GET", b"a")
    await a_turn()
    while_paused = transport.commands()
    connection.resume_writing()

    assert while_paused == []
    assert transport.commands() == [[b"GET", b"a"]]


async def test_who_waits_too_long_for_his_turn_is_told_and_the_others_go_on() -> None:
    connection, transport = made(patience_s=SHORT_S)
    connection.pause_writing()
    waiting = sent(connection, b"INCR", b"a")

    with pytest.raises(StoreUnavailableError, match="too many calls wait"):
        await waiting.waiter
    connection.resume_writing()
    answered = sent(connection, b"GET", b"b")
    await a_turn()
    connection.data_received(bulk(b"1"))

    assert transport.commands() == [[b"GET", b"b"]]
    assert await answered.waiter == b"1"
    assert connection.is_open


async def test_a_reply_that_does_not_come_in_time_ends_the_connection_for_all() -> None:
    connection, transport = made(patience_s=SHORT_S)
    calls = [sent(connection, b"INCR", b"n") for _ in range(3)]
    calls[0].waiter.cancel()

    for call in calls[1:]:
        with pytest.raises(StoreUnavailableError, match="in time"):
            await call.waiter

    assert transport.is_aborted
    assert not connection.is_open
    late = sent(connection, b"INCR", b"n")
    with pytest.raises(StoreUnavailableError):
        await late.waiter


async def test_each_call_has_its_whole_time() -> None:
    connection, _ = made(patience_s=SHORT_S)
    loop = asyncio.get_running_loop()
    first = sent(connection, b"GET", b"a")
    await asyncio.sleep(SHORT_S / 2)
    began, second = loop.time(), sent(connection, b"GET", b"b")
    connection.data_received(bulk(b"1"))

    with pytest.raises(StoreUnavailableError):
        await second.waiter

    assert loop.time() - began >= SHORT_S
    assert await first.waiter == b"1"


@pytest.mark.parametrize("data", [b"HTTP/1.1 400 Bad Request\r\n", b"+OK\r\n+OK\r\n", b":x\r\n"])
async def test_what_is_no_reply_ends_the_connection(data: bytes) -> None:
    connection, transport = made()
    call = sent(connection, b"PING")
    await a_turn()

    connection.data_received(data)

    assert transport.is_aborted
    assert not connection.is_open
    assert call.waiter.done()


async def test_a_write_that_breaks_off_ends_the_connection() -> None:
    connection, transport = made()
    call = sent(connection, b"GET", b"a")
    transport.breaks_off = True

    with pytest.raises(Interruption):
        connection.resume_writing()

    assert transport.is_aborted
    with pytest.raises(StoreUnavailableError):
        await call.waiter


class Scene:
    """What happens on one connection: `gone` callers leave, and replies come in pieces."""

    def __init__(self, gone: list[bool], cuts: list[int], room: int) -> None:
        self.gone = gone
        self.cuts = cuts
        self.room = room

    async def replies(self) -> list[object]:
        """Return what each caller has got; nothing for those who have gone."""
        connection, transport = made(room=self.room)
        calls = [sent(connection, b"ECHO", b"%d" % at) for at in range(len(self.gone))]
        await a_turn()
        for call, is_gone in zip(calls, self.gone, strict=True):
            if is_gone:
                call.waiter.cancel()
        answered = 0
        while answered < len(commands := transport.commands()):
            data = b"".join(bulk(name) for _, name in commands[answered:])
            answered = len(commands)
            places = sorted({0, *(cut % len(data) for cut in self.cuts), len(data)})
            for first, last in pairwise(places):
                connection.data_received(data[first:last])
        return [None if call.waiter.cancelled() else await call.waiter for call in calls]


@given(
    st.lists(st.booleans(), min_size=1, max_size=30),
    st.lists(st.integers(0, 400), max_size=6),
    st.integers(1, 12),
)
def test_every_caller_gets_his_own_reply(gone: list[bool], cuts: list[int], room: int) -> None:
    replies = asyncio.run(Scene(gone, cuts, room).replies())

    assert replies == [None if left else b"%d" % at for at, left in enumerate(gone)]


Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@asynccontextmanager
async def serving(serve: Serve) -> AsyncIterator[str]:
    """Give the address of a server of a test's own; waits until its connections have ended."""
    ended: list[asyncio.Event] = []

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        end = asyncio.Event()
        ended.append(end)
        await serve(reader, writer)
        writer.close()
        with suppress(ConnectionError):  # the client was first
            await writer.wait_closed()
        end.set()

    server = await asyncio.start_server(connected, "127.0.0.1", 0)
    host, port = server.sockets[0].getsockname()
    async with server:
        yield f"redis://{host}:{port}"
    async with asyncio.timeout(LONG_S):
        await asyncio.gather(*(end.wait() for end in ended))


async def test_a_connection_that_is_cut_in_a_reply_fails_all_who_wait() -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        writer.write(bulk(b"whole") + b"$10\r\nhal")

    async with serving(serve) as url:
        connection = await open_connection(url, LONG_S)
        calls = [sent(connection, b"GET", name) for name in (b"a", b"b", b"c")]

        assert await calls[0].waiter == b"whole"
        for call in calls[1:]:
            with pytest.raises(StoreUnavailableError, match="lost"):
                await call.waiter


async def test_a_server_that_hangs_up_on_a_greeting_is_unavailable() -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        writer.write(b"-ERR max number of clients reached\r\n")

    async with serving(serve) as url:
        with pytest.raises(StoreUnavailableError):
            await open_connection(f"{url}/1", LONG_S)


async def test_a_server_that_says_nothing_to_a_greeting_is_given_up() -> None:
    async def serve(reader: asyncio.StreamReader, _: asyncio.StreamWriter) -> None:
        while await reader.read(100):
            pass

    async with serving(serve) as url:
        with pytest.raises(StoreUnavailableError, match="TimeoutError"):
            await open_connection(f"{url}/1", SHORT_S)


def stand_still(seconds: float) -> None:
    """Do something else for so long, as a loop that has much to do."""
    time.sleep(seconds)


def test_a_loop_that_stood_still_reads_first_what_has_come() -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        writer.write(bulk(b"there"))

    async def asked() -> object:
        async with serving(serve) as url:
            connection = await open_connection(url, SHORT_S)
            call = sent(connection, b"GET", b"a")
            await a_turn()
            stand_still(2 * SHORT_S)
            reply = await call.waiter
            await connection.close()
            return reply

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        assert runner.run(asked()) == b"there"


async def test_closing_fails_who_waits_and_leaves_nothing_open(empty_valkey_url: str) -> None:
    connection = await open_connection(empty_valkey_url, LONG_S)
    call = sent(connection, b"GET", b"a")

    await connection.close()

    with pytest.raises(StoreUnavailableError, match="closed"):
        await call.waiter
    assert not connection.is_open
