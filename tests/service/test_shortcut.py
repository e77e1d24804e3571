"""A request that takes the shortcut is answered to the byte as the table of routes answers it."""

import re
from typing import cast

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Route, WebSocketRoute

from service.shortcut import GRAPHQL, MOVES, Shortcut
from tests.fixtures.rest import app_of, client_of, started_match
from tests.fixtures.services import memory_services

_OWN = frozenset({"x-request-id", "server-time-ms"})
_JSON = {"Content-Type": "application/json"}
_MOVE = b'{"move":"%b","expectedVersion":%d,"idempotencyKey":"k"}'
_TIME = re.compile(rb'"serverTimeMs":\d+')
_TYPENAME = b'{"query":"{__typename}"}'


def without_shortcut(app: Starlette) -> Starlette:
    """Return the application, led by its routes alone."""
    app.user_middleware = [
        at for at in app.user_middleware if cast("object", at.cls) is not Shortcut
    ]
    return app


def told(answer: httpx.Response) -> tuple[int, list[tuple[str, str]], bytes]:
    """Return all that an answer says but for the time and its request's id."""
    headers = [pair for pair in answer.headers.multi_items() if pair[0] not in _OWN]
    return answer.status_code, headers, _TIME.sub(b"", answer.content)


@pytest.mark.parametrize("origin", [{}, {"Origin": "https://else.where"}])
async def test_moves_and_refusals_are_the_same_on_both_ways(origin: dict[str, str]) -> None:
    services = memory_services()
    short, long = app_of(services), without_shortcut(app_of(services))
    async with client_of(short) as nobody:
        token = (await nobody.post("/v1/guests", json={"name": "Ada"})).json()["token"]
    async with client_of(short, token) as one, client_of(long, token) as other:
        at = f"/v1/matches/{await started_match(one)}"
        match = (await one.get(at)).json()
        legal = match["legalMoves"]["moves"][0].encode() if match["legalMoves"] else b"play 2C"
        bodies = (
            _MOVE % (legal, match["version"]),
            _MOVE % (b"play XX", match["version"]),
            _MOVE % (legal, 0),
            _TYPENAME,
            b"{",
            b"",
            b"x" * 70_000,
        )
        ways = [
            (method, path, body, {**_JSON, **origin, **more})
            for method in ("POST", "GET", "HEAD", "OPTIONS", "PUT")
            for path in (
                f"{at}/moves",
                "/graphql",
                "/graphql?query={__typename}",
                f"{at}/moves?x=1",
            )
            for body in (bodies if method == "POST" else (b"",))
            for more in ({}, {"Accept": "text/none"}, {"Authorization": "Bearer wrong"})
        ]
        statuses = set()
        for method, path, body, headers in ways:
            first = await one.request(method, path, content=body, headers=headers)
            second = await other.request(method, path, content=body, headers=headers)
            assert told(first) == told(second), (method, path, body, headers)
            statuses.add(first.status_code)

    assert statuses >= {200, 204, 400, 401, 405, 406, 413, 422}


@pytest.mark.parametrize(
    ("path", "scope"),
    [
        ("/v1/matches//moves", {}),
        ("/v1/matches/moves", {}),
        ("/v1/matches/a/b/moves", {}),
        ("/graphql/", {}),
        ("/graphql", {"root_path": "/kierki"}),
        ("/v1/matches/m_1/moves", {"type": "websocket"}),
        ("", {"type": "lifespan"}),
    ],
)
async def test_what_is_no_such_address_takes_the_long_way(path: str, scope: dict[str, str]) -> None:
    led: list[str] = []

    async def table(*_: object) -> None:
        led.append(path)

    shortcut = Shortcut(table, app_of(memory_services()).routes)
    await shortcut({"type": "http", "path": path, **scope}, None, None)  # type: ignore[arg-type]

    assert led == [path]


def test_the_address_of_moves_is_the_tables() -> None:
    paths = [getattr(route, "path", None) for route in app_of(memory_services()).routes]

    assert paths.count(MOVES) == 1


def test_sockets_and_requests_for_graphql_have_one_endpoint_in_the_table_too() -> None:
    routes = app_of(memory_services()).routes
    endpoints = [at.app for at in routes if isinstance(at, Route | WebSocketRoute)][:2]

    assert {getattr(route, "path", None) for route in routes[:2]} == {GRAPHQL}
    assert endpoints[0] is endpoints[1]
