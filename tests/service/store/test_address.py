"""The client is let in as the address says: user, password, database, socket, certificates."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import redis

from service.embedded import server_binary
from service.store.address import read_address
from service.store.client import ServerCommands
from service.store.errors import StoreUnavailableError
from tests.fixtures.tls import tls_server
from tests.fixtures.valkey import redis7_binary, running_server


@asynccontextmanager
async def client_of(url: str) -> AsyncIterator[ServerCommands]:
    """Give a client of a server."""
    commands = ServerCommands(url)
    yield commands
    await commands.close()


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[redis.Redis]:
    """Give a server that has a user of its own, and a unix socket."""
    directory = tmp_path_factory.mktemp("guarded")
    socket = str(directory / "socket")
    with (
        running_server(server_binary(), directory, "--unixsocket", socket) as url,
        redis.Redis.from_url(url) as admin,
    ):
        admin.acl_setuser(
            "ala", enabled=True, passwords=["+p@ss w/rd"], keys="*", categories=["+@all"]
        )
        yield admin


def address(server: redis.Redis, start: str = "", path: str = "") -> str:
    """Return the address of a server, with what comes before the host and behind the port."""
    return f"redis://{start}127.0.0.1:{server.get_connection_kwargs()['port']}{path}"


def test_an_address_says_how_a_server_lets_us_in() -> None:
    plain = read_address("redis://store", 2.0)
    whole = read_address("redis://ala:a%40b@store:7000/3?client_name=api&socket_timeout=5", 2.0)
    password = read_address("unix://:word@/run/valkey?db=2", 2.0)

    assert (plain.host, plain.port, plain.path, plain.tls) == ("store", 6379, None, None)
    assert (plain.greeting, plain.connect_s, plain.reply_s) == ((), 2.0, 2.0)
    assert whole.greeting == (("AUTH", "ala", "a@b"), ("CLIENT", "SETNAME", "api"), ("SELECT", 3))
    assert (whole.host, whole.port, whole.connect_s, whole.reply_s) == ("store", 7_000, 2.0, 5.0)
    assert (password.path, password.greeting) == ("/run/valkey", (("AUTH", "word"), ("SELECT", 2)))


async def test_a_user_and_a_database_are_those_of_the_address(guarded: redis.Redis) -> None:
    async with client_of(address(guarded, "ala:p%40ss%20w%2Frd@", "/2?client_name=us")) as commands:
        who, name = await commands.call("ACL", "WHOAMI"), await commands.call("CLIENT", "GETNAME")
        await commands.call("SET", "a", "b")

    assert (who, name) == (b"ala", b"us")
    assert guarded.info("keyspace")["db2"]["keys"] == 1


@pytest.mark.parametrize(("start", "path"), [("ala:wrong@", ""), ("nobody:p@", "/1"), ("", "/999")])
async def test_who_is_not_let_in_is_told_so_and_nothing_is_sent(
    guarded: redis.Redis, start: str, path: str
) -> None:
    guarded.delete("n")

    async with client_of(address(guarded, start, path)) as commands:
        with pytest.raises(StoreUnavailableError) as raised:
            await commands.call("INCR", "n")

    assert str(raised.value) in {
        "the server refuses: WRONGPASS",
        "the server does not let us in",
    }
    assert guarded.exists("n") == 0


async def test_a_unix_socket_is_reached(guarded: redis.Redis) -> None:
    path = guarded.config_get("unixsocket")["unixsocket"]

    async with client_of(f"unix://{path}?db=1") as commands:
        assert await commands.call("ECHO", "a") == b"a"


@pytest.mark.parametrize(
    "url", ["unix:///nowhere/at/all", "redis://127.0.0.1:1", "redis://host.invalid"]
)
async def test_where_nobody_listens_the_store_is_unavailable(url: str) -> None:
    async with client_of(url) as commands:
        with pytest.raises(StoreUnavailableError, match="no connection"):
            await commands.call("PING")


async def test_an_option_that_nobody_knows_is_a_fault_of_whoever_wrote_it() -> None:
    async with client_of("redis://127.0.0.1:1/0?colour=red") as commands:
        with pytest.raises(TypeError, match="colour"):
            await commands.call("PING")


@pytest.fixture(scope="module")
def secured(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """Give the address of a server that speaks TLS alone, and its authority's file."""
    binary = redis7_binary()
    assert binary is not None
    with tls_server(binary, tmp_path_factory.mktemp("tls")) as made:
        yield made


@pytest.mark.redis7  # the Valkey that we bring speaks no TLS
async def test_a_server_is_reached_through_tls(secured: tuple[str, Path]) -> None:
    url, authority = secured

    async with client_of(f"{url}?ssl_ca_certs={authority}") as commands:
        assert await commands.call("ECHO", "a" * 100_000) == b"a" * 100_000


@pytest.mark.redis7
@pytest.mark.parametrize("way", ["unvouched", "another's name", "no such file", "plain"])
async def test_only_a_server_that_is_vouched_for_is_spoken_to(
    secured: tuple[str, Path], way: str
) -> None:
    url, authority = secured
    urls = {
        "unvouched": url,
        "another's name": f"{url.replace('127.0.0.1', 'localhost')}?ssl_ca_certs={authority}",
        "no such file": f"{url}?ssl_ca_certs=/nowhere",
        "plain": url.replace("rediss", "redis"),
    }

    async with client_of(urls[way]) as commands:
        with pytest.raises(StoreUnavailableError):
            await commands.call("PING")
