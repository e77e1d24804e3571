"""GraphQL over WebSocket: the protocol's closing codes, who may open, feeds and their ends."""

import asyncio

import pytest
from structlog.testing import capture_logs

from schema.errors import Code, refused
from schema.model import FeedItem, FeedKind
from service.edge import Edge
from service.graphql import GraphQLApp
from service.graphql.connection import MAX_OPERATIONS
from tests.fixtures.metrics import counted
from tests.fixtures.ports import ALA, ALAS_TOKEN, AT_MS, END, ENTRY, SNAPSHOT, FakePorts
from tests.fixtures.sockets import WAIT_SECONDS, Socket

ME = "{ me { name } }"
FEED = (
    'subscription($after: String) { matchEvents(matchId: "m_0001", after: $after) {'
    " kind seq cursor serverTimeMs reason match { id } entry { seq action { move } } } }"
)
MOVED = FeedItem(kind=FeedKind.ENTRY, seq=8, cursor=ENTRY.cursor, entry=ENTRY)
HEARTBEAT = FeedItem(kind=FeedKind.HEARTBEAT, seq=8, server_time_ms=AT_MS)
NOTHING = dict.fromkeys(("cursor", "serverTimeMs", "reason", "match", "entry"))
_DEEP = 20_000  # beyond what any Python reads, and shorter than a message may be


@pytest.fixture
def ports() -> FakePorts:
    return FakePorts()


@pytest.fixture
def app(ports: FakePorts) -> GraphQLApp:
    return GraphQLApp(ports.services(), development=False)


async def test_operation_before_the_beginning_closes_with_4401(app: GraphQLApp) -> None:
    async with Socket(app) as socket:
        socket.subscribe("a", ME)

        assert await socket.closed() == 4401


async def test_second_beginning_closes_with_4429(app: GraphQLApp) -> None:
    async with Socket(app) as socket:
        await socket.welcome()
        socket.say("connection_init")

        assert await socket.closed() == 4429


@pytest.mark.parametrize("protocols", [(), ("graphql-ws",)])
async def test_other_protocols_close_with_4406(app: GraphQLApp, protocols: tuple[str, ...]) -> None:
    async with Socket(app, protocols=protocols) as socket:
        assert socket.protocol is None
        assert await socket.closed() == 4406


async def test_one_protocol_is_spoken_whatever_else_is_offered(app: GraphQLApp) -> None:
    async with Socket(app, protocols=("graphql-ws", "graphql-transport-ws")) as socket:
        assert socket.protocol == "graphql-transport-ws"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "[]",
        "null",
        '{"type": "hello"}',
        '{"type": ["ping"]}',
        '{"id": "a"}',
        '{"type": "connection_init", "payload": []}',
        '{"type": "subscribe", "payload": {"query": "{ me { id } }"}}',
        '{"type": "subscribe", "id": [], "payload": {"query": "{ me { id } }"}}',
        '{"type": "subscribe", "id": "a", "payload": "{ me { id } }"}',
        '{"type": "subscribe", "id": "a", "payload": {"query": 1}}',
        '{"type": "subscribe", "id": "a", "payload": {"query": "", "variables": []}}',
        '{"type": "subscribe", "id": "a", "payload": {}}',
        '{"type": "subscribe", "id": "a", "payload": {"query": ""}}',
        '{"type": "complete"}',
        '{"type": "ping", "payload": ' + "[" * _DEEP + "]" * _DEEP + "}",
        '{"type": "ping", "payload": {"a": ' + "[" * _DEEP + "]" * _DEEP + "}}",
    ],
)
async def test_what_is_no_message_closes_with_4400(app: GraphQLApp, text: str) -> None:
    async with Socket(app) as socket:
        await socket.welcome()
        socket.say_text(text)

        assert await socket.closed() == 4400


async def test_binary_frame_closes_with_4400(app: GraphQLApp) -> None:
    async with Socket(app) as socket:
        socket.say_bytes(b'{"type": "ping"}')

        assert await socket.closed() == 4400


async def test_ping_is_answered_at_any_time(app: GraphQLApp) -> None:
    async with Socket(app) as socket:
        socket.say("ping")
        assert await socket.hear() == {"type": "pong"}

        await socket.welcome()
        socket.say("ping", payload={"at": 1})
        assert await socket.hear() == {"type": "pong"}


@pytest.mark.parametrize(
    "payload",
    [
        {"authorization": f"Bearer {ALAS_TOKEN}"},
        {"Authorization": f"bearer {ALAS_TOKEN}"},
        {"token": ALAS_TOKEN},
    ],
)
async def test_payload_of_the_beginning_says_who_asks(
    app: GraphQLApp, payload: dict[str, str]
) -> None:
    async with Socket(app) as socket:
        await socket.welcome(payload)
        socket.subscribe("a", ME)

        data = {"me": {"name": "Ala"}}
        assert await socket.hear() == {"id": "a", "type": "next", "payload": {"data": data}}
        assert await socket.hear() == {"id": "a", "type": "complete"}


