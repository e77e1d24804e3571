"""What goes around every request: its id, its headers, its log line, the limit of its body."""

import asyncio

import pytest
import structlog
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog.testing import capture_logs

from schema.errors import Code, Refused
from service.edge import Edge
from service.labels import label
from service.metrics import Transport
from service.middleware import BodyLimit, RequestEdge
from service.store.clock import HostClock, StoreClock
from tests.fixtures.metrics import counted
from tests.fixtures.ports import FakePorts
from tests.fixtures.rest import app_of, client_of


@pytest.fixture
def app() -> Starlette:
    return app_of(FakePorts().services())


async def nothing(message: Message) -> None:
    """Send to nobody."""


def receiving(*messages: Message) -> Receive:
    """Return a client that sends these messages."""
    waiting = list(messages)

    async def receive() -> Message:
        return waiting.pop(0)

    return receive


def http_scope(**headers: str) -> Scope:
    pairs = [(name.encode(), text.encode()) for name, text in headers.items()]
    return {"type": "http", "method": "POST", "path": "/x", "headers": pairs}


@pytest.mark.parametrize("sent", ["call-7", "A.b_c-9", "x" * 64])
async def test_a_callers_own_id_is_kept(app: Starlette, sent: str) -> None:
    async with client_of(app) as nobody:
        answer = await nobody.get("/livez", headers={"X-Request-Id": sent})

    assert answer.headers["x-request-id"] == sent


@pytest.mark.parametrize("sent", [b"", b"a b", b"x" * 65, b"a\tb", "ż".encode()])
async def test_another_id_takes_the_place_of_one_that_could_confuse(
    app: Starlette, sent: bytes
) -> None:
    async with client_of(app) as nobody:
        answers = [await nobody.get("/livez", headers={b"X-Request-Id": sent}) for _ in range(2)]

    ids = [answer.headers["x-request-id"] for answer in answers]
    assert all(len(found) == 16 for found in ids)
    assert ids[0] != ids[1]


async def test_every_answer_tells_the_time_and_keeps_browsers_careful(app: Starlette) -> None:
    async with client_of(app) as nobody:
        answers = [
            await nobody.get("/livez"),
            await nobody.get("/nowhere"),
            await nobody.get("/graphql", params={"query": "{__typename}"}),
        ]

    for answer in answers:
        assert int(answer.headers["server-time-ms"]) > 1_700_000_000_000
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["content-security-policy"] == (
            "default-src 'none'; frame-ancestors 'none'"
        )


async def test_the_time_is_the_clocks() -> None:
    sent: list[Message] = []

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def keep(message: Message) -> None:
        sent.append(message)

    edge = RequestEdge(answer, Edge(), HostClock(lambda: 1_234))
    await edge(http_scope(), receiving(), keep)

    assert (b"server-time-ms", b"1234") in sent[0]["headers"]


async def test_a_time_that_is_not_known_yet_is_not_told() -> None:
    sent: list[Message] = []

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def keep(message: Message) -> None:
        sent.append(message)

    await RequestEdge(answer, Edge(), StoreClock())(http_scope(), receiving(), keep)

    assert b"server-time-ms" not in dict(sent[0]["headers"])


async def test_a_request_is_logged_without_its_query(app: Starlette) -> None:
    with capture_logs() as lines:
        async with client_of(app, "kt_secret") as nobody:
            await nobody.get("/v1/rule-sets?token=kt_secret", headers={"X-Request-Id": "call-7"})

    assert len(lines) == 1
    line = lines[0]
    assert isinstance(line.pop("ms"), float)
    assert line == {
        "event": "request",
        "log_level": "info",
        "method": "GET",
        "path": "/v1/rule-sets",
        "status": 422,
    }


@pytest.mark.parametrize("path", ["/livez", "/readyz", "/metrics"])
async def test_probes_are_logged_for_debugging_only(app: Starlette, path: str) -> None:
    with capture_logs() as lines:
        async with client_of(app) as nobody:
            await nobody.get(path)

    assert [line["log_level"] for line in lines] == ["debug"]


