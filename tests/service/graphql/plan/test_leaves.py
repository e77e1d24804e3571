"""What is usual for a leaf is written as graphql-core writes it; the rest is left to it."""

import math
from enum import Enum
from typing import Any

import pytest
from graphql import (
    GraphQLEnumType,
    GraphQLNamedType,
    GraphQLObjectType,
    GraphQLScalarType,
    get_named_type,
)

from schema.graphql import build_schema
from service.graphql.plan.errors import UnknownPartError
from service.graphql.plan.leaves import leaf_of

SCHEMA = build_schema().core
LEAVES = {
    named.name: named
    for kind in SCHEMA.type_map.values()
    if isinstance(kind, GraphQLObjectType) and not kind.name.startswith("__")
    for field in kind.fields.values()
    if isinstance(named := get_named_type(field.type), GraphQLScalarType | GraphQLEnumType)
}
VALUES: tuple[Any, ...] = (
    *(None, "", "text", "7", "QS", True, False, 0, 7, -(2**31), 2**31 - 1, 2**31, 2**60),
    *(0.0, 1.5, math.inf, -math.inf, math.nan, (), [], {}, b"x", object()),
)


class Named:
    """Gives objects names for expressions, and evaluates these."""

    def __init__(self) -> None:
        self.things: dict[str, object] = {}

    def __call__(self, thing: object) -> str:
        """Return the name of a thing."""
        name = f"named_{len(self.things)}"
        self.things[name] = thing
        return name

    def of(self, expression: str, value: object) -> object:
        """Return what an expression comes to for a value."""
        return eval(expression.format("value"), {**self.things, "value": value})


def members(kind: GraphQLNamedType) -> tuple[Enum, ...]:
    return tuple(kind.wrapped_cls) if isinstance(kind, GraphQLEnumType) else ()  # type: ignore[attr-defined]  # Strawberry's


@pytest.mark.parametrize("name", sorted(LEAVES))
def test_usual_values_are_written_as_graphql_core_writes_them(name: str) -> None:
    kind, named = LEAVES[name], Named()
    leaf = leaf_of(kind, named)
    usual = [at for at in (*members(kind), *VALUES) if not named.of(leaf.unusual, at)]

    written = [named.of(leaf.written, at) for at in usual]

    assert usual
    assert [(at, type(at)) for at in written] == [
        (expected := kind.coerce_output_value(at), type(expected)) for at in usual
    ]


@pytest.mark.parametrize("name", sorted(LEAVES))
def test_what_is_told_otherwise_than_it_is_or_not_at_all_is_unusual(name: str) -> None:
    kind, named = LEAVES[name], Named()
    leaf = leaf_of(kind, named)

    for value in (None, (), [], {}, b"x", object(), math.inf, math.nan):
        assert named.of(leaf.unusual, value)


def test_a_scalar_that_is_not_known_is_not_planned() -> None:
    with pytest.raises(UnknownPartError, match="Date"):
        leaf_of(GraphQLScalarType("Date"), Named())