async def test_header_of_the_upgrade_says_who_asks(app: GraphQLApp) -> None:
    headers = {"authorization": f"Bearer {ALAS_TOKEN}"}

    async with Socket(app, headers=headers) as socket:
        await socket.welcome({"client": "overlay"})
        socket.subscribe("a", ME)

        heard = await socket.hear()
        assert heard["payload"] == {"data": {"me": {"name": "Ala"}}}


async def test_payload_goes_before_the_header(app: GraphQLApp) -> None:
    async with Socket(app, headers={"authorization": "Bearer kt_other"}) as socket:
        await socket.welcome({"token": ALAS_TOKEN})


async def test_socket_without_a_token_is_nobody_s(app: GraphQLApp) -> None:
    async with Socket(app) as socket:
        await socket.welcome()
        socket.subscribe("a", ME)

        assert (await socket.hear())["payload"] == {"data": {"me": None}}


@pytest.mark.parametrize(
    "payload",
    [
        {"token": "kt_other"},
        {"authorization": "Bearer kt_other"},
        {"authorization": "Basic a2E6bGE="},
        {"authorization": 1},
        {"token": ["kt_ala"], "authorization": "Bearer kt_other"},
    ],
)
async def test_wrong_token_closes_with_4403(app: GraphQLApp, payload: dict[str, object]) -> None:
    async with Socket(app) as socket:
        socket.say("connection_init", payload=payload)

        assert await socket.closed() == 4403


async def test_token_that_cannot_be_looked_up_closes_with_1013(
    app: GraphQLApp, ports: FakePorts
) -> None:
    ports.fails["viewer"] = refused(Code.STORE_UNAVAILABLE, "The store does not answer.")

    async with Socket(app) as socket:
        socket.say("connection_init", payload={"token": ALAS_TOKEN})

        assert await socket.closed() == 1013


async def test_page_of_another_origin_may_connect(app: GraphQLApp) -> None:
    headers = {"origin": "https://overlay.example", "host": "kierki.example"}

    async with Socket(app, headers=headers) as socket:
        await socket.welcome()


async def test_feed_comes_item_by_item_and_completes(app: GraphQLApp, ports: FakePorts) -> None:
    ports.items = (SNAPSHOT, MOVED, HEARTBEAT, END)

    async with Socket(app) as socket:
        await socket.welcome({"token": ALAS_TOKEN})
        socket.subscribe("feed", FEED, after="7")

        heard = [(await socket.hear())["payload"]["data"]["matchEvents"] for _ in range(4)]
        assert heard == [
            {
                **NOTHING,
                "kind": "SNAPSHOT",
                "seq": 7,
                "cursor": "7-00000000",
                "reason": "NO_CURSOR",
                "match": {"id": "m_0001"},
            },
            {
                **NOTHING,
                "kind": "ENTRY",
                "seq": 8,
                "cursor": "8-0a0b0c0d",
                "entry": {"seq": 8, "action": {"move": "play QS"}},
            },
            {**NOTHING, "kind": "HEARTBEAT", "seq": 8, "serverTimeMs": AT_MS},
            {**NOTHING, "kind": "END", "seq": 8, "cursor": "8-0a0b0c0d"},
        ]
        assert await socket.hear() == {"id": "feed", "type": "complete"}

    assert ports.asked == [("feed", ALA.id, "m_0001", "7")]
    assert ports.open_feeds == 0


async def test_second_operation_of_one_id_closes_with_4409(
    app: GraphQLApp, ports: FakePorts
) -> None:
    ports.items, ports.ends = (SNAPSHOT,), False

    async with Socket(app) as socket:
        await socket.welcome()
        socket.subscribe("feed", FEED)
        await socket.hear()
        socket.subscribe("feed", FEED)

        assert await socket.closed() == 4409

    assert ports.open_feeds == 0


async def test_client_that_goes_away_leaves_no_feed_open(app: GraphQLApp, ports: FakePorts) -> None:
    ports.items, ports.ends = (SNAPSHOT,), False

    async with Socket(app) as socket:
        await socket.welcome()
        for name in ("a", "b", "c"):
            socket.subscribe(name, FEED)
            await socket.hear()
        assert ports.open_feeds == 3

    assert ports.open_feeds == 0


async def test_client_that_goes_away_before_the_first_item_leaves_no_feed_open(
    app: GraphQLApp, ports: FakePorts
) -> None:
    ports.items, ports.ends = (), False

    async with Socket(app) as socket:
        await socket.welcome()
        socket.subscribe("feed", FEED)
        await asyncio.wait_for(ports.opened.wait(), WAIT_SECONDS)

    assert ports.open_feeds == 0


async def test_completed_operation_closes_its_feed_alone(app: GraphQLApp, ports: FakePorts) -> None:
    ports.items, ports.ends = (SNAPSHOT,), False

    async with Socket(app) as socket:
        await socket.welcome()
        for name in ("a", "b"):
            socket.subscribe(name, FEED)
            await socket.hear()
        socket.say("complete", id="a")
        socket.say("ping")
        assert await socket.hear() == {"type": "pong"}

        await asyncio.wait_for(ports.left.wait(), WAIT_SECONDS)
        assert ports.open_feeds == 1
        socket.subscribe("a", ME)
        assert (await socket.hear())["payload"] == {"data": {"me": None}}

    assert ports.open_feeds == 0


