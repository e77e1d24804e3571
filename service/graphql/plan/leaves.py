"""What is usual for the value of a leaf, and how such a value is written into an answer.

Both are Python expressions: of the checks that graphql-core makes, those stay that a value of the
exact type has to pass. A value that does not is no error yet; ordinary execution decides.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from graphql import (
    GRAPHQL_MAX_INT,
    GRAPHQL_MIN_INT,
    GraphQLBoolean,
    GraphQLEnumType,
    GraphQLFloat,
    GraphQLID,
    GraphQLInt,
    GraphQLNamedType,
    GraphQLString,
)
from msgspec import Struct
from strawberry.schema.schema_converter import CustomGraphQLEnumType, GraphQLCoreConverter

from schema.graphql.scalars import SCALARS, Millis
from service.graphql.plan.errors import UnknownPartError

Name = Callable[[object], str]
"""Gives an object a name that an expression can use."""


class Leaf(Struct, frozen=True):
    """A leaf's expressions: whether a value is unusual, and how it is written; `{0}` is it."""

    unusual: str
    written: str = "{0}"

    @property
    def is_written_as_it_is(self) -> bool:
        """Return whether the answer has the value itself."""
        return self.written == "{0}"


_TEXT: Final = Leaf("type({0}) is not str")
_SCALARS: Final[Mapping[GraphQLNamedType, Leaf]] = {
    GraphQLID: _TEXT,
    GraphQLString: _TEXT,
    GraphQLBoolean: Leaf("type({0}) is not bool"),
    GraphQLInt: Leaf(
        f"type({{0}}) is not int or not {GRAPHQL_MIN_INT} <= {{0}} <= {GRAPHQL_MAX_INT}"
    ),
    GraphQLFloat: Leaf("type({0}) is not float or {0} - {0} != 0.0"),  # it is not finite
}
_MILLIS: Final = Leaf("type({0}) is not int")


def leaf_of(kind: GraphQLNamedType, name: Name) -> Leaf:
    """Return what is usual for a leaf type; raises UnknownPartError for one of another kind."""
    if isinstance(kind, CustomGraphQLEnumType):
        members = name(kind.wrapped_cls)
        return Leaf(f"type({{0}}) is not {members}", f"{name(_names_of(kind))}[{{0}}]")
    if kind in _SCALARS:
        return _SCALARS[kind]
    if kind.extensions.get(GraphQLCoreConverter.DEFINITION_BACKREF) is SCALARS[Millis]:
        return _MILLIS
    what = f"no leaf of a known kind: {kind.name}"
    raise UnknownPartError(what)


def _names_of(kind: CustomGraphQLEnumType) -> dict[Any, str]:
    """Return the name of each member: the first that stands for its value."""
    names: dict[Any, str] = {}
    for name, value in _values(kind):
        names.setdefault(kind.wrapped_cls(value), name)
    return names


def _values(kind: GraphQLEnumType) -> list[tuple[str, Any]]:
    return [(name, value.value) for name, value in kind.values.items()]
