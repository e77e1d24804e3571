"""The comparison of two REST documents finds what breaks a client, and lets the rest grow."""

from copy import deepcopy
from typing import Any

import pytest

from schema.json_schema import Json
from tests.contract.compatibility import broken, broken_schema

DOCUMENT: Json = {
    "paths": {
        "/trees": {
            "post": {
                "operationId": "plantTree",
                "security": [{"bearer": []}],
                "parameters": [],
                "requestBody": {
                    "required": False,
                    "content": {
                        "application/json": {"schema": {"$ref": "#/components/schemas/NewTree"}}
                    },
                },
                "responses": {
                    "201": {
                        "headers": {"Location": {}},
                        "content": {
                            "application/json": {"schema": {"$ref": "#/components/schemas/Tree"}}
                        },
                    },
                    "401": {"$ref": "#/components/responses/Unknown"},
                },
            },
            "get": {
                "operationId": "listTrees",
                "security": [],
                "parameters": [
                    {
                        "name": "first",
                        "in": "query",
                        "schema": {"type": "integer", "maximum": 100, "default": 20},
                    }
                ],
                "responses": {
                    "200": {
                        "content": {
                            "application/json": {
                                "schema": {
                                    "type": "array",
                                    "items": {"$ref": "#/components/schemas/Tree"},
                                }
                            }
                        }
                    }
                },
            },
        }
    },
    "components": {
        "responses": {"Unknown": {"description": "Who asks?", "content": {}}},
        "schemas": {
            "NewTree": {
                "type": "object",
                "properties": {
                    "kind": {"$ref": "#/components/schemas/Kind"},
                    "tall": {"type": "boolean"},
                },
                "required": [],
            },
            "Tree": {
                "type": "object",
                "properties": {
                    "id": {"type": "string"},
                    "kind": {"$ref": "#/components/schemas/Kind"},
                    "next": {"$ref": "#/components/schemas/Tree"},
                },
                "required": ["id", "kind"],
            },
            "Kind": {"type": "string", "enum": ["oak", "elm"]},
        },
    },
}
PLANT = ("paths", "/trees", "post")
LIST = ("paths", "/trees", "get")
SCHEMAS = ("components", "schemas")
GONE = object()


def never(reason: str | None) -> bool:
    """Let nothing go."""
    del reason
    return False


def announced(reason: str | None) -> bool:
    """Let everything go that has a reason."""
    return reason is not None


def at(document: Json, place: tuple[str, ...]) -> Any:
    """Return the part of a document at a place. Any: it is of every kind."""
    part: Any = document
    for step in place:
        part = part[int(step)] if isinstance(part, list) else part[step]
    return part


def changed(place: tuple[str, ...], value: object) -> Json:
    """Return the document with another value at a place, or nothing there."""
    document = deepcopy(DOCUMENT)
    part = at(document, place[:-1])
    if value is GONE:
        del part[place[-1]]
    elif isinstance(part, list):
        part.append(value)
    else:
        part[place[-1]] = value
    return document


def faults(place: tuple[str, ...], value: object) -> list[str]:
    return broken(DOCUMENT, changed(place, value), never)


@pytest.mark.parametrize(
    ("place", "value", "found"),
    [
        (PLANT, GONE, "POST /trees: is gone"),
        ((*PLANT, "operationId"), "plant", "POST /trees: is called plant"),
        ((*PLANT, "security"), [{"key": []}], "POST /trees: asks for another token"),
        ((*LIST, "security"), [{"bearer": []}], "GET /trees: asks for another token"),
        ((*PLANT, "security"), [{"bearer": ["grow"]}], "POST /trees: asks for another token"),
        ((*PLANT, "requestBody"), GONE, "POST /trees: takes no body"),
        ((*PLANT, "requestBody", "required"), True, "POST /trees: needs a body"),
        ((*LIST, "requestBody"), {"required": True}, "GET /trees: needs a body"),
        ((*LIST, "parameters"), [], "GET /trees first: is gone"),
        ((*LIST, "parameters", "0", "required"), True, "GET /trees first: must be sent"),
        ((*LIST, "parameters", "0", "schema", "maximum"), 50, "GET /trees first: maximum is 50"),
        (
            (*LIST, "parameters", "0", "schema", "default"),
            10,
            "GET /trees first: is 10 where it is left out",
        ),
        (
            (*LIST, "parameters", "0", "schema", "type"),
            "string",
            "GET /trees first: is string, not integer",
        ),
        ((*PLANT, "responses", "200"), {}, "POST /trees: answers ['200', '201'], not ['201']"),
        (
            (*PLANT, "responses", "201", "headers", "Location"),
            GONE,
            "POST /trees 201: has no Location",
        ),
        ((*LIST, "responses", "200", "content"), {}, "GET /trees 200: no application/json"),
        ((*SCHEMAS, "NewTree", "properties", "tall"), GONE, "POST /trees/tall: is gone"),
        ((*SCHEMAS, "NewTree", "required"), ["tall"], "POST /trees/tall: must be sent"),
        ((*SCHEMAS, "Tree", "required"), ["id"], "GET /trees 200/items/kind: may be left out"),
        ((*SCHEMAS, "Kind", "enum"), ["oak"], "POST /trees/kind: ['elm'] are no longer taken"),
    ],
)
def test_what_breaks_a_client_is_found(place: tuple[str, ...], value: object, found: str) -> None:
    assert found in faults(place, value)


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("paths", "/woods"), {"get": {}}),
        ((*PLANT, "security"), [{"bearer": []}, {"key": []}]),
        ((*PLANT, "security"), []),
        ((*LIST, "parameters", "0", "schema", "maximum"), 500),
        ((*LIST, "parameters", "1"), {"name": "after", "in": "query", "schema": {}}),
        ((*PLANT, "responses", "418"), {}),
        ((*PLANT, "responses", "401"), GONE),
        ((*SCHEMAS, "NewTree", "properties", "more"), {"type": "string"}),
        ((*SCHEMAS, "Tree", "properties", "more"), {"type": "string"}),
        ((*SCHEMAS, "Kind", "enum"), ["oak", "elm", "yew"]),
        ((*SCHEMAS, "Tree", "description"), "Other words."),
    ],
)
def test_what_may_grow_grows(place: tuple[str, ...], value: object) -> None:
    assert faults(place, value) == []


