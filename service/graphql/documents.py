"""Query texts made ready to run: parsed, held to the limits, validated, each text once.

Strawberry's own caches and limiters are not used: its limiters walk a fragment again wherever it
is spread, so that a text of 1 kB keeps them busy for minutes, and break on a spread of an unknown
one (0.341).
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from graphql import (
    DocumentNode,
    GraphQLError,
    GraphQLSchema,
    OperationDefinitionNode,
    OperationType,
    parse,
    validate,
)
from msgspec import Struct

from service.graphql.bills import NOTHING, Wanted, wanted_by
from service.graphql.limits import MAX_TOKENS, excess, pages_of
from service.graphql.plan import Planner, Plans
from service.graphql.sharing import Sharing, shared_operations

_SIZE: Final = 512  # texts; a client has a few, and each is at most 64 kB
_ERRORS_MAX: Final = 10  # a client mends the first ones first


class Choice(Struct, frozen=True):
    """One operation of a text.

    `sharing` is what the payloads of a subscription depend on, if they can be shared.
    """

    node: OperationDefinitionNode
    kind: OperationType
    wanted: Wanted
    sharing: Sharing | None = None


class Prepared(Struct, frozen=True):
    """A parsed document, what is wrong with it, and its operations.

    `choices` has each under its name, and one that is alone under None too. `plans` has how they
    are executed; None: the ordinary way. Of a document with errors nothing may run.
    """

    document: DocumentNode
    errors: tuple[GraphQLError, ...]
    choices: Mapping[str | None, Choice]
    plans: Plans | None = None


class Documents:
    """The newest texts that one endpoint was sent, made ready; with a planner to be planned."""

    def __init__(
        self, schema: GraphQLSchema, size: int = _SIZE, planner: Planner | None = None
    ) -> None:
        self._schema = schema
        self._planner = planner
        self._pages = pages_of(schema)
        self.prepare = lru_cache(maxsize=size)(self._prepare)

    def _prepare(self, text: str) -> Prepared:
        """Return a text made ready; raises GraphQLSyntaxError, which is not kept."""
        document = parse(text, max_tokens=MAX_TOKENS)
        errors = tuple(self._errors(document))
        if errors:
            return Prepared(document, errors, _choices(document, {}, {}))
        shared = shared_operations(self._schema, document)
        plans = None if self._planner is None else self._planner.plans(document, text)
        return Prepared(document, (), _choices(document, wanted_by(document), shared), plans)

    def _errors(self, document: DocumentNode) -> list[GraphQLError]:
        try:
            too_much = excess(document, pages=self._pages)
            if too_much is not None:
                return [too_much]
            return validate(self._schema, document, max_errors=_ERRORS_MAX)
        except RecursionError:  # a long chain of fragments
            return [GraphQLError("The document is nested too deeply.")]


def _choices(
    document: DocumentNode,
    wanted: Mapping[str | None, Wanted],
    shared: Mapping[str | None, Sharing],
) -> dict[str | None, Choice]:
    """Return the operations of a document; of several that have one name, the first."""
    nodes = [at for at in document.definitions if isinstance(at, OperationDefinitionNode)]
    found: dict[str | None, Choice] = {}
    for node in nodes:
        name = node.name.value if node.name else None
        choice = Choice(node, node.operation, wanted.get(name, NOTHING), shared.get(name))
        if len(nodes) == 1:
            found[None] = choice
        if name is not None:
            found.setdefault(name, choice)
    return found
