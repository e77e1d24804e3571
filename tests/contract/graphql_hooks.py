"""What schemathesis 4.32 does not know of GraphQL: inputs of which exactly one field is sent."""

from collections.abc import Callable

import schemathesis
from graphql import (
    DocumentNode,
    GraphQLInputObjectType,
    NullValueNode,
    ObjectFieldNode,
    ObjectValueNode,
    TypeInfo,
    TypeInfoVisitor,
    Visitor,
    get_nullable_type,
    print_ast,
    visit,
)

from schema.graphql import build_schema

_SCHEMA = build_schema().core
_NO_GUESTS_SCOPES = ("BOT_PLAY", "ADMIN")

Fields = tuple[ObjectFieldNode, ...]


class _OneOf(Visitor):
    """Shows the values of every such input, and puts what it is told in their place."""

    def __init__(self, types: TypeInfo, chosen: Callable[[Fields], Fields]) -> None:
        super().__init__()
        self._types = types
        self._chosen = chosen

    def enter_object_value(self, node: ObjectValueNode, *_: object) -> ObjectValueNode | None:
        """Return another object for one of exactly one field, nothing for others."""
        kind = self._types.get_input_type()
        named = None if kind is None else get_nullable_type(kind)
        if not isinstance(named, GraphQLInputObjectType) or not named.is_one_of:
            return None
        given = [field for field in node.fields if not isinstance(field.value, NullValueNode)]
        return ObjectValueNode(fields=self._chosen(tuple(given)))


@schemathesis.hook
def filter_body(context: schemathesis.HookContext, body: DocumentNode) -> bool:
    """Leave out a document that says nothing where one thing must be said.

    And one that asks for a right which a guest has not: that is an error by design.
    """
    del context
    if any(scope in print_ast(body) for scope in _NO_GUESTS_SCOPES):
        return False
    found: list[Fields] = []

    def noted(fields: Fields) -> Fields:
        found.append(fields)
        return fields

    _visited(body, noted)
    return all(found)


@schemathesis.hook
def map_body(context: schemathesis.HookContext, body: DocumentNode) -> DocumentNode:
    """Return a document that says no more than one thing where only one may be said."""
    del context
    return _visited(body, lambda fields: fields[:1])


def _visited(body: DocumentNode, chosen: Callable[[Fields], Fields]) -> DocumentNode:
    types = TypeInfo(_SCHEMA)
    made: DocumentNode = visit(body, TypeInfoVisitor(types, _OneOf(types, chosen)))
    return made
