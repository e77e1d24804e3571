"""Measure what GraphQL costs of a move, a match and a delivery, with plans and without.

`python -m bench.graphql [--rounds N]` prints microseconds of a processor per call: the best of N
rounds, in which all subjects take turns, and how many times the ordinary way costs as much as the
planned one, the median of the rounds. All is in process, and the ports behind it answer at once: no
socket, no store. "whole request" is an ASGI call, from reading to writing; "operation" is from a
text that has been seen to bytes; "payload" is one item of a feed for one client.
"""

import argparse
import asyncio
import gc
import statistics
import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, Final

import msgspec
from graphql import OperationDefinitionNode, parse
from msgspec.structs import replace
from starlette.types import ASGIApp, Message, Scope

from schema.context import Services, Viewer
from schema.export import CONTRACT
from schema.graphql import Asked, build_schema
from schema.model import FeedItem, FeedKind, MatchView, PresenceView, SeatPresence
from service.edge import Edge
from service.graphql import GraphQLApp
from service.graphql.documents import Documents
from service.graphql.plan import Planner
from service.graphql.request import Operation
from service.graphql.running import Chosen, Runner
from service.metrics import Transport
from tests.fixtures.house import ALA, open_house
from tests.fixtures.ports import ALAS_TOKEN, ENTRY, MATCH, FakePorts

_CALLS: Final = 200  # of each subject in one round
_OPERATIONS: Final = CONTRACT.with_name("operations")
_MOVE: Final = {
    "input": {
        "matchId": MATCH.id,
        "expectedVersion": 7,
        "idempotencyKey": "move-7",
        "move": {"play": "QS"},
    }
}
_WAYS: Final = ("planned", "ordinary")
_encode: Final = msgspec.json.Encoder().encode

Subject = Callable[[], Awaitable[object]]


class Ports(FakePorts):
    """Ports that know one match in play, everybody at its table, and an endless feed."""

    def __init__(self, seen: MatchView, item: FeedItem) -> None:
        super().__init__()
        self.seen = seen
        self.item = item

    def services(self) -> Services:
        """Return the ports as a process has them."""
        return replace(super().services(), presence=self)

    def _note(self, name: str, *arguments: object) -> None:
        """Forget what was asked."""

    async def presence(self, viewer: Viewer, match_id: str) -> PresenceView:
        """Return that all are there."""
        del viewer
        seats = tuple(SeatPresence(seat=at, present=True) for at in range(4))
        return PresenceView(match_id=match_id, seats=seats)

    async def feed(
        self, viewer: Viewer, match_id: str, after: str | None
    ) -> AsyncIterator[FeedItem]:
        """Yield an item again and again, each time as a new one."""
        del viewer, match_id, after
        while True:
            yield replace(self.item)


def text_of(name: str) -> str:
    """Return a published operation."""
    return Path(_OPERATIONS, f"{name}.graphql").read_text(encoding="utf-8")


def request(app: ASGIApp, query: str) -> Subject:
    """Return a subject that sends one move and reads the answer."""
    body = _encode({"query": query, "variables": _MOVE})
    headers = {
        "accept": "application/graphql-response+json",
        "authorization": f"Bearer {ALAS_TOKEN}",
        "content-type": "application/json",
        "content-length": str(len(body)),
    }
    scope: Scope = {
        "type": "http",
        "method": "POST",
        "path": "/graphql",
        "query_string": b"",
        "headers": [(name.encode(), text.encode()) for name, text in headers.items()],
    }

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            assert message["status"] == 200, message

    async def call() -> None:
        await app(dict(scope), receive, send)

    return call


