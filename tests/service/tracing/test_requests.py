"""Each request has a span by its route or operation, and its id in answer and log lines."""

from collections.abc import Iterator

import pytest
import structlog
from starlette.applications import Starlette
from structlog.testing import capture_logs

from service.app import create_app
from tests.fixtures.graphql import GraphQLClient
from tests.fixtures.rest import SETTINGS, OpenStream, client_of, guest, started_match
from tests.fixtures.services import memory_services
from tests.fixtures.sockets import Socket
from tests.fixtures.traces import Traces, ids, noted, parent

REMOTE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
RULES = "query Mine($id: ID!) { ruleSet(id: $id) { id } }"


@pytest.fixture
def traces() -> Traces:
    return Traces()


@pytest.fixture
def app(traces: Traces) -> Starlette:
    return create_app(SETTINGS, services=memory_services(), tracer=traces.tracer)


@pytest.fixture
def lines() -> Iterator[list[structlog.typing.EventDict]]:
    """Give the log lines, with all that is bound to them."""
    with capture_logs(processors=[structlog.contextvars.merge_contextvars]) as found:
        yield found


async def test_a_rest_request_is_called_by_its_route(app: Starlette, traces: Traces) -> None:
    async with client_of(app) as nobody:
        answer = await nobody.get(
            "/v1/rule-sets/kurnik", headers={"traceparent": REMOTE, "X-Request-Id": "call-7"}
        )

    (span,) = traces.spans
    assert span.name == "GET /v1/rule-sets/{ruleSetId}"
    assert parent(span) == "b7ad6b7169203331"
    assert answer.headers["traceresponse"].startswith("00-{}-{}-0".format(*ids(span)))
    assert noted(span) == {
        "http.request.method": "GET",
        "http.response.status_code": 200,
        "http.route": "/v1/rule-sets/{ruleSetId}",
        "kierki.request_id": "call-7",
        "kierki.transport": "rest",
    }


@pytest.mark.parametrize(("method", "name"), [("GET", "GET"), ("BREW-KJxQS", "_OTHER")])
async def test_what_is_not_there_has_no_name_of_the_clients_choice(
    app: Starlette, traces: Traces, method: str, name: str
) -> None:
    async with client_of(app) as nobody:
        await nobody.request(method, "/nowhere/KH?token=secret")

    (span,) = traces.spans
    assert span.name == name
    assert "nowhere" not in traces.written()
    assert "secret" not in traces.written()


@pytest.mark.parametrize("path", ["/livez", "/readyz", "/metrics"])
async def test_a_probe_is_not_traced(app: Starlette, traces: Traces, path: str) -> None:
    async with client_of(app) as nobody:
        assert (await nobody.get(path)).status_code == 200

    assert traces.spans == ()


@pytest.mark.parametrize(
    ("query", "name"),
    [
        (RULES, "query ruleSet"),
        ("query QS { a: ruleSets { id } b: ruleSets { id } }", "query"),
        ("{ nothing }", "query"),
        ("{", "POST"),
    ],
)
async def test_a_graphql_request_is_called_by_what_it_asks_for(
    app: Starlette, traces: Traces, query: str, name: str
) -> None:
    await GraphQLClient(app).post(query, id="kurnik")

    assert traces.names == [name]
    assert noted(traces.spans[0])["kierki.transport"] == "graphql"
    assert "QS" not in traces.written()
    assert "Mine" not in traces.written()


async def test_each_operation_of_a_socket_is_a_request_of_its_own(
    app: Starlette, traces: Traces, lines: list[structlog.typing.EventDict]
) -> None:
    async with Socket(app, headers={"x-request-id": "socket-1"}) as socket:
        await socket.welcome()
        for name in ("1", "2"):
            socket.subscribe(name, RULES, id="kurnik")
            assert (await socket.hear())["type"] == "next"
            assert (await socket.hear())["type"] == "complete"

    first, second = traces.spans
    assert first.name == second.name == "query ruleSet"
    assert ids(first)[0] != ids(second)[0]
    assert noted(first) == {"kierki.transport": "websocket", "kierki.request_id": "socket-1"}


async def test_the_span_of_a_stream_ends_as_the_stream_begins(
    app: Starlette, traces: Traces
) -> None:
    client = await guest(app)
    match_id = await started_match(client, seed=7)
    await client.aclose()
    traces.clear()
    path, headers = f"/v1/matches/{match_id}/events", {"accept": "text/event-stream"}

    async with OpenStream(app, path, headers) as stream:
        await stream.start()
        await stream.chunk()

        assert traces.names == ["GET /v1/matches/{matchId}/events"]


async def test_the_lines_of_a_request_name_its_trace_and_the_match_that_it_changed(
    app: Starlette, traces: Traces, lines: list[structlog.typing.EventDict]
) -> None:
    client = await guest(app)
    match_id = await started_match(client, seed=7)
    await client.get("/v1/rule-sets/kurnik")
    await client.aclose()

    *_, started, read = (line for line in lines if line["event"] == "request")
    assert started["match"] == match_id
    assert started["trace_id"] == ids(traces.named("POST /v1/matches/{matchId}/start"))[0]
    assert "match" not in read
    assert len({line["trace_id"] for line in lines}) == len(lines) == 4
