"""A thousand connections come and go, half of them cut: nothing of them is left in a process."""

import asyncio
import gc
import random
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import redis
from msgspec import Struct
from msgspec.structs import astuple
from starlette.applications import Starlette

from service.app import create_app
from service.config import Settings
from service.server import Server, uvicorn_config
from service.store.redis import RedisStore
from service.usecases import steps
from tests.fixtures.rest import guest, new_match
from tests.fixtures.waiting import soon
from tests.soak.visits import following, visit

CONNECTS = 1_000
AT_ONCE = 20


class Held(Struct, frozen=True):
    """What a process and its store hold: tasks, open files, channels; keys of the store."""

    tasks: int
    files: int
    channels: int
    keys: int

    def no_more_than(self, before: "Held") -> bool:
        """Say whether nothing of it is more than it was before."""
        pairs = zip(astuple(self), astuple(before), strict=True)
        return all(now <= then for now, then in pairs)


@asynccontextmanager
async def served(app: Starlette) -> AsyncIterator[str]:
    """Serve an application as the API does, in this loop, and give its address."""
    server = Server(uvicorn_config(app))
    listener = socket.create_server(("127.0.0.1", 0))
    task = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        assert await soon(lambda: _is(server.started))
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        await task
        listener.close()


async def _is(value: bool) -> bool:
    return value


def held(url: str) -> Held:
    """Count what is held."""
    with redis.Redis.from_url(url) as client:
        channels, keys = len(client.execute_command("PUBSUB SHARDCHANNELS")), client.dbsize()
    return Held(
        len(asyncio.all_tasks()), len(list(Path("/proc/self/fd").iterdir())), channels, keys
    )


async def test_nothing_is_left_of_a_thousand_connections(empty_valkey_url: str) -> None:
    settings = {"REDIS_URL": empty_valkey_url, "KIERKI_RATE_LIMITS": "off"}
    app, chance = create_app(Settings.from_env(settings)), random.Random(1)
    async with served(app) as url:
        ada = await guest(app)
        match_id = await new_match(ada)
        token = ada.headers["authorization"].removeprefix("Bearer ")

        async def visits(number: int) -> None:
            for _ in range(number):
                await visit(url, token, match_id, chance)

        await asyncio.gather(*(visits(2) for _ in range(AT_ONCE)))  # pools are as large as ever
        assert await soon(lambda: _is(held(empty_valkey_url).channels == 0))
        before = held(empty_valkey_url)

        await asyncio.gather(*(visits(CONNECTS // AT_ONCE) for _ in range(AT_ONCE)))

        assert await soon(lambda: _is(held(empty_valkey_url).no_more_than(before)), seconds=30), (
            before,
            held(empty_valkey_url),
        )
        streams = app.state.edge.metrics.page().body.decode()
        await ada.aclose()
    assert 'kierki_streams_open{transport="websocket"} 0.0' in streams
    assert 'kierki_streams_open{transport="rest"} 0.0' in streams


async def test_nothing_is_left_of_sockets_that_have_lived_long(empty_valkey_url: str) -> None:
    """What has lived through collections is looked at seldom; here that comes soon.

    In a process that holds much else, too.
    """
    much = [[] for _ in range(1_000_000)]  # type: ignore[var-annotated]  # of nothing
    app = create_app(
        Settings.from_env({"REDIS_URL": empty_valkey_url, "KIERKI_RATE_LIMITS": "off"})
    )
    objects = []
    async with served(app) as url:
        *_, full = gc.get_threshold()
        gc.set_threshold(2_000, 3, full)  # the server sets it back at its end
        ada = await guest(app)
        match_id = await new_match(ada)
        token = ada.headers["authorization"].removeprefix("Bearer ")
        for _ in range(6):
            async with AsyncExitStack() as stack:
                for _ in range(40):
                    await stack.enter_async_context(following(url, token, match_id))
                gc.collect(1)
            assert await soon(lambda: _is(held(empty_valkey_url).channels == 0))
            objects.append(len(gc.get_objects()))
        await ada.aclose()

    assert len(much) == 1_000_000
    assert objects[-1] - objects[0] < 40 * 150 * 2, objects


async def test_nothing_is_left_of_those_who_look_at_a_match_that_is_over(
    empty_valkey_url: str,
) -> None:
    """They are told all there is at once, and go while the process still joins the channel."""
    settings = {"REDIS_URL": empty_valkey_url, "KIERKI_RATE_LIMITS": "off"}
    app, chance = create_app(Settings.from_env(settings)), random.Random(2)
    async with served(app) as url:
        ada = await guest(app)
        matches = [await new_match(ada) for _ in range(20)]
        for match_id in matches:
            await end(empty_valkey_url, match_id)
        token = ada.headers["authorization"].removeprefix("Bearer ")
        tasks = len(asyncio.all_tasks())

        async def visits() -> None:
            for _ in range(20):
                await visit(url, token, chance.choice(matches), chance)

        await asyncio.gather(*(visits() for _ in range(AT_ONCE)))

        async def is_over() -> bool:
            more = len(asyncio.all_tasks()) - tasks
            return held(empty_valkey_url).channels == 0 and more <= 2  # the store's own connections

        assert await soon(is_over, seconds=30), held(empty_valkey_url)
        await ada.aclose()


async def end(store_url: str, match_id: str) -> None:
    """End a match without a result."""
    store = RedisStore.connect(store_url, retention_s=3_600)
    await store.update(match_id, steps.voided, b"the end!")
    await store.close()
