"""Clients that come, look, and go: half of them without a word."""

import asyncio
import json
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from tests.chaos.followers import DOCUMENT

_PROTOCOLS: Final = [Subprotocol("graphql-transport-ws")]
_ANSWER_S: Final = 20.0


async def visit(url: str, token: str, match_id: str, chance: random.Random) -> None:
    """Follow a match up to its first item by a socket or a stream, then close it, or cut it."""
    look = chance.choice((_by_socket, _by_stream))
    async with asyncio.timeout(_ANSWER_S):
        await look(url, token, match_id, cut=chance.random() < 0.5)


async def _by_socket(url: str, token: str, match_id: str, *, cut: bool) -> None:
    async with following(url, token, match_id) as socket:
        if cut:
            socket.transport.abort()


@asynccontextmanager
async def following(url: str, token: str, match_id: str) -> AsyncIterator[ClientConnection]:
    """Follow a match by a socket, up to its first item, for the length of a block."""
    address = url.replace("http", "ws", 1) + "/graphql"
    async with connect(address, subprotocols=_PROTOCOLS, open_timeout=_ANSWER_S) as socket:
        await socket.send(json.dumps({"type": "connection_init", "payload": {"token": token}}))
        await socket.recv()
        variables = {"matchId": match_id, "after": None}
        payload = {"query": DOCUMENT.read_text(encoding="utf-8"), "variables": variables}
        await socket.send(json.dumps({"type": "subscribe", "id": "1", "payload": payload}))
        said = json.loads(await socket.recv())
        assert said["type"] == "next", said
        yield socket


async def _by_stream(url: str, token: str, match_id: str, *, cut: bool) -> None:
    where = urlsplit(url)
    reader, writer = await asyncio.open_connection(where.hostname, where.port)
    asked = (
        f"GET /v1/matches/{match_id}/events HTTP/1.1\r\nhost: {where.netloc}\r\n"
        f"accept: text/event-stream\r\nauthorization: Bearer {token}\r\n\r\n"
    )
    writer.write(asked.encode())
    head = await reader.readuntil(b"data: ")
    assert b" 200 " in head.split(b"\r\n")[0], head
    if cut:
        writer.transport.abort()
        return
    writer.close()
    await writer.wait_closed()
