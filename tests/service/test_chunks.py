"""Chunks are written at once between those of the server, while nothing speaks against it."""

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send

from service.chunks import chunk_of, chunk_writer
from service.server import uvicorn_config
from service.websocket import Write

_LIMIT_S = 20.0
_START = {"type": "http.response.start", "status": 200, "headers": []}

Serve = Callable[[Write, Send], Awaitable[None]]


def body(data: bytes, *, more: bool) -> dict[str, object]:
    return {"type": "http.response.body", "body": data, "more_body": more}


@asynccontextmanager
async def asked(serve: Serve) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """Give a connection over which a server, which does this, has been asked for something."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        del receive
        write = chunk_writer(scope)
        assert write is not None
        await serve(write, send)

    config = uvicorn_config(app)
    config.loop, config.lifespan = "none", "off"
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        running = asyncio.create_task(server.serve(sockets=[listener]))
        async with asyncio.timeout(_LIMIT_S):
            reader, writer = await asyncio.open_connection(*listener.getsockname())
            writer.write(b"GET / HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n")
            yield reader, writer
            writer.transport.abort()
        server.should_exit = True
        await running


async def test_chunks_come_in_order_among_those_of_the_server() -> None:
    told: list[bool] = []

    async def serve(write: Write, send: Send) -> None:
        told.append(write(chunk_of(b"too early")))
        await send(_START)
        await send(body(b"sent", more=True))
        told.append(write(chunk_of(b"written")))
        await send(body(b"last", more=False))
        told.append(write(chunk_of(b"too late")))

    async with asked(serve) as (reader, _):
        answer = await reader.read()

    _, _, chunks = answer.partition(b"\r\n\r\n")
    assert chunks == b"4\r\nsent\r\n7\r\nwritten\r\n4\r\nlast\r\n0\r\n\r\n"
    assert told == [False, True, False]


async def test_nothing_is_written_to_a_client_that_takes_nothing_or_has_gone() -> None:
    full: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    gone: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    async def serve(write: Write, send: Send) -> None:
        await send(_START)
        chunk, count = chunk_of(b"x" * 100_000), 0
        while write(chunk):
            count += 1
        full.set_result(count)
        await send(body(b"", more=True))  # waits until there is room, or nobody
        gone.set_result(write(chunk))

    async with asked(serve) as (_, writer):
        held = await full
        writer.transport.abort()
        written_then = await gone

    assert 0 < held < 1_000  # the kernel's buffers and the transport's, and no more
    assert written_then is False


async def test_an_answer_whose_length_is_known_has_no_chunks() -> None:
    told: list[bool] = []

    async def serve(write: Write, send: Send) -> None:
        await send({**_START, "headers": [(b"content-length", b"4")]})
        told.append(write(chunk_of(b"more")))
        await send(body(b"this", more=False))

    async with asked(serve) as (reader, _):
        answer = await reader.read()

    assert answer.endswith(b"\r\n\r\nthis")
    assert told == [False]


@pytest.mark.parametrize("scope", [{}, {"extensions": None}, {"extensions": {"other": {}}}])
def test_another_server_offers_no_chunks(scope: Scope) -> None:
    assert chunk_writer(scope) is None


def test_a_chunk_begins_with_its_length_in_hexadecimal_digits() -> None:
    assert chunk_of(b"x" * 26) == b"1a\r\n" + b"x" * 26 + b"\r\n"
