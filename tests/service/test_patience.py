"""A connection that keeps the server waiting, or says too much, is ended; others are not."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send
from websockets.asyncio.client import connect

from service.patience import Patience, PatientProtocol
from service.server import uvicorn_config
from tests.fixtures.waiting import soon

WAIT_SECONDS = 10.0
SHORT = Patience(first_s=0.2, whole_s=0.3, drain_s=0.2, head_bytes=1_000)
PATIENT = Patience(first_s=60, whole_s=60, head_bytes=1_000)
POST = b"POST / HTTP/1.1\r\nhost: kierki.test\r\ncontent-length: 4\r\n"
GET = b"GET / HTTP/1.1\r\nhost: kierki.test\r\n"
BIG = 32 * 2**20


class Echo:
    """Answers with the length of the body; `/big` with much."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request; on a socket say a word when a request would be given up."""
        if scope["type"] == "websocket":
            await send({"type": "websocket.accept"})
            await asyncio.sleep(2 * SHORT.whole_s)
            await send({"type": "websocket.send", "text": "late"})
            return
        size, more = 0, True
        while more:
            message = await receive()
            self.heard.append(message["type"])
            if message["type"] == "http.disconnect":
                return
            size, more = size + len(message["body"]), message["more_body"]
        body = b"." * BIG if scope["path"] == "/big" else b"%d" % size
        headers = [(b"content-length", b"%d" % len(body))]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})


class Line(NamedTuple):
    """A connection, and the server at its other end."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    server: uvicorn.Server


@asynccontextmanager
async def connected(patience: Patience, app: Echo | None = None) -> AsyncIterator[Line]:
    """Give a connection to a server of that patience."""

    class Protocol(PatientProtocol):
        pass

    Protocol.patience = patience
    config = uvicorn_config(app or Echo())
    config.http, config.lifespan, config.timeout_keep_alive = Protocol, "off", 1
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        task = asyncio.create_task(server.serve(sockets=[listener]))
        reader, writer = await asyncio.open_connection(*listener.getsockname())
        try:
            yield Line(reader, writer, server)
        finally:
            writer.close()
            server.should_exit = True
            await asyncio.wait_for(task, WAIT_SECONDS)


async def status(line: Line) -> bytes:
    """Return the status of the next answer, nothing if the connection ends without one."""
    said = await asyncio.wait_for(line.reader.readline(), WAIT_SECONDS)
    return said.split(b" ")[1] if said else b""


async def rest(line: Line) -> bytes:
    """Return what comes until the connection ends."""
    return await asyncio.wait_for(line.reader.read(), WAIT_SECONDS)


@pytest.mark.parametrize(
    "said", [b"", b"GET", POST, POST + b"x", POST + b"\r\n", POST + b"\r\nab", POST + b"expect: 1"]
)
async def test_a_request_that_does_not_end_is_given_up(said: bytes) -> None:
    async with connected(SHORT) as line:
        line.writer.write(said)

        assert await status(line) == b"408"
        assert (await rest(line)).endswith(b"\r\n\r\n")


async def test_a_letter_now_and_then_buys_no_time() -> None:
    async def spell(writer: asyncio.StreamWriter) -> None:
        for letter in GET * 1_000:
            writer.write(bytes([letter]))
            await asyncio.sleep(0.01)

    async with connected(SHORT) as line:
        spelling = asyncio.create_task(spell(line.writer))

        assert await status(line) == b"408"
        spelling.cancel()


async def test_the_application_is_told_that_the_rest_of_a_body_will_not_come() -> None:
    app = Echo()
    async with connected(SHORT, app) as line:
        line.writer.write(POST + b"\r\nab")
        await rest(line)

        assert app.heard == ["http.request", "http.disconnect"]


@pytest.mark.parametrize(
    "said",
    [
        GET + b"x-long: " + b"x" * 2_000 + b"\r\n\r\n",
        GET + b"x-long: " + b"x" * 2_000,
        b"GET /" + b"x" * 2_000 + b" HTTP/1.1\r\n\r\n",
        b"GET /" + b"x" * 2_000,
        GET + b"a: b\r\n" * 600 + b"\r\n",
        GET + b"a: b\r\n" * 600,
    ],
)
async def test_a_head_that_is_too_long_is_refused_before_it_has_ended(said: bytes) -> None:
    async with connected(PATIENT) as line:
        for start in range(0, len(said), 400):
            line.writer.write(said[start : start + 400])
            await line.writer.drain()

        assert await status(line) == b"431"


async def test_a_long_body_is_no_long_head() -> None:
    body = b"x" * 60_000
    async with connected(PATIENT) as line:
        for _ in range(3):
            head = b"POST / HTTP/1.1\r\nhost: kierki.test\r\ncontent-length: 60000\r\n\r\n"
            line.writer.write(head + body)

            assert await status(line) == b"200"
            assert (await line.reader.readuntil(b"60000")).endswith(b"60000")


async def test_requests_behind_one_another_are_all_answered() -> None:
    async with connected(PATIENT) as line:
        line.writer.write((GET + b"\r\n") * 3)

        for _ in range(3):
            assert await status(line) == b"200"
            await line.reader.readuntil(b"\r\n\r\n0")


async def test_a_socket_may_be_quiet_for_longer() -> None:
    async with connected(SHORT) as line:
        host, port = line.writer.get_extra_info("peername")
        async with connect(f"ws://{host}:{port}/") as client:
            assert await asyncio.wait_for(client.recv(), WAIT_SECONDS) == "late"


async def test_what_is_no_request_is_refused_as_ever() -> None:
    async with connected(PATIENT) as line:
        line.writer.write(b"nonsense\r\n\r\n")

        assert await status(line) == b"400"


async def test_a_client_that_takes_nothing_is_cut_off_after_a_while() -> None:
    async with connected(SHORT) as line:
        line.writer.transport.pause_reading()  # type: ignore[attr-defined] # of a socket it can
        line.writer.write(b"GET /big HTTP/1.1\r\nhost: kierki.test\r\n\r\n")

        assert await soon(lambda: _true(bool(line.server.server_state.connections)))
        assert await soon(lambda: _true(not line.server.server_state.connections))


async def _true(found: bool) -> bool:
    return found
