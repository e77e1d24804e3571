"""A part of the contract that is on its way out says so on both transports."""

from typing import Annotated, Final

import strawberry
from graphql import print_schema
from msgspec import Meta, Struct
from msgspec.structs import replace
from strawberry.schema.config import StrawberryConfig

from schema.deprecation import on_its_way_out
from schema.graphql.fields import mutation, query
from schema.graphql.mirror import Mirror, Names, input_field
from schema.graphql.scalars import SCALARS
from schema.rest.json_schemas import answered, parameters
from schema.rest.openapi import paths_of
from schema.rest.operations import OPERATIONS

REASON: Final = "Since 2027-01-31: use `size`."
TOLD: Final = {"deprecated": True, "x-deprecation": REASON}


class Leaf(Struct):
    """A leaf."""

    size: Annotated[int, Meta(description="How long it is.")]
    length: Annotated[
        int | None,
        Meta(description="The same.", extra_json_schema=on_its_way_out(REASON)),
    ] = None


def leaf_sdl() -> str:
    """Return a schema of which a type, an input and the root fields have old parts."""
    names = Names(structs={}, interfaces={}, fields={}, more={}, unions={}, enums={}, docs={})
    kind = Mirror(names).output(Leaf)

    @strawberry.input
    class LeafInput:
        length: int | None = input_field(Leaf, "length")

    @strawberry.type
    class Query:
        @query(kind, "A leaf.", REASON)
        def leaf(self: object, like: LeafInput) -> Leaf:
            return Leaf(size=like.length or 0)

    @strawberry.type
    class Mutation:
        @mutation(kind, "A leaf.", REASON)
        def grow(self: object) -> Leaf:
            return Leaf(size=1)

    made = strawberry.Schema(Query, Mutation, config=StrawberryConfig(scalar_map=SCALARS))
    return print_schema(made._schema)


def test_graphql_tells_the_reason_of_fields_inputs_and_root_fields() -> None:
    mark = f'@deprecated(reason: "{REASON}")'
    lines = [line.strip() for line in leaf_sdl().splitlines() if mark in line]

    assert lines == [
        f"leaf(like: LeafInput!): Leaf! {mark}",
        f"length: Int {mark}",
        f"length: Int = null {mark}",
        f"grow: Leaf! {mark}",
    ]


def test_rest_tells_the_reason_of_a_field_of_an_answer() -> None:
    fields = answered([Leaf])["Leaf"]["properties"]

    assert fields["length"].items() >= TOLD.items()
    assert not fields["size"].keys() & TOLD.keys()


def test_rest_tells_the_reason_of_a_parameter_beside_its_schema() -> None:
    size, length = parameters(Leaf, "query")

    assert length == {
        "name": "length",
        "in": "query",
        "description": "The same.",
        **TOLD,
        "schema": {"type": "integer"},
    }
    assert not size.keys() & TOLD.keys()


def test_rest_tells_the_reason_of_an_operation() -> None:
    stays, goes = OPERATIONS[0], replace(OPERATIONS[1], deprecation=REASON)

    told = paths_of([stays, goes])

    assert told[goes.path][goes.method.lower()].items() >= TOLD.items()
    assert not told[stays.path][stays.method.lower()].keys() & TOLD.keys()