class Bench:
    """Makes subjects over one schema."""

    def __init__(self) -> None:
        self._schema = build_schema()
        self._open: list[AsyncGenerator[bytes]] = []

    async def close(self) -> None:
        """End the feeds that are followed."""
        for payloads in self._open:
            await payloads.aclose()

    def runner(self, way: str, text: str) -> Runner:
        """Return what runs a text in one of the ways."""
        planner = Planner(self._schema, [text]) if way == "planned" else None
        documents = Documents(self._schema.core, planner=planner)
        return Runner(self._schema, documents, Edge(), Transport.GRAPHQL)

    def operation(self, way: str, name: str, variables: dict[str, Any], ports: Ports) -> Subject:
        """Return a subject that runs an operation from its text to its bytes."""
        text, asked = text_of(name), Asked(ports.services())
        runner = self.runner(way, text)

        async def call() -> None:
            outcome = await runner.run(self._chosen(runner, text, variables), asked)
            assert not outcome.errors, outcome.errors
            _encode(outcome.body())

        return call

    def payload(self, way: str, ports: Ports) -> Subject:
        """Return a subject that takes the next payload of a feed."""
        text = text_of("MatchEvents")
        runner = self.runner(way, text)
        followed: list[AsyncGenerator[bytes]] = []

        async def call() -> None:
            if not followed:
                chosen = self._chosen(runner, text, {"matchId": MATCH.id})
                payloads = await runner.follow(chosen, Asked(ports.services()))
                assert isinstance(payloads, AsyncGenerator)
                followed.append(payloads)
                self._open.append(payloads)
            await anext(followed[0])

        return call

    def preparing(self, name: str) -> Subject:
        """Return a subject that parses, measures and validates a text."""
        documents, text = Documents(self._schema.core), text_of(name)

        async def call() -> None:
            documents.prepare.cache_clear()
            assert not documents.prepare(text).errors

        return call

    def planning(self, name: str, variables: dict[str, Any]) -> Subject:
        """Return a subject that makes a plan."""
        planner, document = Planner(self._schema), parse(text_of(name))
        node = document.definitions[0]
        assert isinstance(node, OperationDefinitionNode)

        async def call() -> None:
            plan = planner.plan(document, node)
            assert plan is not None
            assert plan.start(None, variables) is not None

        return call

    @staticmethod
    def _chosen(runner: Runner, text: str, variables: dict[str, Any]) -> Chosen:
        chosen = runner.choose(Operation(text, variables=variables))
        assert isinstance(chosen, Chosen)
        return chosen


async def snapshot() -> FeedItem:
    """Return what a seat is sent in the middle of a deal."""
    house = open_house()
    match = await house.match_of()
    await house.play_until_asked(match.id, ALA)
    feed = house.services.matches.feed(ALA, match.id, None)
    first = await anext(feed)
    await feed.aclose()  # type: ignore[attr-defined]  # a generator behind the port
    return first


async def subjects(bench: Bench) -> dict[str, Subject]:
    """Return what is measured, by name; the name of a pair ends in its way."""
    seen = await snapshot()
    assert seen.match is not None
    entry = FeedItem(kind=FeedKind.ENTRY, seq=8, cursor=ENTRY.cursor, entry=ENTRY)
    at_entry, at_snapshot = Ports(seen.match, entry), Ports(seen.match, seen)
    found: dict[str, Subject] = {}
    for way in _WAYS:
        edge = Edge(plans=way == "planned")
        app = GraphQLApp(at_entry.services(), development=False, edge=edge)
        match = {"id": MATCH.id}
        found |= {
            f"whole request, SubmitMove, {way}": request(app, text_of("SubmitMove")),
            f"operation, SubmitMove, {way}": bench.operation(way, "SubmitMove", _MOVE, at_entry),
            f"operation, Match, {way}": bench.operation(way, "Match", match, at_entry),
            f"payload, an entry, {way}": bench.payload(way, at_entry),
            f"payload, a snapshot, {way}": bench.payload(way, at_snapshot),
        }
    for name, variables in (("SubmitMove", _MOVE), ("Match", {"id": MATCH.id})):
        found[f"once: parse and validate {name}"] = bench.preparing(name)
        found[f"once: plan {name}"] = bench.planning(name, variables)
    return found


async def cost(subject: Subject) -> float:
    """Return the microseconds of a processor that one call takes, the average of a round."""
    began = time.process_time()
    for _ in range(_CALLS):
        await subject()
    return (time.process_time() - began) / _CALLS * 1e6


async def table(rounds: int) -> str:
    """Return the cost of every subject as lines of text."""
    bench = Bench()
    over = await subjects(bench)
    gc.collect()
    gc.freeze()  # as the service does
    costs: dict[str, list[float]] = {name: [] for name in over}
    for _ in range(rounds):
        for name, subject in over.items():
            costs[name].append(await cost(subject))
    await bench.close()
    return "\n".join(
        f"  {name:<38}{min(costs[name]):>8.1f} µs{_ratio(name, costs)}" for name in over
    )


def _ratio(name: str, costs: dict[str, list[float]]) -> str:
    """Return how many times a planned subject's cost the ordinary one of its round is."""
    ordinary = costs.get(name.replace("planned", "ordinary"), [])
    if not name.endswith("planned"):
        return ""
    ratio = statistics.median(b / a for a, b in zip(costs[name], ordinary, strict=True))
    return f"  ordinary: {ratio:.1f} x"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Measure what GraphQL costs.")
    parser.add_argument("--rounds", type=int, default=10, help="the best of so many is printed")
    parser.add_argument("--quick", action="store_true", help="one round")
    args = parser.parse_args()
    print(asyncio.run(table(1 if args.quick else args.rounds)))


if __name__ == "__main__":
    main()
