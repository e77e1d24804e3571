"""GraphQL over HTTP: methods, media types, statuses and headers, and the way into an operation."""

import json

import httpx
import pytest
from starlette.types import Message

from schema.errors import Code, refused
from service.graphql import GraphQLApp
from tests.fixtures.graphql import GRAPHQL, JSON, TIME, GraphQLClient, codes
from tests.fixtures.ports import ALAS_TOKEN, FakePorts

ME = "{ me { name } }"
GUEST = 'mutation { createGuest(name: "Ala") { __typename } }'
FEED = 'subscription { matchEvents(matchId: "m_0001") { seq } }'


@pytest.fixture
def ports() -> FakePorts:
    return FakePorts()


@pytest.fixture
def app(ports: FakePorts) -> GraphQLApp:
    return GraphQLApp(ports.services(), development=False)


@pytest.fixture
def client(app: GraphQLApp) -> GraphQLClient:
    return GraphQLClient(app, ALAS_TOKEN)


async def test_post_answers_with_data(client: GraphQLClient) -> None:
    answer = await client.post(ME)

    assert answer.status_code == 200
    assert answer.json() == {"data": {"me": {"name": "Ala"}}, "extensions": TIME}
    assert answer.headers["content-type"] == f"{GRAPHQL}; charset=utf-8"
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["vary"] == "accept, authorization"


async def test_get_answers_queries(client: GraphQLClient) -> None:
    query = "query Q($id: ID!) { match(id: $id) { id } me { name } }"
    parameters = {"query": query, "variables": '{"id": "m_0001"}', "operationName": "Q"}

    answer = await client.send("GET", params=parameters)

    assert answer.status_code == 200
    assert answer.json() == {
        "data": {"match": {"id": "m_0001"}, "me": {"name": "Ala"}},
        "extensions": TIME,
    }


@pytest.mark.parametrize(
    ("accept", "media_type"),
    [
        ("", JSON),
        ("*/*", JSON),
        (JSON, JSON),
        (GRAPHQL, GRAPHQL),
        (f"{GRAPHQL}, {JSON}", GRAPHQL),
        (f"{JSON}, {GRAPHQL}", GRAPHQL),
        (f"{GRAPHQL};q=0.5, {JSON}", JSON),
        (f"{JSON};q=0.9, {GRAPHQL}", GRAPHQL),
        (f"{GRAPHQL}, {JSON};q=0.9, text/event-stream", GRAPHQL),
        (f"text/event-stream, {JSON}", JSON),
        (f"multipart/mixed;subscriptionSpec=1.0, {JSON}", JSON),
    ],
)
async def test_accept_decides_on_the_media_type(
    client: GraphQLClient, accept: str, media_type: str
) -> None:
    answer = await client.send("POST", json={"query": ME}, headers={"accept": accept})

    assert answer.status_code == 200
    assert answer.headers["content-type"] == f"{media_type}; charset=utf-8"
    assert answer.json() == {"data": {"me": {"name": "Ala"}}, "extensions": TIME}


@pytest.mark.parametrize("accept", ["text/html", "text/event-stream", f"{JSON};q=0"])
async def test_nothing_that_can_be_given_is_406(client: GraphQLClient, accept: str) -> None:
    answer = await client.send("POST", json={"query": ME}, headers={"accept": accept})

    assert answer.status_code == 406
    assert codes(answer.json()) == ["NOT_ACCEPTABLE"]
    assert "data" not in answer.json()


@pytest.mark.parametrize(
    "query",
    [
        "{ me { name }",
        "{ nobody { name } }",
        "{ match { id } }",
        "query($id: ID!) { match(id: $id) { id } }",
        "query A { me { id } } query B { me { id } }",
    ],
    ids=["unparsable", "unknown field", "missing argument", "missing variable", "two operations"],
)
@pytest.mark.parametrize(("accept", "status"), [(GRAPHQL, 400), (JSON, 200)])
async def test_wrong_document_is_a_request_error_without_data(
    app: GraphQLApp, ports: FakePorts, query: str, accept: str, status: int
) -> None:
    answer = await GraphQLClient(app, accept=accept).post(query)

    assert answer.status_code == status
    assert set(answer.json()) == {"errors"}
    assert codes(answer.json()) == ["INVALID_INPUT"]
    assert ports.asked == []


async def test_operation_is_chosen_by_its_name(client: GraphQLClient) -> None:
    query = "query A { me { id } } query B { me { name } }"

    answer = await client.send("POST", json={"query": query, "operationName": "B"})

    assert answer.json() == {"data": {"me": {"name": "Ala"}}, "extensions": TIME}


