"""A connection for subscriptions says what is asked, gives what it hears, and tells of its end."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import redis
from redis.exceptions import ConnectionError as Cut
from redis.exceptions import ResponseError

from service.embedded import server_binary
from service.store.subscriber import ServerSubscriber
from tests.fixtures.proxy import wire_to
from tests.fixtures.valkey import free_port, running_server

LIMIT_S = 10.0
SHORT_S = 0.02


@asynccontextmanager
async def subscriber_of(url: str, *, room: int = 100) -> AsyncIterator[ServerSubscriber]:
    """Give a connection to a server."""
    subscriber = ServerSubscriber(url, room=room)
    await subscriber.connect()
    yield subscriber
    await subscriber.disconnect(nowait=True)


async def heard(subscriber: ServerSubscriber, count: int) -> list[object]:
    """Return the next messages."""
    return [await subscriber.read_response(timeout=LIMIT_S) for _ in range(count)]


async def is_up(subscriber: ServerSubscriber) -> None:
    """Return once the server has answered."""
    await subscriber.send_command("PING")
    assert await heard(subscriber, 1) == [b"PONG"]


@pytest.fixture
def client(server_url: str) -> Iterator[redis.Redis]:
    """Give another client of each kind of server."""
    with redis.Redis.from_url(server_url) as made:
        yield made


async def test_what_is_told_in_a_channel_is_heard_in_order(
    server_url: str, client: redis.Redis
) -> None:
    async with subscriber_of(server_url) as subscriber:
        await subscriber.send_command("SSUBSCRIBE", b"news")
        assert await heard(subscriber, 1) == [[b"ssubscribe", b"news", 1]]
        for number in range(200):
            client.spublish("news", str(number))

        told = await heard(subscriber, 200)
        await subscriber.send_command("SUNSUBSCRIBE", b"news")
        assert await heard(subscriber, 1) == [[b"sunsubscribe", b"news", 0]]

    assert told == [[b"smessage", b"news", b"%d" % number] for number in range(200)]


async def test_a_server_waits_until_there_is_room(valkey_url: str) -> None:
    """However little room there is, nothing is lost."""
    async with subscriber_of(valkey_url, room=3) as subscriber:
        for number in range(2_000):
            await subscriber.send_command("PING", b"%d" % number)
        await subscriber.send_command("SSUBSCRIBE", b"end")

        told = await heard(subscriber, 2_001)

    assert told == [*(b"%d" % number for number in range(2_000)), [b"ssubscribe", b"end", 1]]


async def test_nothing_comes_from_a_server_that_says_nothing(valkey_url: str) -> None:
    async with subscriber_of(valkey_url) as subscriber:
        assert await subscriber.read_response(timeout=SHORT_S) is None
        await subscriber.send_command("PING")
        assert await heard(subscriber, 1) == [b"PONG"]
        assert await subscriber.read_response(timeout=SHORT_S) is None


async def test_who_waits_may_be_cancelled_and_ask_again(valkey_url: str) -> None:
    async with subscriber_of(valkey_url) as subscriber:
        waits = asyncio.create_task(subscriber.read_response(timeout=LIMIT_S))
        await asyncio.sleep(0)
        waits.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waits

        await subscriber.send_command("PING")

        assert await heard(subscriber, 1) == [b"PONG"]


async def test_a_refusal_is_raised_in_its_place(valkey_url: str) -> None:
    async with subscriber_of(valkey_url) as subscriber:
        await subscriber.send_command("SSUBSCRIBE")
        await subscriber.send_command("PING")

        with pytest.raises(ResponseError, match="wrong number of arguments"):
            await heard(subscriber, 1)
        assert await heard(subscriber, 1) == [b"PONG"]


async def test_a_cut_is_told_after_what_came_before(valkey_url: str) -> None:
    async with wire_to(valkey_url) as wire, subscriber_of(wire.url) as subscriber:
        await is_up(subscriber)
        wire.cut()
        subscriber.data_received(b"+PONG\r\n")

        assert await heard(subscriber, 1) == [b"PONG"]
        for _ in range(2):
            with pytest.raises(Cut):
                await heard(subscriber, 1)
        with pytest.raises(Cut):
            await subscriber.send_command("PING")


async def test_who_waits_learns_of_a_cut(valkey_url: str) -> None:
    async with wire_to(valkey_url) as wire, subscriber_of(wire.url) as subscriber:
        await is_up(subscriber)
        waits = asyncio.create_task(subscriber.read_response(timeout=LIMIT_S))
        await asyncio.sleep(0)
        wire.cut()

        with pytest.raises(Cut):
            await waits


async def test_a_server_that_is_not_there_or_does_not_let_us_in_is_a_cut(tmp_path: Path) -> None:
    nowhere = ServerSubscriber(f"redis://127.0.0.1:{free_port()}/0")
    with pytest.raises(Cut):
        await nowhere.connect()
    assert not nowhere.is_connected

    with running_server(server_binary(), tmp_path) as url:
        stranger = ServerSubscriber(url.replace("//", "//ala:wrong@"))
        with pytest.raises(Cut):
            await stranger.connect()
        assert not stranger.is_connected


async def test_a_server_that_does_not_speak_as_it_should_is_cut(valkey_url: str) -> None:
    async with subscriber_of(valkey_url) as subscriber:
        subscriber.data_received(b"HTTP/1.1 400\r\n")

        with pytest.raises(Cut):
            await heard(subscriber, 1)
