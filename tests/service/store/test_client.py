"""The client sends everything once, on one connection, and tells faults apart."""

import asyncio
import hashlib
from collections.abc import AsyncIterator

import pytest
import redis

from service.store.client import ServerCommands
from service.store.commands import Script, SlotsApartError, load_script
from service.store.errors import StoreFullError, StoreUnavailableError
from tests.fixtures.proxy import Wire, wire_to
from tests.fixtures.valkey import free_port


@pytest.fixture
async def wire(empty_valkey_url: str) -> AsyncIterator[Wire]:
    """Give a wire to an empty Valkey."""
    async with wire_to(empty_valkey_url) as made:
        yield made


@pytest.fixture
async def commands(wire: Wire) -> AsyncIterator[ServerCommands]:
    """Give a client behind the wire that waits half a second."""
    made = ServerCommands(wire.url, patience_s=0.5)
    yield made
    await made.close()


def script_of(text: str) -> Script:
    """Return a script of a test's own."""
    return Script(text, hashlib.sha1(text.encode()).hexdigest())


def raising(message: str) -> Script:
    """Return a script that answers with an error of a server."""
    return Script(f"return redis.error_reply('{message}')", "0" * 40)


async def test_replies_come_as_the_server_sends_them(commands: ServerCommands) -> None:
    assert await commands.call("SET", "a", b"\xff") == b"OK"
    assert await commands.call("GET", "a") == b"\xff"
    assert await commands.call("GET", "b") is None
    assert await commands.call("HSET", "h", "f", 1) == 1
    assert await commands.call("HGETALL", "h") == [b"f", b"1"]


async def test_a_write_whose_answer_is_lost_ran_once(
    commands: ServerCommands, wire: Wire, valkey_url: str
) -> None:
    wire.lost_answers = 1
    with pytest.raises(StoreUnavailableError):
        await commands.call("INCR", "n")

    with redis.Redis.from_url(valkey_url) as client:
        assert client.get("n") == b"1"


async def test_a_write_to_a_server_that_says_nothing_ran_once(
    commands: ServerCommands, wire: Wire, valkey_url: str
) -> None:
    assert await commands.call("INCR", "n") == 1

    wire.dead = wire.connections
    with pytest.raises(StoreUnavailableError):
        await commands.call("INCR", "n")
    wire.dead = 0

    assert await commands.call("INCR", "n") == 3


async def test_an_address_where_nobody_listens_is_unavailable() -> None:
    commands = ServerCommands("redis://127.0.0.1:1/0")

    with pytest.raises(StoreUnavailableError):
        await commands.call("PING")

    await commands.close()


async def test_hundreds_share_one_connection_and_each_gets_his_own_reply(
    empty_valkey_url: str,
) -> None:
    async with wire_to(empty_valkey_url) as wire:
        commands = ServerCommands(wire.url)
        replies = await asyncio.gather(*(commands.call("INCR", "n") for _ in range(500)))
        echoed = await asyncio.gather(*(commands.call("ECHO", at) for at in range(500)))
        await commands.close()

    assert replies == list(range(1, 501))
    assert echoed == [b"%d" % at for at in range(500)]
    assert wire.connections == 1


async def test_after_a_loss_one_attempt_serves_all_who_come(
    commands: ServerCommands, wire: Wire
) -> None:
    await commands.call("PING")
    wire.cut()
    with pytest.raises(StoreUnavailableError):
        await commands.call("PING")

    replies = await asyncio.gather(*(commands.call("INCR", "n") for _ in range(200)))

    assert replies == list(range(1, 201))
    assert wire.connections == 2


async def test_a_failed_attempt_is_told_to_all_and_the_next_call_makes_another(
    empty_valkey_url: str,
) -> None:
    port = free_port()
    commands = ServerCommands(f"redis://127.0.0.1:{port}/0")

    faults = await asyncio.gather(
        *(commands.call("INCR", "n") for _ in range(20)), return_exceptions=True
    )
    async with wire_to(empty_valkey_url, port=port) as wire:
        reply = await commands.call("INCR", "n")
        await commands.close()

    assert [type(fault) for fault in faults] == [StoreUnavailableError] * 20
    assert (reply, wire.connections) == (1, 1)


async def test_a_caller_who_leaves_during_the_attempt_leaves_it_to_the_others(
    empty_valkey_url: str,
) -> None:
    commands = ServerCommands(empty_valkey_url)
    leaves, stays = commands.call("INCR", "n"), commands.call("INCR", "n")
    await asyncio.sleep(0)

    leaves.cancel()

    assert await stays == 1
    await commands.close()


async def test_a_client_that_was_closed_takes_no_calls(empty_valkey_url: str) -> None:
    commands = ServerCommands(empty_valkey_url)
    waiting = commands.call("INCR", "n")
    await asyncio.sleep(0)

    await commands.close()

    for sent in (waiting, commands.call("INCR", "n")):
        with pytest.raises(StoreUnavailableError, match="closed"):
            await sent


async def test_a_script_runs_once_for_each_key_in_one_round_trip(empty_valkey_url: str) -> None:
    commands = ServerCommands(empty_valkey_url)
    script = script_of("return {KEYS[1], ARGV[1]}")

    unseen = await commands.run_each(script, ("a", "b"), ("x",))
    seen = await commands.try_each(script, ("c", "d"), ("y",))
    with pytest.raises(redis.ResponseError):
        await commands.run_each(script_of("return redis.call('nothing')"), ("a",), ())
    await commands.close()

    assert unseen == [[b"a", b"x"], [b"b", b"x"]]
    assert seen == [[b"c", b"y"], [b"d", b"y"]]


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
        ("ERR max number of clients reached", StoreUnavailableError),
        ("CROSSSLOT Keys in request do not hash to the same slot", SlotsApartError),
    ],
)
async def test_faults_of_the_server_have_their_own_errors(
    commands: ServerCommands, message: str, error: type[Exception]
) -> None:
    with pytest.raises(error) as raised:
        await commands.run(raising(message), (), ())

    assert type(raised.value) is error


async def test_a_fault_of_our_own_passes_as_it_is(commands: ServerCommands) -> None:
    await commands.call("SET", "a", "text")

    with pytest.raises(redis.ResponseError, match="WRONGTYPE"):
        await commands.call("HGET", "a", "field")


async def test_errors_tell_no_address(wire: Wire) -> None:
    commands = ServerCommands("redis://:hunter2@127.0.0.1:1/0")

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
