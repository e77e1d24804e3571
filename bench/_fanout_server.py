"""The server of `bench.fanout`: real hub, real endpoint, and a log that grows when told.

Run as a child: it says its port, then for each line `EVENTS PER_SECOND` on standard input what
that cost, as one line of JSON.
"""

import asyncio
import gc
import json
import socket
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import uvicorn
from msgspec import Struct
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp
from starlette.websockets import WebSocket
from strawberry.asgi import GraphQL
from strawberry.subscriptions import GRAPHQL_TRANSPORT_WS_PROTOCOL

from engine.events import Entry
from schema.context import Services
from schema.graphql import Asked, build_schema
from service.feed.hub import Hub
from service.graphql import GraphQLApp
from service.server import uvicorn_config
from service.services import build_services
from service.store.memory import MemoryStore
from service.store.ports import Listener
from service.store.record import Snapshot
from service.usecases.matches import MatchService
from service.usecases.presence import PresenceService
from tests.fixtures.house import AskedJobs, Clock, open_house

_REST_S: Final = 0.2  # a server that has worked less than a tenth of this has sent everything


class Log(Struct, frozen=True):
    """A match as it stood when it began, and all that was played in it."""

    start: Snapshot
    entries: tuple[Entry, ...]


async def played_log() -> Log:
    """Return a match of bots, played to its end."""
    house = open_house()
    match = await house.match_of()
    start = await house.store.read(match.id)
    while (record := (await house.store.read(match.id)).record).status == "playing":
        if record.deadline_ms is None:
            await house.others_move(match.id)
        else:
            house.clock.now_ms = record.deadline_ms
            await house.turns.time_out(match.id, record.version)
    return Log(start, await house.store.entries(match.id, 0, record.version))


class GrowingStore(MemoryStore):
    """Every match has the same log, and as much of it as has been published.

    That is told as what the process itself has committed.
    """

    def __init__(self, log: Log) -> None:
        super().__init__(Clock())
        self._log = log
        self._listening: dict[str, Listener] = {}
        self.heads: dict[str, int] = {}

    def publish(self, match_id: str) -> None:
        """Let the log of a match grow by one entry."""
        head = self.heads[match_id] = self._head(match_id) + 1
        if match_id in self._listening:
            self._listening[match_id].tell(head, self._log.entries[head - 1])

    def _head(self, match_id: str) -> int:
        return self.heads.get(match_id, self._log.start.record.version)

    async def read(self, match_id: str) -> Snapshot:
        """Return the match as it stood when it began."""
        record = replace(self._log.start.record, id=match_id)
        return replace(self._log.start, record=record)

    async def entries(self, match_id: str, after: int, limit: int) -> tuple[Entry, ...]:
        """Return what has been published."""
        return self._log.entries[after : min(self._head(match_id), after + limit)]

    @asynccontextmanager
    async def listen(self, match_id: str, listener: Listener) -> AsyncIterator[None]:
        """Let a listener be told of a match."""
        self._listening[match_id] = listener
        listener.tell(self._head(match_id))
        yield
        del self._listening[match_id]


def services_on(store: GrowingStore) -> Services:
    """Return use cases over a growing store."""
    jobs = AskedJobs()
    matches = MatchService(store, jobs, Hub(store), PresenceService(store))
    return replace(build_services(store=store, jobs=jobs), matches=matches)


class StrawberrySockets(GraphQL[Asked, None]):
    """What Strawberry brings along, which executes each item anew for each viewer."""

    def __init__(self, services: Services) -> None:
        protocols = (GRAPHQL_TRANSPORT_WS_PROTOCOL,)
        super().__init__(build_schema(), subscription_protocols=protocols, allowed_origins=("*",))
        self._services = services

    async def get_context(
        self, request: Request | WebSocket, response: Response | WebSocket
    ) -> Asked:
        """Return what the operations of nobody know."""
        del request, response
        return Asked(self._services)


def app_of(kind: str, services: Services) -> ASGIApp:
    """Return the subject of a run."""
    if kind == "strawberry":
        return StrawberrySockets(services)
    return GraphQLApp(services, development=False)


async def publish(
    store: GrowingStore, matches: int, events: int, per_second: float
) -> dict[str, object]:
    """Publish so many entries in turn over all matches; return CPU seconds and each moment."""
    cpu, began, moments = time.process_time(), time.monotonic(), []
    for event in range(events):
        await asyncio.sleep(began + event / per_second - time.monotonic())
        moments.append(time.monotonic())
        store.publish(f"m_{event % matches}")
    spent = cpu
    while time.process_time() - spent > _REST_S / 10:
        spent = time.process_time()
        await asyncio.sleep(_REST_S)
    return {"cpu_s": time.process_time() - cpu, "moments": moments}


async def serve(kind: str, matches: int) -> None:
    """Serve until standard input ends."""
    gc.freeze()
    gc.set_threshold(50_000, 50, 1_000)  # as the service does
    store = GrowingStore(await played_log())
    listener = socket.create_server(("127.0.0.1", 0), backlog=2048)
    server = uvicorn.Server(uvicorn_config(app_of(kind, services_on(store))))
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    print(listener.getsockname()[1], flush=True)
    while line := await asyncio.to_thread(sys.stdin.readline):
        events, per_second = line.split()
        cost = await publish(store, matches, int(events), float(per_second))
        print(json.dumps(cost), flush=True)
    server.should_exit = True
    await serving


if __name__ == "__main__":
    import uvloop

    uvloop.run(serve(sys.argv[1], int(sys.argv[2])))