async def test_unknown_operation_name_is_400(client: GraphQLClient) -> None:
    answer = await client.send("POST", json={"query": ME, "operationName": "Other"})

    assert answer.status_code == 400
    assert answer.json() == {
        "errors": [
            {
                "message": 'Unknown operation named "Other".',
                "extensions": {"code": "INVALID_INPUT"},
            }
        ]
    }


async def test_mutation_by_get_is_405_and_names_post(
    client: GraphQLClient, ports: FakePorts
) -> None:
    answer = await client.send("GET", params={"query": GUEST})

    assert answer.status_code == 405
    assert answer.headers["allow"] == "POST"
    assert codes(answer.json()) == ["METHOD_NOT_ALLOWED"]
    assert ports.asked == []


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH"])
async def test_other_methods_are_405(client: GraphQLClient, method: str) -> None:
    answer = await client.send(method, json={"query": ME})

    assert answer.status_code == 405
    assert answer.headers["allow"] == "GET, HEAD, POST, OPTIONS"
    assert codes(answer.json()) == ["METHOD_NOT_ALLOWED"]


async def test_options_lists_the_methods(client: GraphQLClient) -> None:
    answer = await client.send("OPTIONS")

    assert (answer.status_code, answer.content) == (204, b"")
    assert answer.headers["allow"] == "GET, HEAD, POST, OPTIONS"


async def test_head_answers_like_get_without_a_body(client: GraphQLClient) -> None:
    got = await client.send("GET", params={"query": ME})
    head = await client.send("HEAD", params={"query": ME})
    mutation = await client.send("HEAD", params={"query": GUEST})

    assert head.status_code == 200
    assert head.content == b""
    assert head.headers["content-length"] == str(len(got.content))
    assert (mutation.status_code, mutation.headers["allow"]) == (405, "POST")


async def test_parameter_that_is_given_twice_is_400(
    client: GraphQLClient, ports: FakePorts
) -> None:
    answer = await client.send("GET", params=[("query", ME), ("query", GUEST)])

    assert answer.status_code == 400
    assert codes(answer.json()) == ["INVALID_INPUT"]
    assert ports.asked == []


async def test_two_authorizations_are_none(client: GraphQLClient, ports: FakePorts) -> None:
    twice = [("Authorization", f"Bearer {ALAS_TOKEN}"), ("Authorization", "Bearer kt_other")]
    transport = httpx.ASGITransport(client.app)
    async with httpx.AsyncClient(transport=transport, base_url="http://kierki.test") as plain:
        answer = await plain.post("/graphql", json={"query": ME}, headers=twice)

    assert answer.status_code == 401
    assert ports.asked == []


@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_subscription_by_http_is_400(
    client: GraphQLClient, ports: FakePorts, method: str
) -> None:
    request = {"params": {"query": FEED}} if method == "GET" else {"json": {"query": FEED}}

    answer = await client.send(method, **request)

    assert answer.status_code == 400
    assert codes(answer.json()) == ["INVALID_INPUT"]
    assert ports.asked == []


@pytest.mark.parametrize(
    "content_type",
    ["", "text/plain", "application/x-www-form-urlencoded", "application/json; charset=latin-1"],
)
async def test_body_of_another_kind_is_415(client: GraphQLClient, content_type: str) -> None:
    body = json.dumps({"query": ME})

    answer = await client.send("POST", content=body, headers={"content-type": content_type})

    assert answer.status_code == 415
    assert codes(answer.json()) == ["UNSUPPORTED_MEDIA_TYPE"]


async def test_json_in_utf8_needs_no_charset_and_may_have_one(client: GraphQLClient) -> None:
    body = json.dumps({"query": 'query { match(id: "mąka") { id } }'}, ensure_ascii=False).encode()

    for content_type in ("application/json", 'Application/JSON; charset="UTF-8"'):
        answer = await client.send("POST", content=body, headers={"content-type": content_type})

        assert answer.json() == {"data": {"match": {"id": "m_0001"}}, "extensions": TIME}


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b'"{ me { name } }"',
        b'[{"query": "{ me { name } }"}]',
        b"{}",
        b'{"query": ""}',
        b'{"query": 1}',
        b'{"query": "{ me { name } }", "variables": []}',
        b'{"query": "{ me { name } }", "variables": "{}"}',
        b'{"query": "{ me { name } }", "operationName": 1}',
        b'{"query": "{ me { name } }", "extensions": []}',
        b'{"query": "\xff"}',
        b'{"query": "\\ud800"}',
        b'{"query": "{ me { name } }", "variables": {"a": NaN}}',
        b'{"query": "{ me { name } }", "variables": {"a": ' + b"[" * 20_000 + b"]" * 20_000 + b"}}",
    ],
)
async def test_unreadable_body_is_400(client: GraphQLClient, body: bytes) -> None:
    for accept in (GRAPHQL, JSON):
        headers = {"content-type": JSON, "accept": accept}
        answer = await client.send("POST", content=body, headers=headers)

        assert answer.status_code == 400, body[:80]
        assert set(answer.json()) == {"errors"}
        assert codes(answer.json()) == ["INVALID_INPUT"]


