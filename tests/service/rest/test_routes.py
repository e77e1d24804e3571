"""How an address behaves: methods, negotiation, limits, headers, and failures of the service."""

from collections.abc import AsyncIterator

import httpx
import pytest
from starlette.applications import Starlette

from schema.errors import Code, refused
from schema.rest.operations import OPERATIONS
from tests.fixtures.metrics import counted
from tests.fixtures.ports import ALAS_TOKEN, FakePorts
from tests.fixtures.rest import app_of, client_of, new_match, started_match

PATHS = sorted({at.path for at in OPERATIONS})
MOVE = {"move": "play QS", "expectedVersion": 1, "idempotencyKey": "k"}


def code(answer: httpx.Response) -> tuple[int, str]:
    """Return the status and the code of a problem."""
    assert answer.headers["content-type"] == "application/problem+json"
    return answer.status_code, answer.json()["code"]


@pytest.mark.parametrize("path", PATHS)
async def test_a_path_lists_its_methods_and_refuses_the_others(app: Starlette, path: str) -> None:
    methods = {str(at.method) for at in OPERATIONS if at.path == path} | {"OPTIONS"}
    allow = ", ".join(sorted(methods | ({"HEAD"} if "GET" in methods else set())))
    async with client_of(app) as nobody:
        listed = await nobody.options(path)
        others = [await nobody.request(at, path) for at in ("PUT", "PATCH", "TRACE", "QUERY")]

    assert listed.status_code == 204
    assert listed.headers["allow"] == allow
    for answer in others:
        assert code(answer) == (405, Code.METHOD_NOT_ALLOWED)
        assert answer.headers["allow"] == allow


async def test_head_answers_like_get_without_a_body(ada: httpx.AsyncClient) -> None:
    path = f"/v1/matches/{await new_match(ada)}"
    got, head = await ada.get(path), await ada.head(path)
    missing = await ada.head("/v1/matches/m_none")
    stream = await ada.head(f"{path}/events", headers={"Accept": "text/event-stream"})

    assert head.status_code == 200
    assert head.content == b""
    assert head.headers["content-length"] == got.headers["content-length"]
    assert head.headers["content-type"] == "application/json"
    assert (missing.status_code, missing.content) == (404, b"")
    assert stream.headers["content-type"] == "text/event-stream; charset=utf-8"
    assert stream.content == b""


async def test_an_answer_that_the_client_does_not_take_is_refused(app: Starlette) -> None:
    async with client_of(app) as nobody:
        rules = await nobody.get("/v1/rule-sets", headers={"Accept": "text/html"})
        book = await nobody.get("/v1/rules", headers={"Accept": "application/json"})
        read = await nobody.get("/v1/rules", headers={"Accept": "text/markdown, text/plain;q=0.5"})

    assert code(rules) == (406, Code.NOT_ACCEPTABLE)
    assert rules.json()["allowed"] == ["application/json"]
    assert code(book) == (406, Code.NOT_ACCEPTABLE)
    assert read.status_code == 200


async def test_a_body_of_another_kind_is_refused(ada: httpx.AsyncClient) -> None:
    answer = await ada.post("/v1/matches", content=b"players=4", headers={"Content-Type": "x/y"})

    assert code(answer) == (415, Code.UNSUPPORTED_MEDIA_TYPE)
    assert (await ada.get("/v1/matches")).json()["items"] == []


async def test_two_media_types_are_none(ada: httpx.AsyncClient) -> None:
    twice = [("Content-Type", "application/json"), ("Content-Type", "application/json")]

    answer = await ada.post("/v1/matches", content=b"{}", headers=twice)

    assert code(answer) == (415, Code.UNSUPPORTED_MEDIA_TYPE)


async def test_a_body_that_cannot_be_read_is_told_apart_from_a_wrong_one(
    ada: httpx.AsyncClient,
) -> None:
    headers = {"Content-Type": "application/json"}
    unreadable = await ada.post("/v1/matches", content=b'{"players":', headers=headers)
    wrong = await ada.post("/v1/matches", content=b'{"players":99}', headers=headers)

    assert code(unreadable) == (400, Code.INVALID_INPUT)
    assert code(wrong) == (422, Code.INVALID_INPUT)
    assert wrong.json()["errors"] == [
        {"detail": "Expected `int` <= 7", "pointer": "#/players"},
    ]


