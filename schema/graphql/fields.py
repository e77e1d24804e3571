"""Root fields: a resolver that is typed by the model, under the GraphQL type made from it."""

from collections.abc import AsyncGenerator, Callable
from typing import Any

import strawberry
from strawberry.types.base import StrawberryList, StrawberryOptional
from strawberry.types.field import StrawberryField

from schema.graphql.mirror import GraphType

# Any: Strawberry reads the arguments of a resolver by itself.
Root = Callable[[Callable[..., Any]], StrawberryField]


def query(kind: GraphType, description: str, deprecation: str | None = None) -> Root:
    """Return the decorator that makes a resolver a root field of Query."""
    return _root(
        strawberry.field(graphql_type=kind, description=description, deprecation_reason=deprecation)
    )


def mutation(kind: GraphType, description: str, deprecation: str | None = None) -> Root:
    """Return the decorator that makes a resolver a root field of Mutation."""
    return _root(
        strawberry.mutation(
            graphql_type=kind, description=description, deprecation_reason=deprecation
        )
    )


def subscription(kind: type, description: str) -> Root:
    """Return the decorator that makes a resolver of an async iterator a root field."""
    stream = AsyncGenerator[kind, None]  # type: ignore[valid-type]  # a type made at run time
    return _root(strawberry.subscription(graphql_type=stream, description=description))


def nullable(kind: GraphType) -> StrawberryOptional:
    """Return the type that also takes null."""
    return StrawberryOptional(of_type=kind)


def list_of(kind: GraphType) -> StrawberryList:
    """Return the type of lists without nulls."""
    return StrawberryList(of_type=kind)


def _root(field: Any) -> Root:
    assert isinstance(field, StrawberryField)
    return field
