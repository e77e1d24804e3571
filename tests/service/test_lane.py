"""What takes the lane is answered to the byte as by ASGI, over real sockets."""

import asyncio
import re
import socket
from collections.abc import AsyncIterator, Sequence
from functools import partial
from itertools import pairwise

import pytest
import structlog
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from msgspec import Struct
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send
from structlog.testing import capture_logs

from schema.documents import documents
from service.edge import Edge
from service.lane import GRAPHQL, MATCH, MOVES, Lane
from service.patience import Patience
from tests.fixtures.examples import tries
from tests.fixtures.metrics import counted
from tests.fixtures.ports import ALAS_TOKEN, FakePorts
from tests.fixtures.rest import app_of, client_of, started_match
from tests.fixtures.services import memory_services
from tests.fixtures.traces import Traces, noted, parent
from tests.fixtures.waiting import soon
from tests.fixtures.ways import Turn, Way, Ways, both_ways

MOVE = b'{"move":"%b","expectedVersion":%d,"idempotencyKey":"k"}'
TYPENAME = b'{"query":"{__typename}"}'
SHORT = Patience(first_s=5.0, whole_s=0.2, drain_s=0.2)
STATUS = re.compile(rb"HTTP/1\.1 (\d+)")


class Table(Struct):
    """A match that goes on, and both ways to it."""

    ways: Ways
    path: str
    move: bytes
    token: str


@pytest.fixture
async def table() -> AsyncIterator[Table]:
    """Give a match in which it is the turn of whom the token speaks for."""
    services = memory_services()
    async with both_ways(services) as ways:
        async with client_of(ways.asgi.app) as nobody:
            token = (await nobody.post("/v1/guests", json={"name": "Ada"})).json()["token"]
        async with client_of(ways.asgi.app, token) as ada:
            path = f"/v1/matches/{await started_match(ada)}"
            match = (await ada.get(path)).json()
        legal = match["legalMoves"]["moves"][0] if match["legalMoves"] else "play 2C"
        yield Table(ways, path, MOVE % (legal.encode(), match["version"]), token)


def request(
    method: str, path: str, body: bytes = b"", headers: Sequence[bytes] = (), *, last: bool = True
) -> bytes:
    """Return a request as it is sent; after the last one of a connection the server ends it."""
    own = (b"host: kierki.test", *((b"connection: close",) if last else ()))
    length = (b"content-length: %d" % len(body),) if body or method == "POST" else ()
    lines = (f"{method} {path} HTTP/1.1".encode(), *own, *length, *headers)
    return b"\r\n".join(lines) + b"\r\n\r\n" + body


JSON = b"content-type: application/json"
HEADERS = (
    b"accept: text/none",
    b"accept: application/graphql-response+json",
    b"accept: text/event-stream",
    b"authorization: Bearer wrong",
    b"authorization: Basic wrong",
    b"origin: https://else.where",
    b"access-control-request-method: POST",
    b"x-request-id: call-7",
    b"x-request-id: a b",
    b"content-encoding: gzip",
    b"content-type: text/plain",
    b'if-none-match: "a"',
    b"expect: 100-continue",
    b"x-forwarded-for: 198.51.100.7",
    b"upgrade: h2c\r\nconnection: upgrade",
    b"vary: x",
)
CHUNKED = b"".join(
    (
        b"POST /graphql HTTP/1.1\r\nhost: kierki.test\r\nconnection: close\r\n",
        b"content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n",
        *(b"%x\r\n%b\r\n" % (len(at), at) for at in (TYPENAME[:8], TYPENAME[8:], b"")),
    )
)
BODIES = (
    TYPENAME,
    b'{"query":"{__typename @skip(if: true)}"}',
    b'{"query":"{nothing}"}',
    b'{"documentId":"%b"}' % documents()[0].id.encode(),
    b'{"documentId":"sha256:0"}',
    b"[" + TYPENAME + b"]",
    b'{"query":"mutation { submitMove { x } }"}',
    b'{"query":"\xff"}',
    b"{",
    b"",
    b"x" * 65_536,
    b"x" * 70_000,
)


class Asked(Struct):
    """A request to one of the addresses around a match, and where it is cut."""

    method: str
    path: str
    body: bytes
    headers: tuple[bytes, ...]
    cuts: tuple[int, ...] = ()


ASKED = st.builds(
    Asked,
    method=st.sampled_from(("POST", "POST", "GET", "HEAD", "OPTIONS", "PUT", "DELETE", "BREW")),
    path=st.sampled_from(
        (
            *("/graphql", "/graphql?query={__typename}", "/graphql/", "/%67raphql", "//graphql"),
            *("M/moves", "M/moves?x=1", "M", "M?seat=0", "M?seat=9", "M/", "M/moves/", "Mx"),
            *("M%2Fmoves", "/v1/matches//moves", "/v1/matches/moves", "/v1/matches/", "/v1/rules"),
        )
    ),
    body=st.sampled_from((b"MOVE", b"MOVE", *BODIES)),
    headers=st.lists(st.sampled_from(HEADERS), max_size=3, unique=True).map(tuple),
    cuts=st.lists(st.integers(0, 400), max_size=2).map(tuple),
)


