"""What an operation is charged: one for each of its root fields, by what the field does."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    InlineFragmentNode,
    OperationDefinitionNode,
    OperationType,
    SelectionSetNode,
)
from msgspec import Struct

from schema.budgets import Budget

_OF_MUTATIONS: Final[Mapping[str, Budget]] = {
    "createGuest": Budget.GUESTS,
    "createMatch": Budget.MATCHES,
    "quickMatch": Budget.MATCHES,
    "rematch": Budget.MATCHES,
}


class Wanted(Struct, frozen=True):
    """An operation that is asked for: what it does, and how many requests of each budget it is.

    `name` is that of its field if it has one, else its kind, as `mutation`.
    """

    name: str
    bill: Mapping[Budget, int]


NOTHING: Final = Wanted("unknown", {Budget.READS: 1})
"""What cannot be run; finding that out has its price too."""


def wanted_by(document: DocumentNode) -> dict[str | None, Wanted]:
    """Return the operations of a document by their names.

    The document is valid and within the limits: a fragment is counted wherever it is spread.
    """
    fragments = {
        at.name.value: at for at in document.definitions if isinstance(at, FragmentDefinitionNode)
    }
    return {
        at.name.value if at.name else None: _wanted(at, fragments)
        for at in document.definitions
        if isinstance(at, OperationDefinitionNode)
    }


_Fragments = Mapping[str, FragmentDefinitionNode]


def _wanted(operation: OperationDefinitionNode, fragments: _Fragments) -> Wanted:
    names = tuple(_fields(operation.selection_set, fragments))
    name = names[0] if len(names) == 1 else operation.operation.value
    return Wanted(name, _bill(operation.operation, names))


def _bill(kind: OperationType, names: Iterable[str]) -> Mapping[Budget, int]:
    if kind is OperationType.MUTATION:
        return Counter(_OF_MUTATIONS.get(name, Budget.MOVES) for name in names)
    return Counter(Budget.READS for _ in names)


def _fields(chosen: SelectionSetNode, fragments: _Fragments) -> Iterator[str]:
    """Yield the names of the fields of a selection, those of its fragments in their place."""
    for node in chosen.selections:
        if isinstance(node, FieldNode):
            yield node.name.value
        elif isinstance(node, InlineFragmentNode):
            yield from _fields(node.selection_set, fragments)
        else:
            assert isinstance(node, FragmentSpreadNode)
            yield from _fields(fragments[node.name.value].selection_set, fragments)
