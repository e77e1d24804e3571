"""The OpenAPI document is whole, described, and the same as the committed one."""

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from schema.json_schema import Json
from schema.rest.openapi import API_VERSION, openapi_document, openapi_text
from schema.rest.operation import Operation
from schema.rest.operations import OPERATIONS
from schema.rest.problems import KINDS

ROOT = Path(__file__).parents[3]
DOCUMENT = openapi_document()
SCHEMAS: Json = DOCUMENT["components"]["schemas"]


def nodes(value: object) -> Iterator[Json]:
    """Yield every object of a document."""
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from nodes(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from nodes(inner)


def operation(operation_id: str) -> Json:
    for path in DOCUMENT["paths"].values():
        for found in path.values():
            if found["operationId"] == operation_id:
                told: Json = found
                return told
    raise AssertionError(operation_id)


def test_the_committed_document_is_the_one_that_the_code_makes() -> None:
    committed = (ROOT / "schema" / "contract" / "openapi.json").read_text(encoding="utf-8")

    assert committed == openapi_text(), "run `make contract` and look at the difference"


def test_the_version_is_the_packages() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

    assert project["project"]["version"] == API_VERSION


def test_the_document_has_every_row_of_the_table() -> None:
    told = {
        found["operationId"]: f"{method.upper()} {path}"
        for path, methods in DOCUMENT["paths"].items()
        for method, found in methods.items()
    }

    assert told == {at.id: f"{at.method} {at.path}" for at in OPERATIONS}


def test_every_reference_leads_somewhere() -> None:
    for node in nodes(DOCUMENT):
        if "$ref" in node:
            found: object = DOCUMENT
            for step in node["$ref"].removeprefix("#/").split("/"):
                assert isinstance(found, dict)
                found = found[step]


def test_no_component_is_left_unused() -> None:
    used = {node["$ref"].rpartition("/")[2] for node in nodes(DOCUMENT) if "$ref" in node}

    streamed = {at.item.__name__ for at in OPERATIONS if at.feed}  # named in words only
    assert set(SCHEMAS) <= used | streamed
    assert set(DOCUMENT["components"]["headers"]) <= used
    assert set(DOCUMENT["components"]["responses"]) <= used


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_model_and_each_of_its_fields_are_described(name: str) -> None:
    schema = SCHEMAS[name]

    assert schema["description"].endswith(".")
    for field, told in schema.get("properties", {}).items():
        assert told.get("description"), f"{name}.{field}"


def test_every_parameter_is_described() -> None:
    for path in DOCUMENT["paths"].values():
        for found in path.values():
            assert all(parameter["description"] for parameter in found["parameters"])


def test_an_answer_promises_every_field_and_a_body_does_not() -> None:
    assert SCHEMAS["MatchView"]["required"] == list(SCHEMAS["MatchView"]["properties"])
    assert "default" not in SCHEMAS["MatchView"]["properties"]["viewerSeat"]
    assert SCHEMAS["EffectView"]["required"] == ["kind"]
    assert SCHEMAS["NewMatch"]["required"] == []
    assert SCHEMAS["NewMatch"]["additionalProperties"] is False


def test_every_enum_says_that_its_values_are_texts() -> None:
    named = [schema for schema in SCHEMAS.values() if "enum" in schema]

    assert len(named) > 10
    assert all(schema["type"] == "string" for schema in named)


def test_access_is_told_as_security() -> None:
    assert operation("createGuest")["security"] == []
    assert operation("getMatch")["security"] == [
        {},
        {"bearer": ["match:read"]},
        {"overlayKey": []},
    ]
    assert "key" not in [at["name"] for at in operation("getMatch")["parameters"]]
    assert operation("getMe")["security"] == [{"bearer": []}]
    assert operation("submitMove")["security"] == [
        {"bearer": ["match:play"]},
        {"bearer": ["bot:play"]},
    ]
    assert DOCUMENT["components"]["securitySchemes"]["bearer"]["scheme"] == "bearer"


def test_a_status_lists_exactly_the_codes_that_come_with_it() -> None:
    told = operation("submitMove")["responses"]
    conflict = told["409"]["content"]["application/problem+json"]["schema"]["allOf"][1]

    assert conflict["properties"]["code"]["enum"] == [
        code.value
        for code in next(at for at in OPERATIONS if at.id == "submitMove").refusals
        if KINDS[code].status == 409
    ]
    assert told["401"] == {"$ref": "#/components/responses/UNAUTHENTICATED"}
    assert told["400"] == {"$ref": "#/components/responses/Unreadable"}
    assert "Retry-After" in told["503"]["headers"]


def test_a_feed_is_told_with_all_its_media_types() -> None:
    told = operation("getEvents")["responses"]

    assert list(told["200"]["content"]) == [
        "application/json",
        "text/event-stream",
        "application/x-ndjson",
    ]
    assert "content" not in told["204"]


def test_a_parameter_is_never_null() -> None:
    wait, after = (
        next(at for at in operation("getEvents")["parameters"] if at["name"] == name)
        for name in ("wait", "after")
    )

    assert after["schema"]["type"] == "string"
    assert wait["schema"] == {"type": "integer", "minimum": 0, "maximum": 25, "default": 0}


@pytest.mark.parametrize("at", [at for at in OPERATIONS if at.has_body], ids=lambda at: at.id)
def test_an_example_body_is_read_as_the_value_it_was_made_from(at: Operation) -> None:
    told = operation(at.id)["requestBody"]["content"]["application/json"]["example"]

    assert msgspec.json.decode(json.dumps(told), type=at.types[2]) == at.example


def test_descriptions_speak_of_no_workplace() -> None:
    assert not re.search(r"https?://", openapi_text())