async def test_unreadable_variables_of_a_url_are_400(client: GraphQLClient) -> None:
    answer = await client.send("GET", params={"query": ME, "variables": "{"})

    assert answer.status_code == 400
    assert codes(answer.json()) == ["INVALID_INPUT"]


async def test_nulls_stand_for_what_is_left_out(client: GraphQLClient) -> None:
    body = {"query": ME, "variables": None, "operationName": None, "extensions": None}

    answer = await client.send("POST", json=body)

    assert answer.json() == {"data": {"me": {"name": "Ala"}}, "extensions": TIME}


async def test_body_above_the_limit_is_413(client: GraphQLClient) -> None:
    body = json.dumps({"query": ME}).encode()
    headers = {"content-type": JSON}

    fits = await client.send("POST", content=body.ljust(65_536), headers=headers)
    too_large = await client.send("POST", content=body.ljust(65_537), headers=headers)

    assert fits.status_code == 200
    assert too_large.status_code == 413
    assert codes(too_large.json()) == ["BODY_TOO_LARGE"]


async def test_body_that_is_cut_off_asks_nothing(app: GraphQLApp, ports: FakePorts) -> None:
    received: list[Message] = [
        {"type": "http.request", "body": b'{"query": ', "more_body": True},
        {"type": "http.disconnect"},
    ]
    sent: list[Message] = []
    headers = [(b"content-type", b"application/json")]

    async def receive() -> Message:
        return received.pop(0)

    async def send(message: Message) -> None:
        sent.append(message)

    await app({"type": "http", "method": "POST", "headers": headers}, receive, send)

    assert sent[0]["status"] == 400
    assert ports.asked == []


async def test_no_token_is_nobody(app: GraphQLApp) -> None:
    assert await GraphQLClient(app).run(ME) == {"data": {"me": None}, "extensions": TIME}


@pytest.mark.parametrize("accept", [GRAPHQL, JSON])
@pytest.mark.parametrize("header", ["Bearer kt_other", "Basic a2E6bGE="])
async def test_wrong_token_is_401_with_a_challenge(
    app: GraphQLApp, ports: FakePorts, accept: str, header: str
) -> None:
    client = GraphQLClient(app, accept=accept)

    answer = await client.send("POST", json={"query": GUEST}, headers={"authorization": header})

    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == 'Bearer error="invalid_token"'
    assert set(answer.json()) == {"errors"}
    assert codes(answer.json()) == ["UNAUTHENTICATED"]
    assert ports.asked == []


async def test_store_that_does_not_answer_is_503(client: GraphQLClient, ports: FakePorts) -> None:
    ports.fails["viewer"] = refused(Code.STORE_UNAVAILABLE, "The store does not answer; try again.")

    answer = await client.post(ME)

    assert answer.status_code == 503
    assert answer.headers["retry-after"] == "2"
    assert codes(answer.json()) == ["STORE_UNAVAILABLE"]


async def test_fault_before_the_operation_is_a_masked_500(
    client: GraphQLClient, ports: FakePorts
) -> None:
    ports.fails["viewer"] = RuntimeError("secret")

    answer = await client.post(ME)

    assert answer.status_code == 500
    assert codes(answer.json()) == ["INTERNAL"]
    assert "secret" not in answer.text


@pytest.mark.parametrize("development", [True, False])
async def test_browser_is_shown_graphiql_in_development_only(
    ports: FakePorts, development: bool
) -> None:
    client = GraphQLClient(GraphQLApp(ports.services(), development=development))
    accept = "text/html,application/xhtml+xml,*/*;q=0.8"

    answer = await client.send("GET", headers={"accept": accept})

    if development:
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert "GraphiQL" in answer.text
    else:
        assert answer.status_code == 400
        assert codes(answer.json()) == ["INVALID_INPUT"]


async def test_the_head_of_graphiql_is_that_of_the_page(ports: FakePorts) -> None:
    client = GraphQLClient(GraphQLApp(ports.services(), development=True))

    page, head = [
        await client.send(method, headers={"accept": "text/html"}) for method in ("GET", "HEAD")
    ]

    assert (head.status_code, head.text) == (200, "")
    assert head.headers == page.headers


async def test_client_that_takes_anything_is_not_shown_graphiql(ports: FakePorts) -> None:
    client = GraphQLClient(GraphQLApp(ports.services(), development=True))

    without_query = await client.send("GET", headers={"accept": "*/*"})
    with_query = await client.send("GET", params={"query": ME}, headers={"accept": "text/html,*/*"})

    assert without_query.status_code == 400
    assert with_query.json() == {"data": {"me": None}, "extensions": TIME}
