"""Puts the schema together."""

from functools import cache
from typing import Any

import strawberry
from graphql import (
    GraphQLError,
    GraphQLField,
    GraphQLInputObjectType,
    GraphQLObjectType,
    GraphQLSchema,
    TypeNameMetaFieldDef,
)
from strawberry.schema.config import StrawberryConfig
from strawberry.schema.exception_handlers import ExceptionHandler
from strawberry.schema.schema_converter import GraphQLCoreConverter
from strawberry.types import ExecutionContext
from strawberry.types.base import StrawberryObjectDefinition
from strawberry.types.field import StrawberryField

from schema.graphql.mutations import Mutation
from schema.graphql.published import published
from schema.graphql.queries import Query
from schema.graphql.results import RefusedHandler
from schema.graphql.scalars import SCALARS
from schema.graphql.subscription import Subscription

Handlers = tuple[tuple[tuple[type[Exception], ...], ExceptionHandler[Any]], ...]


class Schema(strawberry.Schema):
    """Strawberry's schema, without a log of its own."""

    @property
    def core(self) -> GraphQLSchema:
        """Return graphql-core's schema, which documents are validated against."""
        return self._schema

    def class_of(self, kind: GraphQLObjectType) -> type | None:
        """Return the class whose instances, and no others of a union, are of an object type.

        None where that is not known of it.
        """
        definition = kind.extensions.get(GraphQLCoreConverter.DEFINITION_BACKREF)
        if not isinstance(definition, StrawberryObjectDefinition) or definition.is_graphql_generic:
            return None
        if definition.is_type_of is None:
            return definition.origin
        return published.struct_of(definition.origin)

    def handlers_of(self, field: StrawberryField) -> Handlers:
        """Return what turns exceptions of a resolver into answers, by the exceptions."""
        # Strawberry 0.341 has no public way to ask for them
        return self.schema_converter._get_field_exception_handlers(field)  # noqa: SLF001

    def process_errors(
        self, errors: list[GraphQLError], execution_context: ExecutionContext | None = None
    ) -> None:
        """Do nothing: the transport tells errors, and logs those that are faults."""


@cache
def build_schema() -> Schema:
    """Return the schema, the same for every application of a process."""
    schema = Schema(
        query=Query,
        mutation=Mutation,
        subscription=Subscription,
        config=StrawberryConfig(scalar_map=SCALARS),
        exception_handlers=(RefusedHandler(),),
    )
    _mark_one_of(schema.core)
    return schema


def definition_of(field: GraphQLField) -> StrawberryField | None:
    """Return Strawberry's definition of a field; None for one that is graphql-core's own."""
    definition = field.extensions.get(GraphQLCoreConverter.DEFINITION_BACKREF)
    return definition if isinstance(definition, StrawberryField) else None


def is_read(field: GraphQLField) -> bool:
    """Return whether a field is just read off its object, whoever asks and whenever."""
    if field is TypeNameMetaFieldDef:
        return True
    definition = definition_of(field)
    return definition is not None and definition.is_basic_field


def _mark_one_of(core: GraphQLSchema) -> None:
    """Let graphql-core check inputs of exactly one field.

    Strawberry 0.341 does not tell it of them, and checks them by a rule of its own that breaks on
    an unknown variable.
    """
    for kind in core.type_map.values():
        definition = kind.extensions.get(GraphQLCoreConverter.DEFINITION_BACKREF)
        if isinstance(kind, GraphQLInputObjectType) and definition is not None:
            kind.is_one_of = definition.is_one_of
