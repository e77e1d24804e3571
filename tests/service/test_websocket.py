"""Texts are written as frames at once, and everything unusual is still uvicorn's to decide."""

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
import uvicorn
import websockets
from starlette.types import Receive, Scope, Send
from uvicorn._types import ASGIReceiveEvent
from websockets.asyncio.client import ClientConnection, connect
from websockets.frames import Frame, Opcode

from service.server import uvicorn_config
from service.websocket import UVICORN, FrameProtocol, Gate, Inbox, Write, frame_of, protocol, writer

_LENGTHS = (0, 1, 125, 126, 127, 65_535, 65_536, 70_001)
_LIMIT_S = 20.0

Serve = Callable[[Receive, Send], Awaitable[None]]
Begun = Callable[[Scope], object]


@asynccontextmanager
async def served(serve: Serve, begun: Begun = len) -> AsyncIterator[ClientConnection]:
    """Give a client of a server that does this with its one socket."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return
        begun(scope)
        await receive()
        await send({"type": "websocket.accept"})
        await serve(receive, send)

    config = uvicorn_config(app)
    config.loop, config.lifespan = "none", "off"
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        running = asyncio.create_task(server.serve(sockets=[listener]))
        port = listener.getsockname()[1]
        async with asyncio.timeout(_LIMIT_S):
            async with connect(f"ws://127.0.0.1:{port}/", max_size=None, max_queue=1) as client:
                yield client
        server.should_exit = True
        await running


@pytest.mark.parametrize("length", _LENGTHS)
def test_a_frame_is_what_websockets_would_write(length: int) -> None:
    text = "ż" * (length // 2) + "x" * (length % 2)

    assert frame_of(text.encode()) == Frame(Opcode.TEXT, text.encode()).serialize(mask=False)


async def test_a_client_is_told_texts_of_every_length_in_order_among_other_messages() -> None:
    async def serve(receive: Receive, send: Send) -> None:
        for length in _LENGTHS:
            await send({"type": "websocket.send", "text": "x" * length})
            await send({"type": "websocket.send", "bytes": b"y" * length})
        await send({"type": "websocket.close", "code": 4400, "reason": "over"})
        await receive()

    async with served(serve) as client:
        came = [message async for message in _to_the_end(client)]

    assert came == [kind * length for length in _LENGTHS for kind in ("x", b"y")]
    assert (client.close_code, client.close_reason) == (4400, "over")


async def _to_the_end(client: ClientConnection) -> AsyncIterator[str | bytes]:
    try:
        while True:
            yield await client.recv()
    except websockets.ConnectionClosed:
        return


async def test_whoever_sends_to_a_client_that_takes_nothing_waits() -> None:
    sent, waits = 0, asyncio.Event()

    async def serve(receive: Receive, send: Send) -> None:
        nonlocal sent
        while True:
            sending = asyncio.ensure_future(send({"type": "websocket.send", "text": "x" * 100_000}))
            done, _ = await asyncio.wait({sending}, timeout=1.0)
            if not done:
                waits.set()
                sending.cancel()
                return
            sent += 1

    async with served(serve) as client:
        await waits.wait()
        held = sent
        client.transport.abort()

    assert 0 < held < 1_000  # the kernel's buffers and the transport's, and no more


async def test_whoever_sends_to_a_client_that_has_gone_is_told() -> None:
    told: asyncio.Future[Exception] = asyncio.get_running_loop().create_future()

    async def serve(receive: Receive, send: Send) -> None:
        await receive()
        try:
            await send({"type": "websocket.send", "text": "anybody?"})
        except OSError as error:
            told.set_result(error)

    async with served(serve) as client:
        await client.close()
        assert isinstance(await told, OSError)


def test_a_release_that_has_not_been_read_is_left_to_write_its_frames_itself() -> None:
    known = {"uvicorn": "0.54.1", "websockets": "17.4"}

    assert protocol(known.__getitem__) is FrameProtocol
    for name in known:
        assert protocol({**known, name: "99.0"}.__getitem__) == UVICORN


def test_the_releases_that_are_installed_have_been_read() -> None:
    assert protocol() is FrameProtocol


async def test_frames_are_written_between_messages_while_nothing_speaks_against_it() -> None:
    writes: list[Write | None] = []
    told: list[bool] = []

    async def serve(receive: Receive, send: Send) -> None:
        (write,) = writes
        assert write is not None
        await send({"type": "websocket.send", "text": "sent"})
        told.append(write(frame_of(b"written")))
        await send({"type": "websocket.close", "code": 4400, "reason": "over"})
        told.append(write(frame_of(b"too late")))
        await receive()

    async with served(serve, lambda scope: writes.append(writer(scope))) as client:
        came = [message async for message in _to_the_end(client)]

    assert (came, told) == (["sent", "written"], [True, False])


async def test_no_frame_is_written_before_the_handshake_or_to_a_client_that_takes_nothing() -> None:
    early: list[bool] = []
    writes: list[Write] = []
    full: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def begun(scope: Scope) -> None:
        write = writer(scope)
        assert write is not None
        writes.append(write)
        early.append(write(frame_of(b"too early")))

    async def serve(receive: Receive, send: Send) -> None:
        del receive, send
        frame, count = frame_of(b"x" * 100_000), 0
        while writes[0](frame):
            count += 1
        full.set_result(count)

    async with served(serve, begun) as client:
        held = await full
        client.transport.abort()

    assert early == [False]
    assert 0 < held < 1_000  # the kernel's buffers and the transport's, and no more


def test_another_server_offers_no_frames() -> None:
    assert writer({"type": "websocket"}) is None
    assert writer({"type": "websocket", "extensions": {"websocket.http.response": {}}}) is None


async def test_a_socket_that_waits_has_nothing_of_its_handshake_and_no_attributes_but_slots() -> (
    None
):
    opened = asyncio.Event()

    async def serve(receive: Receive, send: Send) -> None:
        del send
        opened.set()
        await receive()

    scopes: list[Scope] = []
    async with served(serve, scopes.append):
        await opened.wait()
        found = getattr(writer(scopes[0]), "__self__", None)

        assert isinstance(found, FrameProtocol)
        assert vars(found) == {}
        assert list(found.request.headers) == list(found.response.headers) == []


async def test_an_inbox_gives_messages_in_their_order_to_whoever_waits() -> None:
    inbox = Inbox()
    first, second, third = (_received(text) for text in "abc")
    waiting = asyncio.create_task(inbox.get())
    await asyncio.sleep(0)
    inbox.put_nowait(first)
    inbox.put_nowait(second)

    assert await waiting is first
    assert not inbox.empty()
    assert await inbox.get() is second
    assert inbox.empty()
    gone = asyncio.create_task(inbox.get())
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.wait({gone})
    inbox.put_nowait(third)
    assert await inbox.get() is third


def _received(text: str) -> ASGIReceiveEvent:
    return {"type": "websocket.receive", "text": text}


async def test_a_gate_lets_nobody_wait_unless_it_is_shut() -> None:
    gate = Gate()
    await gate.wait()
    gate.clear()
    gate.clear()
    waiting = [asyncio.create_task(gate.wait()) for _ in range(2)]
    await asyncio.sleep(0)
    shut = [gate.is_set(), *(task.done() for task in waiting)]
    gate.set()
    gate.set()

    await asyncio.gather(*waiting)
    assert shut == [False, False, False]
    assert gate.is_set()