async def test_a_body_of_64_kb_is_read_and_one_more_byte_is_not(ada: httpx.AsyncClient) -> None:
    body = b'{"players":3}'
    headers = {"Content-Type": "application/json"}

    full = await ada.post("/v1/matches", content=body.ljust(65_536), headers=headers)
    over = await ada.post("/v1/matches", content=body.ljust(65_537), headers=headers)

    assert full.status_code == 201
    assert code(over) == (413, Code.BODY_TOO_LARGE)


async def test_a_body_without_a_length_is_counted_as_it_comes(ada: httpx.AsyncClient) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(9):
            yield b" " * 8_192

    answer = await ada.post(
        "/v1/matches", content=pieces(), headers={"Content-Type": "application/json"}
    )

    assert "content-length" not in answer.request.headers
    assert code(answer) == (413, Code.BODY_TOO_LARGE)


async def test_two_authorizations_are_none(app: Starlette, ada: httpx.AsyncClient) -> None:
    token = ada.headers["Authorization"]
    async with client_of(app) as nobody:
        answer = await nobody.get(
            "/v1/me", headers=[("Authorization", token), ("Authorization", token)]
        )

    assert code(answer) == (401, Code.UNAUTHENTICATED)


@pytest.mark.parametrize(
    ("refusal", "status", "retry_after"),
    [
        (Code.STORE_UNAVAILABLE, 503, "2"),
        (Code.STORE_FULL, 503, "60"),
        (Code.BUSY, 503, "1"),
    ],
)
async def test_a_store_that_cannot_serve_says_when_to_try_again(
    refusal: Code, status: int, retry_after: str
) -> None:
    ports = FakePorts()
    ports.fails["submit"] = refused(refusal, "Not now.")
    async with client_of(app_of(ports.services()), ALAS_TOKEN) as ala:
        answer = await ala.post("/v1/matches/m_1/moves", json=MOVE)

    assert code(answer) == (status, refusal)
    assert answer.headers["retry-after"] == retry_after
    assert answer.headers["cache-control"] == "no-store"
    assert "Authorization" in answer.headers["vary"]


async def test_a_fault_is_masked_and_named_by_the_requests_id() -> None:
    ports = FakePorts()
    ports.fails["match"] = RuntimeError("queen of spades")
    app = app_of(ports.services())
    async with client_of(app) as nobody:
        answer = await nobody.get("/v1/matches/m_1", headers={"X-Request-Id": "call-7"})

    assert answer.status_code == 500
    assert answer.json() == {
        "type": "/v1/problems#INTERNAL",
        "title": "The service has failed.",
        "status": 500,
        "detail": "The service has failed; quote the request's id.",
        "code": "INTERNAL",
        "requestId": "call-7",
    }
    assert answer.headers["x-request-id"] == "call-7"
    assert counted(app.state.edge.metrics, "faults_total", transport="rest") == 1


async def test_a_refused_request_leaves_no_trace_of_a_token(
    ada: httpx.AsyncClient, caplog: pytest.LogCaptureFixture
) -> None:
    token = ada.headers["Authorization"].removeprefix("Bearer ")

    answer = await ada.get(f"/v1/matches?access_token={token}")

    assert code(answer) == (422, Code.INVALID_INPUT)
    assert token not in answer.text
    assert token not in caplog.text


async def test_a_played_match_reads_the_same_with_every_page_size(ada: httpx.AsyncClient) -> None:
    path = f"/v1/matches/{await started_match(ada)}/events"

    whole = (await ada.get(f"{path}?after=0")).json()["items"]
    steps: list[object] = []
    while len(steps) < len(whole):
        after = whole[len(steps) - 1]["cursor"] if steps else "0"
        steps += (await ada.get(f"{path}?after={after}")).json()["items"][:1]

    assert steps == whole
