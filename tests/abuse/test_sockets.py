"""One socket cannot take what belongs to the others."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from service.graphql.connection import MAX_OPERATIONS
from tests.abuse.conftest import WAIT_SECONDS, Guest, Service
from tests.fixtures.waiting import soon

FEED = "subscription F($id: ID!) { matchEvents(matchId: $id) { seq } }"
PINGS = 5_000

# Any: the JSON of a message.
Json = dict[str, Any]


@asynccontextmanager
async def opened(service: Service, guest: Guest) -> AsyncIterator[ClientConnection]:
    """Give a socket that has begun, as the guest."""
    address = f"ws://{service.host}:{service.port}/graphql"
    async with connect(address, subprotocols=[Subprotocol("graphql-transport-ws")]) as socket:
        await say(socket, "connection_init", payload={"token": guest.token})
        assert (await hear(socket))["type"] == "connection_ack"
        yield socket


async def say(socket: ClientConnection, kind: str, **message: Any) -> None:
    """Send a message of the protocol."""
    await socket.send(json.dumps({"type": kind, **message}))


async def hear(socket: ClientConnection) -> Json:
    """Return the next message."""
    found: Json = json.loads(await asyncio.wait_for(socket.recv(), WAIT_SECONDS))
    return found


async def test_three_hundred_subscriptions_are_a_hundred_and_refusals(
    service: Service, arrive: Callable[[str], Guest]
) -> None:
    ada = arrive("Ada")
    match_id = ada.match()
    async with opened(service, ada) as socket:
        for number in range(300):
            payload = {"query": FEED, "variables": {"id": match_id}}
            await say(socket, "subscribe", id=str(number), payload=payload)
        answered: dict[str, str] = {}
        refused = set()
        while len(answered) < 300:
            message = await hear(socket)
            answered[message["id"]] = message["type"]
            if message["type"] == "error":
                refused |= {at["extensions"]["code"] for at in message["payload"]}

        assert refused == {"BUSY"}
        assert list(answered.values()).count("next") == MAX_OPERATIONS
        await say(socket, "complete", id="0")
        assert await soon(lambda: _has_room(socket))


async def _has_room(socket: ClientConnection) -> bool:
    """Return whether the socket runs one more operation."""
    payload = {"query": "{ ruleSets { id } }"}
    await say(socket, "subscribe", id="more", payload=payload)
    if (await hear(socket))["type"] == "error":
        return False
    return bool((await hear(socket))["type"] == "complete")


async def test_a_flood_of_pings_is_answered_and_holds_up_nobody(
    service: Service, arrive: Callable[[str], Guest], nobody: httpx.Client
) -> None:
    async with opened(service, arrive("Ada")) as socket:

        async def flood() -> None:
            for _ in range(PINGS):
                await say(socket, "ping")

        async def pongs() -> int:
            return sum([(await hear(socket))["type"] == "pong" for _ in range(PINGS)])

        flooding = asyncio.create_task(flood())
        counting = asyncio.create_task(pongs())
        async with asyncio.timeout(WAIT_SECONDS):
            assert (await asyncio.to_thread(nobody.get, "/readyz")).status_code == 200
        await flooding
        assert await counting == PINGS


async def test_a_message_that_is_too_long_ends_the_socket(
    service: Service, arrive: Callable[[str], Guest]
) -> None:
    async with opened(service, arrive("Ada")) as socket:
        closed = None
        try:
            await socket.send("x" * 200_000)
            await asyncio.wait_for(socket.recv(), WAIT_SECONDS)
        except ConnectionClosed as error:
            closed = error.rcvd

        assert closed is not None
        assert closed.code == 1009