@settings(
    max_examples=tries(150),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(asked=ASKED, with_token=st.booleans())
@example(asked=Asked("POST", "M/moves", b"MOVE", ()), with_token=True)
@example(
    asked=Asked("POST", "/graphql", TYPENAME, (b"origin: https://else.where",)), with_token=True
)
async def test_requests_are_answered_the_same_on_both_ways(
    table: Table, asked: Asked, *, with_token: bool
) -> None:
    path = asked.path.replace("M", table.path)
    body = table.move if asked.body == b"MOVE" else asked.body
    token = (f"authorization: Bearer {table.token}".encode(),) if with_token else ()
    body = body if asked.method == "POST" else b""
    said = request(asked.method, path, body, (JSON, *token, *asked.headers))
    places = [0, *sorted(asked.cuts), len(said)]
    pieces = [said[begin:end] for begin, end in pairwise(places)]

    assert await table.ways.same(*filter(None, pieces))


POSTED = (
    b"POST PATH HTTP/1.1\r\nhost: kierki.test\r\n"
    b"content-type: application/json\r\ncontent-length: LENGTH\r\nauthorization: TOKEN\r\n\r\n"
)


class Said(Struct):
    """A request that one connection sends, what is odd about it, and where it is cut.

    Nothing that is no request may come behind one, but in one piece: else it is chance whether
    that one is answered before the connection ends.
    """

    path: bytes = b"/graphql"
    body: bytes = TYPENAME
    token: bytes = b"Bearer TOKEN"
    odd: tuple[bytes, bytes] = (b"", b"")
    cut: int | None = None
    times: int = 1


SAID = st.builds(
    Said,
    path=st.sampled_from((b"/graphql", b"/graphql", b"M", b"M/moves", b"/v1/rules")),
    body=st.sampled_from((TYPENAME, TYPENAME + b" ", b"{", b"", b"LONG", b"MOVE")),
    token=st.sampled_from((b"Bearer TOKEN", b"Bearer TOKEN", b"Bearer wrong", b"x")),
    odd=st.sampled_from(
        (
            *((b"", b""),) * 9,
            *((b"POST", b"GET"), (b"POST", b"PUT"), (b"POST", b"\r\nPOST"), (b"POST", b"P")),
            *((b"1.1", b"1.0"), (b"LENGTH", b"00LENGTH"), (b"LENGTH", b"+LENGTH")),
            *((b"LENGTH", b"LENGTH "), (b"LENGTH", b"-1"), (b"LENGTH", b"")),
            *((b"host", b"Host"), (b"host", b"x-request-id: call-7\r\nhost")),
            *((b"host", b"connection: close\r\nhost"), (b"host", b"host ")),
            (b"host", b"expect: 100-continue\r\nhost"),
        )
    ),
    cut=st.none() | st.integers(0, 300),
    times=st.sampled_from((1, 1, 1, 2, 3)),
)


def turn_of(said: Said, table: Table) -> Turn:
    """Return the bytes of a request."""
    body = {b"MOVE": table.move, b"LONG": b"x" * 9_000}.get(said.body, said.body)
    head = POSTED.replace(*said.odd, 1) if said.odd[0] else POSTED
    head = head.replace(b"PATH", said.path.replace(b"M", table.path.encode()))
    head = head.replace(b"TOKEN", said.token.replace(b"TOKEN", table.token.encode()), 1)
    whole = (head.replace(b"LENGTH", b"%d" % len(body)) + body) * said.times
    pieces = (whole,) if said.cut is None else (whole[: said.cut], whole[said.cut :])
    return Turn(tuple(filter(None, pieces)), said.times)


@settings(
    max_examples=tries(60),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(saids=st.lists(SAID, min_size=2, max_size=7))
@example(saids=[Said(), Said(body=TYPENAME + b" "), Said(b"M/moves", b"MOVE"), Said(), Said()])
@example(saids=[Said(), Said(cut=90), Said(), Said(times=2), Said(token=b"x"), Said(), Said()])
@example(saids=[Said(), Said(odd=(b"content-length", b"x-length")), Said()])
@example(saids=[Said(), Said(odd=(b"\r\n\r\n", b"\r\n\r\n\r\n")), Said()])
@example(saids=[Said(odd=(b"POST", b"GET")), Said(odd=(b"POST", b"GET")), Said(odd=(b"1.1", b"1"))])
async def test_requests_of_one_connection_are_answered_the_same_on_both_ways(
    table: Table, saids: list[Said]
) -> None:
    turns = [turn_of(said, table) for said in saids]

    assert await table.ways.same_in_turn(*turns, turn_of(Said(odd=LAST), table))


LAST = (b"host", b"connection: close\r\nhost")


@pytest.mark.parametrize(
    "said",
    [
        request("POST", "/graphql", TYPENAME, (JSON,)).replace(b"HTTP/1.1", b"HTTP/1.0"),
        request("POST", "/graphql", TYPENAME, (JSON,), last=False) * 3
        + request("POST", "/graphql", TYPENAME, (JSON,)),
        request("POST", "/graphql", TYPENAME, (JSON,), last=False)
        + request("GET", "/livez", last=False)
        + request("GET", "/v1/matches/m_1"),
        request("GET", "/v1/matches/m_1", last=False) + b"nonsense\r\n\r\n",
        CHUNKED,
        request("GET", "http://kierki.test/graphql?query={__typename}"),
        request("POST", "/graphql", TYPENAME, (JSON, b"x-long: " + b"x" * 20_000)),
        request("POST", "/graphql", b"x" * 65_537, (JSON,))[:300],
    ],
)
async def test_unusual_ways_to_ask_are_answered_the_same(table: Table, said: bytes) -> None:
    assert await table.ways.same(said)


async def test_a_line_of_requests_is_answered_in_their_order(table: Table) -> None:
    ids = [b"call-%d" % number for number in range(9)]
    said = [
        request("POST", GRAPHQL, TYPENAME, (JSON, b"x-request-id: " + name), last=name == ids[-1])
        for name in ids
    ]

    answers = await table.ways.same(b"".join(said))

    assert re.findall(rb"x-request-id: (\S+)", answers) == ids
    assert STATUS.findall(answers) == [b"200"] * 9


@pytest.mark.parametrize("path", ["/graphql", "/v1/matches/m_1/moves", "/v1/matches/m_1"])
async def test_what_takes_the_lane_does_not_come_to_the_application(path: str) -> None:
    came: list[str] = []

    class Seen:
        def __init__(self, app: ASGIApp) -> None:
            self._app = app

        async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
            came.append(scope.get("path", scope["type"]))
            await self._app(scope, receive, send)

    async with both_ways(FakePorts().services()) as ways:
        ways.lane.app.user_middleware.insert(0, Middleware(Seen))
        ways.lane.app.middleware_stack = ways.lane.app.build_middleware_stack()

        await ways.same(request("POST", path, TYPENAME, (JSON,)))
        await ways.same(request("PUT", path, TYPENAME, (JSON,)))

    assert came == ["lifespan", path]


@pytest.mark.parametrize(
    ("path", "counted_as"),
    [
        (GRAPHQL, ("graphql", "unknown", "400")),  # told to nobody
        ("/v1/matches/m_1/moves", ("rest", "submitMove", "none")),
    ],
)
async def test_a_body_that_does_not_come_is_waited_for_as_long_on_both_ways(
    path: str, counted_as: tuple[str, str, str]
) -> None:
    token = f"authorization: Bearer {ALAS_TOKEN}".encode()
    cut_off = request("POST", path, TYPENAME, (JSON, token))[:-4]
    with capture_logs() as lines:
        async with both_ways(FakePorts().services(), patience=SHORT) as ways:
            answer = await ways.same(cut_off)
            for way in (ways.lane, ways.asgi):
                with socket.create_connection(way.address) as client:
                    client.sendall(cut_off)

            assert STATUS.findall(answer) == [b"408"]
            for way in (ways.lane, ways.asgi):
                assert await soon(partial(_are_counted, way.app, 2, *counted_as))

    told = [line["status"] for line in lines if line["event"] == "request"]
    status = None if counted_as[2] == "none" else int(counted_as[2])
    assert told == [status] * 4


async def _are_counted(
    app: Starlette, number: int, transport: str, operation: str, status: str
) -> bool:
    said = {"transport": transport, "operation": operation, "status": status}
    return counted(app.state.edge.metrics, "requests_total", **said) == number


@pytest.mark.parametrize(
    ("said", "operation", "status"),
    [
        (request("POST", GRAPHQL, TYPENAME, (JSON,)), "__typename", "200"),
        (request("POST", GRAPHQL, b"{", (JSON,)), "unknown", "400"),
    ],
)
async def test_counts_are_the_same_on_both_ways(said: bytes, operation: str, status: str) -> None:
    async with both_ways(memory_services()) as ways:
        await ways.same(said)

        for way in (ways.lane, ways.asgi):
            assert await _are_counted(way.app, 1, "graphql", operation, status)


async def test_log_lines_are_the_same_on_both_ways(table: Table) -> None:
    token = f"authorization: Bearer {table.token}".encode()
    headers = (JSON, token, b"x-request-id: call-7")
    said = request("POST", f"{table.path}/moves", table.move, headers)
    with capture_logs(processors=[structlog.contextvars.merge_contextvars]) as lines:
        answer = await table.ways.same(said)

    told = [line for line in lines if line["event"] == "request"]
    assert all(isinstance(line.pop("ms"), float) for line in told)
    assert {type(line["status"]) for line in told} == {int}  # a line for people tells no name
    assert (
        told[0]
        == told[1]
        == {
            "event": "request",
            "log_level": "info",
            "request_id": "call-7",
            "match": table.path.removeprefix("/v1/matches/"),
            "method": "POST",
            "path": f"{table.path}/moves",
            "status": int(STATUS.findall(answer)[0]),
        }
    )


async def test_a_fault_is_masked_the_same_on_both_ways() -> None:
    ports = FakePorts()
    ports.fails["match"] = RuntimeError("queen of spades")
    with capture_logs() as lines:
        async with both_ways(ports.services()) as ways:
            answer = await ways.same(request("GET", "/v1/matches/m_1"))
            faults = [
                counted(way.app.state.edge.metrics, "faults_total", transport="rest")
                for way in (ways.lane, ways.asgi)
            ]

    assert STATUS.findall(answer) == [b"500"]
    assert faults == [1, 1]
    assert [line["status"] for line in lines if line["event"] == "request"] == [500, 500]


async def test_spans_are_the_same_on_both_ways() -> None:
    traces = Traces()
    remote = b"traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    async with both_ways(FakePorts().services(), tracer=traces.tracer) as ways:
        said = await ways.lane.said([request("GET", "/v1/matches/m_1", b"", (remote,))])
        await ways.same(request("GET", "/v1/matches/m_1", b"", (b"x-request-id: 7", remote)))
        await ways.same(request("POST", GRAPHQL, TYPENAME, (b"x-request-id: 8", JSON, remote)))

    _, *spans = traces.spans
    assert [span.name for span in spans] == [
        *["GET /v1/matches/{matchId}"] * 2,
        *["query __typename"] * 2,
    ]
    for one, other in (spans[:2], spans[2:]):
        assert noted(one) == noted(other)
        assert parent(one) == parent(other) == "b7ad6b7169203331"
    assert b"traceresponse: 00-0af7651916cd43dd8448eb211c80319c-" in said


async def test_a_request_that_has_begun_is_answered_when_the_process_is_to_end() -> None:
    said = request("POST", GRAPHQL, TYPENAME, (JSON,), last=False)
    async with both_ways(memory_services()) as ways:
        for way in (ways.lane, ways.asgi):
            reader, writer = await asyncio.open_connection(*way.address)
            writer.write(said[:-4])
            assert await soon(partial(_is_under_way, way))
            way.server.should_exit = True
            assert await soon(partial(_is_the_last, way))
            writer.write(said[-4:])
            answer = await reader.read()
            writer.close()

            assert STATUS.findall(answer) == [b"200"]
            assert b"\r\nconnection: close\r\n" in answer


async def _is_under_way(way: Way) -> bool:
    return bool(way.server.server_state.tasks)


async def _is_the_last(way: Way) -> bool:
    return not any(at.cycle.keep_alive for at in way.server.server_state.connections)  # type: ignore[union-attr] # of HTTP


@pytest.mark.parametrize("method", ["OPTIONS", "PUT", "DELETE", "BREW"])
@pytest.mark.parametrize("path", ["/graphql", "/v1/matches/m_1"])
def test_other_methods_are_left_to_asgi(method: str, path: str) -> None:
    assert lane().endpoint({"method": method, "path": path}) is None


@pytest.mark.parametrize(
    "path",
    ["/", "/graphql/", "/v1/matches", "/v1/matches/", "/v1/matches//moves", "/v1/matches/m_1/x"],
)
def test_other_addresses_are_left_to_asgi(path: str) -> None:
    assert lane().endpoint({"method": "POST", "path": path}) is None


def test_the_endpoints_of_the_lane_are_those_of_the_table() -> None:
    app = app_of(memory_services())
    paths = [at.path for at in app.routes if isinstance(at, Route)]
    led = Lane(app.routes, Edge(), FakePorts())
    endpoints: dict[str, object] = {
        at.path: at.endpoint for at in app.routes if isinstance(at, Route)
    }

    assert [paths.count(path) for path in (GRAPHQL, MATCH, MOVES)] == [1, 1, 1]
    for path in (GRAPHQL, MATCH, MOVES):
        scope: Scope = {"method": "POST", "path": path.replace("{matchId}", "m_1")}
        assert led.endpoint(scope) == endpoints[path]
        assert scope.get("path_params", {"matchId": "m_1"}) == {"matchId": "m_1"}


def lane() -> Lane:
    return Lane(app_of(memory_services()).routes, Edge(), FakePorts())
