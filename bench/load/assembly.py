"""What one assembles from the parts at hand: Strawberry's view and subscriptions, and redis-py.

`python -m bench.load.assembly PORT`, with `REDIS_URL`. It is written with care: texts are parsed
and validated once, one connection hears of all matches, a lost race is tried again. It knows no
accounts, keys of moves, budgets, or log.
"""

import asyncio
import os
import socket
import sys
from collections import defaultdict
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import msgspec
import redis.asyncio
import strawberry
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket
from strawberry.asgi import GraphQL
from strawberry.extensions import ParserCache, ValidationCache

from bench.load.tricks import Game, opened, play

_CONNECTIONS: Final = 50  # as redis-py's own; whoever finds none free waits
_COMMIT: Final = """
local at = redis.call('HGET', KEYS[1], 'version')
if at and at ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'version', ARGV[2], 'game', ARGV[3])
redis.call('PUBLISH', 'moves', ARGV[4])
return 1
"""


@strawberry.type
class Event:
    """A card that was played, and what a seat holds after it."""

    version: int
    seat: int
    card: int
    turn: int
    points: list[int]
    hand: list[int]


@strawberry.type
class Moved:
    """The answer to a move."""

    ok: bool
    version: int


class Told(msgspec.Struct):
    """What all processes are told of a move."""

    match_id: str
    seat: int
    card: int
    game: Game


class Table:
    """The matches in the store, and the queues of those who follow them."""

    def __init__(self, url: str) -> None:
        pool = redis.asyncio.BlockingConnectionPool.from_url(url, max_connections=_CONNECTIONS)
        self._redis = redis.asyncio.Redis(connection_pool=pool)
        self._commit = self._redis.register_script(_COMMIT)
        self._following: dict[str, set[asyncio.Queue[Told]]] = defaultdict(set)

    async def create(self, match_id: str, seed: int) -> None:
        """Make a match."""
        await self._redis.hset(
            match_id, mapping={"version": 0, "game": msgspec.json.encode(opened(seed))}
        )

    async def read(self, match_id: str) -> Game:
        """Return a match."""
        return msgspec.json.decode(await self._redis.hget(match_id, "game") or b"", type=Game)

    async def move(self, match_id: str, seat: int, card: int, version: int) -> Moved:
        """Play a card in the version that the player saw."""
        game = await self.read(match_id)
        if game.version != version or not play(game, seat, card):
            return Moved(ok=False, version=game.version)
        told = msgspec.json.encode(Told(match_id, seat, card, game))
        state = msgspec.json.encode(game)
        done = await self._commit(keys=[match_id], args=[version, game.version, state, told])
        return Moved(ok=bool(done), version=game.version)

    async def follow(self, match_id: str, seat: int) -> AsyncGenerator[Event]:
        """Yield the match as it is, then each move."""
        queue: asyncio.Queue[Told] = asyncio.Queue()
        self._following[match_id].add(queue)
        try:
            yield _event(await self.read(match_id), seat, -1, -1)
            while True:
                told = await queue.get()
                yield _event(told.game, seat, told.seat, told.card)
        finally:
            self._following[match_id].discard(queue)

    async def listen(self) -> None:
        """Hand on what is published, until it is cancelled."""
        async with self._redis.pubsub() as channel:
            await channel.subscribe("moves")
            async for message in channel.listen():
                if message["type"] != "message":
                    continue
                told = msgspec.json.decode(message["data"], type=Told)
                for queue in self._following[told.match_id]:
                    queue.put_nowait(told)


def _event(game: Game, seat: int, mover: int, card: int) -> Event:
    return Event(
        version=game.version,
        seat=mover,
        card=card,
        turn=game.turn,
        points=game.points,
        hand=game.hands[seat],
    )


Info = strawberry.Info[Table, None]


@strawberry.type
class Query:
    """A root of queries, as every schema needs one."""

    @strawberry.field
    async def version(self, info: Info, match_id: strawberry.ID) -> int:
        """Return the version of a match."""
        return (await info.context.read(match_id)).version


@strawberry.type
class Mutation:
    """What changes something."""

    @strawberry.mutation
    async def create_match(self, info: Info, match_id: strawberry.ID, seed: int) -> bool:
        """Make a match."""
        await info.context.create(match_id, seed)
        return True

    @strawberry.mutation
    async def submit_move(
        self, info: Info, match_id: strawberry.ID, seat: int, card: int, version: int
    ) -> Moved:
        """Play a card."""
        return await info.context.move(match_id, seat, card, version)


@strawberry.type
class Subscription:
    """What can be followed."""

    @strawberry.subscription
    async def events(self, info: Info, match_id: strawberry.ID, seat: int) -> AsyncGenerator[Event]:
        """Yield what a seat sees."""
        async for event in info.context.follow(match_id, seat):
            yield event


class View(GraphQL[Table, None]):
    """Strawberry's view with the matches as its context."""

    def __init__(self, table: Table) -> None:
        schema = strawberry.Schema(
            Query, Mutation, Subscription, extensions=[ParserCache, ValidationCache]
        )
        super().__init__(schema, allowed_origins=("*",))
        self._table = table

    async def get_context(
        self, request: Request | WebSocket, response: Response | WebSocket
    ) -> Table:
        """Return the matches."""
        del request, response
        return self._table


def application(url: str) -> Starlette:
    """Return the application over a store."""
    table = Table(url)

    @asynccontextmanager
    async def span(app: Starlette) -> AsyncIterator[None]:
        del app
        listening = asyncio.create_task(table.listen())
        yield
        listening.cancel()

    app = Starlette(lifespan=span)
    app.mount("/graphql", View(table))
    return app


class Server(uvicorn.Server):
    """Says when it is ready."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, and say so."""
        await super().startup(sockets)
        print("ready", flush=True)


if __name__ == "__main__":
    config = uvicorn.Config(
        application(os.environ["REDIS_URL"]),
        port=int(sys.argv[1]),
        loop="uvloop",
        http="httptools",
        log_level="warning",
        access_log=False,
    )
    Server(config).run()
