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


class Prepared(Struct, frozen=True):
    """A parsed document, what is wrong with it, and its operations by their names.

    `shared` has those subscriptions whose payloads can be shared, `plans` how operations are
    executed; None: the ordinary way. Of a document with errors nothing may run.
    """

    document: DocumentNode
    errors: tuple[GraphQLError, ...]
    operations: Mapping[str | None, Wanted]
    shared: Mapping[str | None, Sharing] = {}
    plans: Plans | None = None

    def wanted(self, operation_name: str | None) -> Wanted:
        """Return the operation that is meant."""
        if operation_name is None and len(self.operations) == 1:
            return next(iter(self.operations.values()))
        return self.operations.get(operation_name, NOTHING)


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
            return Prepared(document, errors, dict.fromkeys(_names(document), NOTHING))
        shared = shared_operations(self._schema, document)
        plans = None if self._planner is None else self._planner.plans(document, text)
        return Prepared(document, (), wanted_by(document), shared, plans)

    def _errors(self, document: DocumentNode) -> list[GraphQLError]:
        try:
            too_much = excess(document, pages=self._pages)
            if too_much is not None:
                return [too_much]
            return validate(self._schema, document, max_errors=_ERRORS_MAX)
        except RecursionError:  # a long chain of fragments
            return [GraphQLError("The document is nested too deeply.")]


def _names(document: DocumentNode) -> list[str | None]:
    operations = [at for at in document.definitions if isinstance(at, OperationDefinitionNode)]
    return [at.name.value if at.name else None for at in operations]
