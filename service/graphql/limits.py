"""How much one document may ask for, counted before anything is validated or run.

Each fragment is counted once and its counts are used wherever it is spread, so that the work
grows with the text of a document and not with what its fragments multiply to.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Final

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLArgument,
    GraphQLError,
    GraphQLObjectType,
    GraphQLSchema,
    InlineFragmentNode,
    IntValueNode,
    OperationDefinitionNode,
    SelectionSetNode,
)
from msgspec import Struct

MAX_TOKENS: Final = 1_000  # the widest introspection query in use has about 200
_DIGITS: Final = 11  # of the least Int, its sign among them
_UNSAID: Final = 1_000_000  # fragments can multiply to numbers of many digits


class Size(Struct, frozen=True):
    """What a document or a part of it asks for, fragments filled in.

    `depth` counts nested fields outside of introspection, which validation limits by itself.
    `repeats` counts fields that stand in their selection already: validation compares every pair.
    `cost` counts fields as often as they are answered: below a list of pages `first` times.
    """

    depth: int = 0
    fields: int = 0
    aliases: int = 0
    repeats: int = 0
    cost: int = 0


LIMITS: Final = Size(depth=12, fields=1_000, aliases=20, repeats=50, cost=10_000)
PAGE_MAX: Final = 100  # what a variable may ask for at most
_NAMES: Final = {
    "depth": "levels of fields",
    "fields": "fields",
    "aliases": "aliases",
    "repeats": "repeated fields",
    "cost": "fields to answer",
}


def excess(
    document: DocumentNode, limits: Size = LIMITS, pages: Mapping[str, int] | None = None
) -> GraphQLError | None:
    """Return which limit a document breaks, or nothing; `pages` is as `pages_of` returns it."""
    size = size_of(document, pages)
    for name, words in _NAMES.items():
        asked, allowed = getattr(size, name), getattr(limits, name)
        if asked > allowed:
            told = "over a million" if asked > _UNSAID else str(asked)
            return GraphQLError(f"The document has {told} {words}; the limit is {allowed}.")
    return None


@cache
def pages_of(schema: GraphQLSchema) -> Mapping[str, int]:
    """Return the fields that take `first`, by name, with what they give without it."""
    return {
        name: _default(field.args["first"])
        for kind in schema.type_map.values()
        if isinstance(kind, GraphQLObjectType)
        for name, field in kind.fields.items()
        if "first" in field.args
    }


def size_of(document: DocumentNode, pages: Mapping[str, int] | None = None) -> Size:
    """Return the size of all operations of a document together."""
    fragments = {
        at.name.value: at for at in document.definitions if isinstance(at, FragmentDefinitionNode)
    }
    counter = _Counter(fragments, pages or {})
    return _sum(
        counter.selections(at.selection_set)
        for at in document.definitions
        if isinstance(at, OperationDefinitionNode)
    )


def _default(first: GraphQLArgument) -> int:
    default = first.default_value
    return default if isinstance(default, int) else PAGE_MAX


class _Counter:
    """Counts selections, and remembers what each fragment comes to."""

    def __init__(
        self, fragments: Mapping[str, FragmentDefinitionNode], pages: Mapping[str, int]
    ) -> None:
        self._fragments = fragments
        self._pages = pages
        self._sizes: dict[str, Size] = {}

    def selections(self, chosen: SelectionSetNode | None) -> Size:
        nodes = list(_without_inline(chosen))
        keys = [_response_key(node) for node in nodes if isinstance(node, FieldNode)]
        repeats = Size(repeats=len(keys) - len(set(keys)))
        return _sum([repeats, *map(self._selection, nodes)])

    def _selection(self, node: FieldNode | FragmentSpreadNode) -> Size:
        if isinstance(node, FragmentSpreadNode):
            return self._fragment(node.name.value)
        below = self.selections(node.selection_set)
        is_introspection = node.name.value.startswith("__")
        return Size(
            depth=0 if is_introspection else 1 + below.depth,
            fields=1 + below.fields,
            aliases=below.aliases + (node.alias is not None),
            repeats=below.repeats,
            cost=1 + self._times(node) * below.cost,
        )

    def _times(self, node: FieldNode) -> int:
        """Return how often what is below a field is answered, at most."""
        for argument in node.arguments or ():
            if argument.name.value == "first":
                value = argument.value
                return _whole(value.value) if isinstance(value, IntValueNode) else PAGE_MAX
        return self._pages.get(node.name.value, 1)

    def _fragment(self, name: str) -> Size:
        if name not in self._sizes:
            # what is unknown or in a circle counts nothing: validation refuses it
            self._sizes[name] = Size()
            found = self._fragments.get(name)
            self._sizes[name] = self.selections(found.selection_set if found else None)
        return self._sizes[name]


def _without_inline(chosen: SelectionSetNode | None) -> Iterator[FieldNode | FragmentSpreadNode]:
    """Yield what stands in a selection, the contents of inline fragments in their place."""
    for node in chosen.selections if chosen else ():
        if isinstance(node, InlineFragmentNode):
            yield from _without_inline(node.selection_set)
        else:
            assert isinstance(node, FieldNode | FragmentSpreadNode)
            yield node


def _whole(digits: str) -> int:
    """Return how many a number of the client's choice brings; more than a page is refused later.

    Validation has not seen it yet.
    """
    return min(max(1, int(digits)), PAGE_MAX) if len(digits) <= _DIGITS else _UNSAID


def _response_key(node: FieldNode) -> str:
    return (node.alias or node.name).value


def _sum(sizes: Iterable[Size]) -> Size:
    depth = fields = aliases = repeats = cost = 0
    for size in sizes:
        depth = max(depth, size.depth)
        fields += size.fields
        aliases += size.aliases
        repeats += size.repeats
        cost += size.cost
    return Size(depth, fields, aliases, repeats, cost)