def test_a_document_breaks_nothing_of_itself() -> None:
    assert broken(DOCUMENT, deepcopy(DOCUMENT), never) == []


@pytest.mark.parametrize(
    "place", [PLANT, (*LIST, "parameters", "0"), (*SCHEMAS, "Tree", "properties", "id")]
)
def test_what_was_announced_may_go(place: tuple[str, ...]) -> None:
    old = deepcopy(DOCUMENT)
    at(old, place)["x-deprecation"] = "Since 2027-01-01: use another."
    new = deepcopy(DOCUMENT)
    del at(new, place[:-1])[int(place[-1]) if place[-1].isdigit() else place[-1]]

    assert broken(old, new, never) != []
    assert broken(old, new, announced) == []


NULL = {"type": "null"}
TEXT = {"type": "string"}
NUMBER = {"type": "integer"}


@pytest.mark.parametrize(
    ("old", "new", "sent", "found"),
    [
        ({"anyOf": [TEXT, NULL]}, TEXT, True, ["#: null is no longer taken"]),
        ({"anyOf": [TEXT, NULL]}, TEXT, False, []),
        (TEXT, {"anyOf": [TEXT, NULL]}, False, ["#: null is new"]),
        (TEXT, {"anyOf": [TEXT, NULL]}, True, []),
        ({"enum": ["a", "b"]}, {"enum": ["a"]}, False, []),
        ({"enum": ["a"]}, {}, False, ["#: is any text"]),
        ({}, {"pattern": "^a"}, True, ["#: has another pattern"]),
        ({"pattern": "^a"}, {"pattern": "^b"}, False, []),
        ({"pattern": "^a$"}, {"pattern": "^a(-b)?$"}, True, []),
        ({"pattern": "^a$"}, {"pattern": "^a(-b)$"}, True, ["#: has another pattern"]),
        ({"default": 4}, {"default": 3}, True, ["#: is 3 where it is left out"]),
        ({"default": 4}, {"default": 3}, False, []),
        ({}, {"default": 3}, True, []),
        ({}, {"minLength": 1}, True, ["#: minLength is 1"]),
        ({"items": TEXT}, {"items": NUMBER}, False, ["#/items: is integer, not string"]),
        ({}, {"additionalProperties": False}, True, ["#/additionalProperties: no longer taken"]),
        (
            {"properties": {"a": TEXT}, "required": ["a"]},
            {"properties": {"a": TEXT}, "required": []},
            False,
            ["#/a: may be left out"],
        ),
    ],
)
def test_what_is_sent_may_not_narrow_and_what_is_told_not_widen(
    old: Json, new: Json, sent: bool, found: list[str]
) -> None:
    assert broken_schema(old, new, never, sent=sent) == found


def test_alternatives_with_a_tag_may_become_more_where_they_are_told() -> None:
    kinds: Json = {
        "$defs": {"A": {"type": "object"}, "B": {"type": "object"}},
        "discriminator": {"propertyName": "kind"},
    }
    one: Json = {**kinds, "anyOf": [{"$ref": "#/$defs/A"}]}
    two: Json = {**kinds, "anyOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}]}

    assert broken_schema(one, two, never, sent=False) == []
    assert broken_schema(two, one, never, sent=True) == ["#: B is no longer taken"]