async def test_refused_feed_is_an_error_of_its_operation(app: GraphQLApp, ports: FakePorts) -> None:
    ports.fails["feed"] = refused(Code.MATCH_NOT_FOUND, "There is no such match.")

    async with Socket(app) as socket:
        await socket.welcome()
        socket.subscribe("feed", FEED)

        heard = await socket.hear()
        assert (heard["id"], heard["type"]) == ("feed", "error")
        (error,) = heard["payload"]
        assert error["message"] == "There is no such match."
        assert error["extensions"] == {"code": "MATCH_NOT_FOUND"}
        assert socket.has_heard_all()


@pytest.mark.parametrize("query", ["{ me {", "{ nobody }", "subscription { nobody }"])
async def test_wrong_document_is_an_error_of_its_operation_and_the_socket_lives(
    app: GraphQLApp, query: str
) -> None:
    async with Socket(app) as socket:
        await socket.welcome()
        socket.subscribe("a", query)

        heard = await socket.hear()
        assert (heard["id"], heard["type"]) == ("a", "error")
        assert [error["extensions"] for error in heard["payload"]] == [{"code": "INVALID_INPUT"}]
        socket.subscribe("a", ME)
        assert (await socket.hear())["type"] == "next"


async def test_fault_of_a_feed_is_masked(app: GraphQLApp, ports: FakePorts) -> None:
    ports.fails["feed"] = RuntimeError("secret")

    async with Socket(app) as socket:
        await socket.welcome()
        with capture_logs() as logged:
            socket.subscribe("feed", FEED)
            heard = await socket.hear()

        (error,) = heard["payload"]
        assert error["message"] == "The service has failed."
        assert error["extensions"] == {"code": "INTERNAL", "requestId": logged[0]["fault_id"]}


async def test_fault_in_the_middle_of_a_feed_is_masked_and_ends_it(
    app: GraphQLApp, ports: FakePorts
) -> None:
    ports.items, ports.breaks = (SNAPSHOT,), RuntimeError("secret")

    async with Socket(app) as socket:
        await socket.welcome()
        with capture_logs() as logged:
            socket.subscribe("feed", FEED)
            await socket.hear()
            heard = await socket.hear()

        assert heard["type"] == "next"
        assert heard["payload"]["data"] is None
        assert [error["extensions"] for error in heard["payload"]["errors"]] == [
            {"code": "INTERNAL", "requestId": logged[0]["fault_id"]}
        ]
        assert await socket.hear() == {"id": "feed", "type": "complete"}

    assert ports.open_feeds == 0


async def test_socket_runs_so_many_operations_and_no_more(
    app: GraphQLApp, ports: FakePorts
) -> None:
    ports.items, ports.ends = (SNAPSHOT,), False

    async with Socket(app) as socket:
        await socket.welcome()
        for number in range(MAX_OPERATIONS):
            socket.subscribe(str(number), FEED)
            await socket.hear()
        socket.subscribe("more", FEED)

        heard = await socket.hear()
        assert (heard["id"], heard["type"]) == ("more", "error")
        assert [error["extensions"] for error in heard["payload"]] == [{"code": "BUSY"}]
        assert ports.open_feeds == MAX_OPERATIONS

    assert ports.open_feeds == 0


async def test_mutation_may_be_sent_on_a_socket(app: GraphQLApp, ports: FakePorts) -> None:
    async with Socket(app) as socket:
        await socket.welcome({"token": ALAS_TOKEN})
        socket.subscribe("a", 'mutation { leaveMatch(matchId: "m_0001") { __typename } }')

        data = {"leaveMatch": {"__typename": "MatchLeft"}}
        assert (await socket.hear())["payload"] == {"data": data}

    assert ports.asked == [("leave", ALA.id, "m_0001")]


async def test_an_operation_is_counted_and_has_its_line_as_a_request_has(
    ports: FakePorts,
) -> None:
    edge = Edge()
    app = GraphQLApp(ports.services(), development=False, edge=edge)
    with capture_logs() as lines:
        async with Socket(app) as socket:
            await socket.welcome({"token": ALAS_TOKEN})
            socket.subscribe("a", 'mutation { leaveMatch(matchId: "m_0001") { __typename } }')
            assert (await socket.hear())["type"] == "next"
            assert (await socket.hear())["type"] == "complete"
            socket.subscribe("b", "query($id: ID!) { ruleSet(id: $id) { id } }")
            assert (await socket.hear())["type"] == "error"

    told = {"transport": "websocket", "operation": "leaveMatch"}
    assert counted(edge.metrics, "requests_total", **told, status="next") == 1
    assert counted(edge.metrics, "request_seconds_count", **told) == 1
    told["operation"] = "ruleSet"
    assert counted(edge.metrics, "requests_total", **told, status="error") == 1
    found = [(line["operation"], line["answer"]) for line in lines if line["event"] == "operation"]
    assert found == [("leaveMatch", "next"), ("ruleSet", "error")]
