"""Requests that ask for too much are refused before they cost much."""

import time
from collections.abc import Iterator

import httpx
import pytest

from tests.abuse.conftest import Service

PATIENCE_SECONDS = 10.0  # of a machine that does much else; each takes milliseconds
MATCH = 'match(id: "m_0001") { id }'
FLOODS = {
    "aliases": "{" + "".join(f"a{n}: {MATCH} " for n in range(120)) + "}",
    "directives": "{ ruleSets " + "@include(if: true) " * 900 + "{ id } }",
    "fields": "{ ruleSets {" + " id" * 990 + " } }",
    "depth": "{ a" * 300 + " }" * 300,
    "brackets": "{ a(b: " + "[" * 5_000 + "]" * 5_000 + ") }",
    "fragments": "query { ruleSets { ...F0 } } "
    + " ".join(
        f"fragment F{n} on RuleSet {{ ...F{n + 1} ...F{n + 1} ...F{n + 1} }}" for n in range(30)
    )
    + " fragment F30 on RuleSet { id }",
    "circle": "{ ruleSets { ...A } } fragment A on RuleSet { ...B } fragment B on RuleSet { ...A }",
    "tokens": "{ a " * 10_000,
}


@pytest.fixture(autouse=True)
def _the_others_are_served_all_the_same(nobody: httpx.Client) -> Iterator[None]:
    """See that the process does not think long of anything, and is sound afterwards."""
    began = time.monotonic()
    yield
    assert nobody.get("/readyz").status_code == 200
    assert time.monotonic() - began < PATIENCE_SECONDS


@pytest.mark.parametrize("query", FLOODS.values(), ids=FLOODS)
def test_a_document_that_asks_for_too_much_is_refused(nobody: httpx.Client, query: str) -> None:
    answer = nobody.post("/graphql", json={"query": query})

    body = answer.json()
    assert {at["extensions"]["code"] for at in body["errors"]} == {"INVALID_INPUT"}
    assert "data" not in body


@pytest.mark.parametrize("path", ["/graphql", "/v1/guests"])
def test_json_that_is_nested_without_end_is_refused(nobody: httpx.Client, path: str) -> None:
    text = b'{"name":' + b"[" * 30_000 + b"]" * 30_000 + b"}"

    answer = nobody.post(path, content=text, headers={"Content-Type": "application/json"})

    assert answer.status_code in {400, 422}
    assert "INVALID_INPUT" in answer.text


@pytest.mark.parametrize("path", ["/graphql", "/v1/guests"])
@pytest.mark.parametrize("is_announced", [True, False])
def test_a_huge_body_is_refused_before_it_has_come(
    service: Service, path: str, is_announced: bool
) -> None:
    head = f"POST {path} HTTP/1.1\r\nhost: kierki.test\r\ncontent-type: application/json\r\n"
    if is_announced:
        said = (head + "content-length: 100000000\r\n\r\n").encode()
    else:
        chunk = b"10000\r\n" + b" " * 65_536 + b"\r\n"
        said = (head + "transfer-encoding: chunked\r\n\r\n").encode() + chunk * 2
    with service.connection() as connection:
        connection.sendall(said)

        assert connection.recv(100).startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize(
    "head",
    [
        b"GET /readyz HTTP/1.1\r\nx-long: " + b"x" * 100_000,
        b"GET /readyz?" + b"x" * 100_000,
        b"GET /readyz HTTP/1.1\r\n" + b"a: b\r\n" * 20_000,
    ],
    ids=["header", "address", "headers"],
)
def test_a_head_without_end_is_refused(service: Service, head: bytes) -> None:
    with service.connection() as connection:
        connection.sendall(head[:20_000])

        assert connection.recv(100).startswith(b"HTTP/1.1 431 ")
