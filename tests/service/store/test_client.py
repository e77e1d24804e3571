"""The client sends everything once, waits a short time, and tells faults apart."""

import asyncio
from collections.abc import AsyncIterator

import pytest
import redis

from service.store.client import RedisPyCommands
from service.store.commands import Script, SlotsApartError, load_script
from service.store.errors import StoreFullError, StoreUnavailableError
from tests.fixtures.proxy import Wire, wire_to


@pytest.fixture
async def wire(empty_valkey_url: str) -> AsyncIterator[Wire]:
    """Give a wire to an empty Valkey."""
    async with wire_to(empty_valkey_url) as made:
        yield made


@pytest.fixture
async def commands(wire: Wire) -> AsyncIterator[RedisPyCommands]:
    """Give a client behind the wire that waits a tenth of a second."""
    made = RedisPyCommands(wire.url, patience_s=0.1)
    yield made
    await made.close()


def raising(message: str) -> Script:
    """Return a script that answers with an error of a server."""
    return Script(f"return redis.error_reply('{message}')", "0" * 40)


async def test_replies_come_as_the_server_sends_them(commands: RedisPyCommands) -> None:
    assert await commands.call("SET", "a", b"\xff") == b"OK"
    assert await commands.call("GET", "a") == b"\xff"
    assert await commands.call("GET", "b") is None
    assert await commands.call("HSET", "h", "f", 1) == 1
    assert await commands.call("HGETALL", "h") == [b"f", b"1"]


async def test_a_write_whose_answer_is_lost_ran_once(
    commands: RedisPyCommands, wire: Wire, valkey_url: str
) -> None:
    wire.lost_answers = 1
    with pytest.raises(StoreUnavailableError):
        await commands.call("INCR", "n")

    with redis.Redis.from_url(valkey_url) as client:
        assert client.get("n") == b"1"


async def test_a_write_to_a_server_that_says_nothing_ran_once(
    commands: RedisPyCommands, wire: Wire, valkey_url: str
) -> None:
    assert await commands.call("INCR", "n") == 1

    wire.dead = wire.connections
    with pytest.raises(StoreUnavailableError):
        await commands.call("INCR", "n")
    wire.dead = 0

    assert await commands.call("INCR", "n") == 3


async def test_an_address_where_nobody_listens_is_unavailable() -> None:
    commands = RedisPyCommands("redis://127.0.0.1:1/0")

    with pytest.raises(StoreUnavailableError):
        await commands.call("PING")

    await commands.close()


async def test_calls_wait_for_a_connection_when_all_are_taken(empty_valkey_url: str) -> None:
    commands = RedisPyCommands(empty_valkey_url)

    replies = await asyncio.gather(*(commands.call("INCR", "n") for _ in range(200)))
    await commands.close()

    assert sorted(reply for reply in replies if isinstance(reply, int)) == list(range(1, 201))


@pytest.mark.parametrize(
    ("message", "error"),
    [
        ("OOM command not allowed when used memory > maxmemory", StoreFullError),
        ("READONLY You can not write against a read only replica", StoreUnavailableError),
        ("LOADING the dataset is being loaded", StoreUnavailableError),
        ("MASTERDOWN Link with MASTER is down", StoreUnavailableError),
        ("CLUSTERDOWN The cluster is down", StoreUnavailableError),
        ("MISCONF unable to persist on disk", StoreUnavailableError),
        ("NOREPLICAS Not enough good replicas to write", StoreUnavailableError),
        ("BUSY a script is running", StoreUnavailableError),
        ("NOAUTH Authentication required", StoreUnavailableError),
        ("CROSSSLOT Keys in request do not hash to the same slot", SlotsApartError),
    ],
)
async def test_faults_of_the_server_have_their_own_errors(
    commands: RedisPyCommands, message: str, error: type[Exception]
) -> None:
    with pytest.raises(error) as raised:
        await commands.run(raising(message), (), ())

    assert type(raised.value) is error


async def test_a_fault_of_our_own_passes_as_it_is(commands: RedisPyCommands) -> None:
    await commands.call("SET", "a", "text")

    with pytest.raises(redis.ResponseError, match="WRONGTYPE"):
        await commands.call("HGET", "a", "field")


async def test_errors_tell_no_address(wire: Wire) -> None:
    commands = RedisPyCommands("redis://:hunter2@127.0.0.1:1/0")

    with pytest.raises(StoreUnavailableError) as raised:
        await commands.call("PING")

    assert "hunter2" not in str(raised.value)
    assert "127.0.0.1" not in str(raised.value)
    await commands.close()


@pytest.mark.parametrize("name", ["read", "commit", "claim_due", "page"])
def test_every_script_lists_its_keys_and_arguments(name: str) -> None:
    text = load_script(name).text

    assert "-- KEYS: 1 " in text or "-- KEYS: due sets" in text
    assert "-- ARGV: " in text
    assert "-- Returns " in text
