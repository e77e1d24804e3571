"""Measure what a move costs on its way through the GraphQL endpoint.

`python -m bench.graphql [--rounds N]` prints microseconds per request, the best of N rounds. The
requests are ASGI calls in process, and the use case behind them answers at once: the figures hold
reading, preparing, executing and writing, but no socket and no store.
"""

import argparse
import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final

import msgspec
from starlette.types import ASGIApp, Message, Scope

from schema.export import CONTRACT
from schema.graphql import Asked, build_schema
from service.graphql import GraphQLApp
from service.graphql.documents import Documents
from tests.fixtures.ports import ALAS_TOKEN, MATCH, FakePorts

_CALLS: Final = 300  # of each subject in one round
_OPERATION: Final = CONTRACT.with_name("operations") / "SubmitMove.graphql"
_SHORT: Final = """
mutation($input: SubmitMoveInput!) {
  submitMove(input: $input) { ... on MoveAccepted { version } ... on Refusal { code } }
}
"""
_VARIABLES: Final = {
    "input": {
        "matchId": MATCH.id,
        "expectedVersion": 7,
        "idempotencyKey": "move-7",
        "move": {"play": "QS"},
    }
}

Subject = Callable[[], Awaitable[object]]


def _scope(body: bytes) -> Scope:
    headers = {
        "accept": "application/graphql-response+json",
        "authorization": f"Bearer {ALAS_TOKEN}",
        "content-type": "application/json",
        "content-length": str(len(body)),
    }
    return {
        "type": "http",
        "method": "POST",
        "path": "/graphql",
        "query_string": b"",
        "headers": [(name.encode(), text.encode()) for name, text in headers.items()],
    }


def request(app: ASGIApp, query: str) -> Subject:
    """Return a subject that sends one move and reads the answer."""
    body = msgspec.json.encode({"query": query, "variables": _VARIABLES})
    scope = _scope(body)

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            assert message["status"] == 200, message

    async def call() -> None:
        await app(dict(scope), receive, send)

    return call


def execution(query: str) -> Subject:
    """Return a subject that executes one move by Strawberry, without caches and without HTTP."""
    schema, asked = build_schema(), Asked(FakePorts().services())

    async def call() -> None:
        result = await schema.execute(query, variable_values=_VARIABLES, context_value=asked)
        assert not result.errors, result.errors

    return call


def preparation(query: str) -> Subject:
    """Return a subject that parses, measures and validates one text."""
    documents = Documents(build_schema().core)

    async def call() -> None:
        documents.prepare.cache_clear()
        assert not documents.prepare(query).errors

    return call


def subjects() -> dict[str, Subject]:
    """Return what is measured, by name."""
    app = GraphQLApp(FakePorts().services(), development=False)
    whole = _OPERATION.read_text(encoding="utf-8")
    return {
        "request, short answer": request(app, _SHORT),
        "request, SubmitMove.graphql": request(app, whole),
        "preparing its text anew": preparation(whole),
        "Strawberry alone, no caches": execution(whole),
    }


async def cost(subject: Subject) -> float:
    """Return the microseconds of one call, the average of a round."""
    began = time.perf_counter()
    for _ in range(_CALLS):
        await subject()
    return (time.perf_counter() - began) / _CALLS * 1e6


async def table(rounds: int) -> str:
    """Return the best cost of every subject as lines of text; the subjects take turns."""
    over = subjects()
    best = dict.fromkeys(over, float("inf"))
    for _ in range(rounds):
        for name, subject in over.items():
            best[name] = min(best[name], await cost(subject))
    return "\n".join(f"  {name:<30}{best[name]:>8.0f} µs" for name in over)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Measure what a move costs in GraphQL.")
    parser.add_argument("--rounds", type=int, default=10, help="the best of so many is printed")
    parser.add_argument("--quick", action="store_true", help="one round")
    args = parser.parse_args()
    print(asyncio.run(table(1 if args.quick else args.rounds)))


if __name__ == "__main__":
    main()
