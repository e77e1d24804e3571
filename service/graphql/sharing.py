"""Finds the subscriptions whose payload is the same for everybody who is given the same item.

It is, where every field below the root is read off its object: then nothing but the item, the
document and the variables of @skip and @include decide what comes out.
"""

from collections.abc import Hashable, Mapping
from typing import Any

from graphql import (
    DocumentNode,
    FragmentDefinitionNode,
    GraphQLSchema,
    OperationDefinitionNode,
    OperationType,
    TypeInfo,
    TypeInfoVisitor,
    VariableNode,
    Visitor,
    visit,
)
from graphql.language.visitor import SKIP, VisitorAction

from schema.graphql.build import is_read


class Sharing:
    """What the payloads of one operation of one text depend on; its identity stands for both."""

    def __init__(self, variables: tuple[str, ...]) -> None:
        self._variables = variables

    def form(self, values: Mapping[str, Hashable]) -> Hashable:
        """Return what the payload depends on besides its item; `values` are coerced."""
        return (self, *(values.get(name) for name in self._variables))


def shared_operations(schema: GraphQLSchema, document: DocumentNode) -> dict[str | None, Sharing]:
    """Return the shared subscriptions of a valid document, by their names.

    What no rule here knows is not shared.
    """
    operations = [at for at in document.definitions if isinstance(at, OperationDefinitionNode)]
    found: dict[str | None, Sharing] = {}
    for operation in operations:
        if operation.operation is OperationType.SUBSCRIPTION:
            reach = _Reach(schema)
            reach.walk(operation, document)
            if reach.reads_only:
                name = operation.name.value if operation.name else None
                found[name] = Sharing(tuple(sorted(reach.variables)))
    return found


class _Reach(Visitor):
    """Visits what an operation can reach: each fragment of its document is taken as reached."""

    def __init__(self, schema: GraphQLSchema) -> None:
        super().__init__()
        self.reads_only = True
        self.variables: set[str] = set()
        self._root = schema.subscription_type
        self._types = TypeInfo(schema)

    def walk(self, operation: OperationDefinitionNode, document: DocumentNode) -> None:
        fragments = [at for at in document.definitions if isinstance(at, FragmentDefinitionNode)]
        for node in (operation, *fragments):
            visit(node, TypeInfoVisitor(self._types, self))

    def enter_field(self, *_: Any) -> None:  # Any: a visitor's arguments
        if self._types.get_parent_type() is not self._root:
            field = self._types.get_field_def()
            self.reads_only &= field is not None and is_read(field)

    def enter_variable_definition(self, *_: Any) -> VisitorAction:
        return SKIP

    def enter_argument(self, *_: Any) -> VisitorAction:
        """Leave out the arguments of the root field: they decide which items come."""
        is_roots = self._types.get_parent_type() is self._root
        return SKIP if is_roots and self._types.get_directive() is None else None

    def enter_variable(self, node: VariableNode, *_: Any) -> None:
        self.variables.add(node.name.value)
