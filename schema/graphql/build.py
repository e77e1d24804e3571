"""Puts the schema together."""

from collections.abc import Callable, Iterable

import strawberry
from graphql import (
    GraphQLError,
    GraphQLField,
    GraphQLInputObjectType,
    GraphQLSchema,
    TypeNameMetaFieldDef,
)
from strawberry.extensions import SchemaExtension
from strawberry.schema.config import StrawberryConfig
from strawberry.schema.schema_converter import GraphQLCoreConverter
from strawberry.types import ExecutionContext
from strawberry.types.field import StrawberryField

from schema.graphql.mutations import Mutation
from schema.graphql.queries import Query
from schema.graphql.results import RefusedHandler
from schema.graphql.scalars import SCALARS
from schema.graphql.subscription import Subscription


class Schema(strawberry.Schema):
    """Strawberry's schema, without a log of its own."""

    @property
    def core(self) -> GraphQLSchema:
        """Return graphql-core's schema, which documents are validated against."""
        return self._schema

    def process_errors(
        self, errors: list[GraphQLError], execution_context: ExecutionContext | None = None
    ) -> None:
        """Do nothing: the transport tells errors, and logs those that are faults."""


def build_schema(extensions: Iterable[Callable[[], SchemaExtension]] = ()) -> Schema:
    """Return the schema; the transport adds what stands before its operations."""
    schema = Schema(
        query=Query,
        mutation=Mutation,
        subscription=Subscription,
        extensions=extensions,
        config=StrawberryConfig(scalar_map=SCALARS),
        exception_handlers=(RefusedHandler(),),
    )
    _mark_one_of(schema.core)
    return schema


def is_read(field: GraphQLField) -> bool:
    """Return whether a field is just read off its object, whoever asks and whenever."""
    if field is TypeNameMetaFieldDef:
        return True
    definition = field.extensions.get(GraphQLCoreConverter.DEFINITION_BACKREF)
    return isinstance(definition, StrawberryField) and definition.is_basic_field


def _mark_one_of(core: GraphQLSchema) -> None:
    """Let graphql-core check inputs of exactly one field.

    Strawberry 0.341 does not tell it of them, and checks them by a rule of its own that breaks on
    an unknown variable.
    """
    for kind in core.type_map.values():
        definition = kind.extensions.get(GraphQLCoreConverter.DEFINITION_BACKREF)
        if isinstance(kind, GraphQLInputObjectType) and definition is not None:
            kind.is_one_of = definition.is_one_of
