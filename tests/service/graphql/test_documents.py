"""Texts are made ready once, and what is wrong is found before anything runs."""

import inspect
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from graphql import GraphQLSyntaxError

from schema.export import CONTRACT
from schema.graphql import build_schema
from service.graphql import GraphQLApp
from service.graphql.documents import Documents
from tests.fixtures.graphql import TIME, GraphQLClient, codes
from tests.fixtures.ports import FakePorts

OPERATIONS = sorted(CONTRACT.with_name("operations").glob("*.graphql"))


@pytest.fixture(scope="module")
def documents() -> Documents:
    return Documents(build_schema().core, size=4)


def messages(documents: Documents, text: str) -> list[str]:
    return [error.message for error in documents.prepare(text).errors]


def test_second_time_a_text_is_neither_parsed_nor_validated(documents: Documents) -> None:
    documents.prepare.cache_clear()

    first = documents.prepare("{ me { name } }")
    again = documents.prepare("{ me { name } }")

    assert again is first
    assert documents.prepare.cache_info()[:2] == (1, 1)


def test_invalid_text_is_remembered_too(documents: Documents) -> None:
    documents.prepare.cache_clear()

    assert messages(documents, "{ nobody }") == ["Cannot query field 'nobody' on type 'Query'."]
    assert messages(documents, "{ nobody }") == ["Cannot query field 'nobody' on type 'Query'."]
    assert documents.prepare.cache_info().hits == 1


def test_no_more_texts_are_kept_than_allowed(documents: Documents) -> None:
    for number in range(10):
        documents.prepare(f"query Q{number} {{ me {{ name }} }}")

    assert documents.prepare.cache_info().currsize == 4


async def test_endpoint_prepares_a_text_once() -> None:
    ports = FakePorts()
    client = GraphQLClient(GraphQLApp(ports.services(), development=False))

    for _ in range(3):
        assert await client.run("{ match(id: 1) { id } }") == {
            "data": {"match": {"id": "m_0001"}},
            "extensions": TIME,
        }

    assert ports.asked == [("match", None, "1")] * 3


@pytest.mark.parametrize("path", OPERATIONS, ids=lambda path: path.stem)
def test_published_operation_may_run(documents: Documents, path: Path) -> None:
    assert messages(documents, path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "{ " + " ".join(f"a{at}: me {{ id }}" for at in range(21)) + " }",
            "The document has 21 aliases; the limit is 20.",
        ),
        (
            "{ " + "a { " * 12 + "b" + " }" * 12 + " }",
            "The document has 13 levels of fields; the limit is 12.",
        ),
        (
            "{ " + "me { id } " * 60 + "}",
            "The document has 59 repeated fields; the limit is 50.",
        ),
        (
            "{ ...F } " + "fragment F on Query { " + "...G " * 260 + "} "
            "fragment G on Query { me { id name guest } }",
            "The document has 1040 fields; the limit is 1000.",
        ),
    ],
    ids=["aliases", "depth", "repeats", "fields"],
)
async def test_flood_is_answered_before_anything_runs(text: str, message: str) -> None:
    ports = FakePorts()
    client = GraphQLClient(GraphQLApp(ports.services(), development=False))

    answer = await client.post(text)

    assert answer.status_code == 400
    assert codes(answer.json()) == ["INVALID_INPUT"]
    assert answer.json()["errors"][0]["message"] == message
    assert ports.asked == []


def test_text_with_too_many_tokens_is_a_syntax_error(documents: Documents) -> None:
    with pytest.raises(GraphQLSyntaxError, match="more than 1000 tokens"):
        documents.prepare("{ " + "me { name } " * 300 + "}")


@pytest.mark.parametrize(
    "text",
    [
        "{ " + "a { " * 300 + "b" + " }" * 300 + " }",
        "{ match(id: " + "[" * 300 + "]" * 300 + ") { id } }",
    ],
    ids=["fields", "lists"],
)
def test_text_that_is_nested_too_deeply_is_a_syntax_error(documents: Documents, text: str) -> None:
    with pytest.raises(GraphQLSyntaxError, match="nested too deeply"):
        documents.prepare(text)


def test_long_chain_of_fragments_is_no_fault_however_little_stack_is_left() -> None:
    chain = " ".join(f"fragment F{at} on Query {{ ...F{at + 1} }}" for at in range(120))
    text = "{ ...F0 } " + chain + " fragment F120 on Query { me { id } }"
    fresh = Documents(build_schema().core)

    assert messages(fresh, text) == []
    fresh.prepare.cache_clear()
    assert with_frames_left(250, lambda: messages(fresh, text)) == [
        "The document is nested too deeply."
    ]


def with_frames_left(frames: int, ask: Callable[[], list[str]]) -> list[str]:
    """Return what is answered when the stack may grow by so many frames."""

    def descend(more: int) -> list[str]:
        return descend(more - 1) if more else ask()

    return descend(sys.getrecursionlimit() - len(inspect.stack(context=0)) - frames)


def test_unknown_and_circular_fragments_are_refused(documents: Documents) -> None:
    assert messages(documents, "{ ...Nowhere }") == ["Unknown fragment 'Nowhere'."]
    circle = "{ ...F } fragment F on Query { me { id } ...F }"
    assert messages(documents, circle) == ["Cannot spread fragment 'F' within itself."]