async def test_whatever_is_logged_meanwhile_carries_the_requests_id() -> None:
    seen: list[object] = []

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append(structlog.contextvars.get_contextvars())

    await RequestEdge(answer, Edge(), FakePorts())(
        http_scope(**{"x-request-id": "call-7"}), receiving(), nothing
    )

    assert seen == [{"request_id": "call-7"}]
    assert structlog.contextvars.get_contextvars() == {}


async def test_a_client_that_goes_away_is_no_fault() -> None:
    around = Edge()

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        raise ClientDisconnect

    await RequestEdge(answer, around, FakePorts())(http_scope(), receiving(), nothing)

    assert counted(around.metrics, "faults_total", transport="rest") == 0


async def test_a_request_is_counted_by_what_it_is_called_and_how_it_ended() -> None:
    around = Edge()

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        label(scope, Transport.GRAPHQL, "query")
        await send({"type": "http.response.start", "status": 204, "headers": []})

    await RequestEdge(answer, around, FakePorts())(http_scope(), receiving(), nothing)

    said = {"transport": "graphql", "operation": "query"}
    assert counted(around.metrics, "requests_total", status="204", **said) == 1
    assert counted(around.metrics, "request_seconds_count", **said) == 1


async def test_a_request_that_nothing_answered_is_counted_so() -> None:
    around = Edge()

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        raise ClientDisconnect

    await RequestEdge(answer, around, FakePorts())(http_scope(), receiving(), nothing)

    said = {"transport": "rest", "operation": "none"}
    assert counted(around.metrics, "requests_total", status="none", **said) == 1


async def test_a_cancelled_request_stays_cancelled() -> None:
    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        await RequestEdge(answer, Edge(), FakePorts())(http_scope(), receiving(), nothing)


async def test_a_socket_has_an_id_and_nothing_else_around_it() -> None:
    seen: list[object] = []

    async def socket(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append((send, structlog.contextvars.get_contextvars()))

    scope = {"type": "websocket", "headers": [(b"x-request-id", b"call-7")]}
    await RequestEdge(BodyLimit(socket), Edge(), FakePorts())(scope, receiving(), nothing)

    assert seen == [(nothing, {"request_id": "call-7"})]


def reading_all(read: list[bytes]) -> ASGIApp:
    """Return an application that reads the whole body."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            read.append(message["body"])
            if not message["more_body"]:
                return

    return app


def piece(body: bytes, *, more: bool) -> Message:
    return {"type": "http.request", "body": body, "more_body": more}


async def test_a_body_up_to_the_limit_is_read() -> None:
    read: list[bytes] = []
    limit = BodyLimit(reading_all(read), max_bytes=4)

    await limit(http_scope(), receiving(piece(b"ab", more=True), piece(b"cd", more=False)), nothing)

    assert read == [b"ab", b"cd"]


async def test_a_body_over_the_limit_is_refused_where_it_goes_over() -> None:
    read: list[bytes] = []
    limit = BodyLimit(reading_all(read), max_bytes=4)
    pieces = (piece(b"abc", more=True), piece(b"de", more=True), piece(b"f", more=False))

    with pytest.raises(Refused) as raised:
        await limit(http_scope(), receiving(*pieces), nothing)

    assert raised.value.refusal.code is Code.BODY_TOO_LARGE
    assert read == [b"abc"]


async def test_a_body_that_is_announced_too_long_is_not_read_at_all() -> None:
    read: list[bytes] = []
    limit = BodyLimit(reading_all(read), max_bytes=4)

    with pytest.raises(Refused) as raised:
        await limit(
            http_scope(**{"content-length": "5"}), receiving(piece(b"a", more=False)), nothing
        )

    assert raised.value.refusal.code is Code.BODY_TOO_LARGE
    assert read == []


async def test_a_long_body_that_nobody_reads_does_no_harm() -> None:
    async def deaf(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 204, "headers": []})

    await BodyLimit(deaf, max_bytes=4)(http_scope(**{"content-length": "5"}), receiving(), nothing)
