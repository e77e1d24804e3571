"""The sockets behind a real server: what in-process tests cannot show."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from service.graphql import GraphQLApp
from tests.fixtures.ports import ALAS_TOKEN, SNAPSHOT, FakePorts
from tests.fixtures.sockets import PROTOCOL, WAIT_SECONDS

FEED = 'subscription { matchEvents(matchId: "m_0001") { seq } }'


@pytest.fixture
def ports() -> FakePorts:
    found = FakePorts()
    found.items, found.ends = (SNAPSHOT,), False
    return found


@asynccontextmanager
async def serving(ports: FakePorts) -> AsyncIterator[tuple[uvicorn.Server, str]]:
    """Serve the endpoint on a free port for the length of a block; give server and address."""
    app = GraphQLApp(ports.services(), development=False)
    config = uvicorn.Config(
        app,
        ws="websockets-sansio",
        lifespan="off",
        log_config=None,
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    listener = socket.create_server(("127.0.0.1", 0))
    task = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        yield server, f"ws://127.0.0.1:{listener.getsockname()[1]}/graphql"
    finally:
        server.should_exit = True
        await asyncio.wait_for(task, WAIT_SECONDS)
        listener.close()


@asynccontextmanager
async def following(address: str) -> AsyncIterator[ClientConnection]:
    """Open a socket by the header of the upgrade, and a feed on it up to its first item."""
    headers = {"Authorization": f"Bearer {ALAS_TOKEN}"}
    async with connect(
        address, subprotocols=[Subprotocol(PROTOCOL)], additional_headers=headers
    ) as client:
        await client.send('{"type": "connection_init"}')
        assert json.loads(await client.recv()) == {"type": "connection_ack"}
        payload = {"query": FEED}
        await client.send(json.dumps({"type": "subscribe", "id": "feed", "payload": payload}))
        assert json.loads(await client.recv())["type"] == "next"
        yield client


async def closing_code(client: ClientConnection) -> int | None:
    """Return the code with which the server closes the socket."""
    with pytest.raises(ConnectionClosed) as caught:
        await asyncio.wait_for(client.recv(), WAIT_SECONDS)
    return caught.value.rcvd.code if caught.value.rcvd else None


async def test_cut_connection_closes_its_feed(ports: FakePorts) -> None:
    async with serving(ports) as (_, address), following(address) as client:
        assert ports.open_feeds == 1
        client.transport.abort()

        await asyncio.wait_for(ports.left.wait(), WAIT_SECONDS)
        assert ports.open_feeds == 0


async def test_binary_frame_closes_with_4400(ports: FakePorts) -> None:
    async with serving(ports) as (_, address), following(address) as client:
        await client.send(b'{"type": "ping"}')

        assert await closing_code(client) == 4400


async def test_server_that_ends_closes_with_1012_and_ends_in_time(ports: FakePorts) -> None:
    async with serving(ports) as (server, address), following(address) as client:
        server.should_exit = True

        assert await closing_code(client) == 1012

    assert ports.open_feeds == 0
