"""Prepares what Strawberry does with coerced arguments: inputs become objects of their classes.

The same as its `convert_arguments`, with all that depends on the schema alone looked up once.
"""

import dataclasses
from collections.abc import Callable, Iterable
from typing import Any, Final

import strawberry
from strawberry.relay import GlobalID
from strawberry.scalars import is_scalar
from strawberry.types.arguments import StrawberryArgument
from strawberry.types.base import (
    StrawberryList,
    StrawberryMaybe,
    StrawberryObjectDefinition,
    StrawberryOptional,
    has_object_definition,
)
from strawberry.types.enum import StrawberryEnumDefinition, has_enum_definition

from schema.graphql.build import Schema
from service.graphql.plan.errors import UnknownPartError

Convert = Callable[[Any], Any]  # Any: what graphql-core has coerced becomes what a resolver takes
Values = dict[str, Any]

_UNSET: Final = strawberry.UNSET


class Inputs:
    """Makes the conversions of one schema's arguments; each input type's once."""

    def __init__(self, schema: Schema) -> None:
        self._config = schema.config
        self._scalars = schema.schema_converter.scalar_registry
        self._made: dict[type, Convert | None] = {}

    def of_arguments(self, arguments: Iterable[StrawberryArgument]) -> Convert:
        """Return what makes the keyword arguments of a resolver out of a field's.

        Raises UnknownPartError for an argument of a kind that it does not know.
        """
        naming = self._config.name_converter
        return _keywords(
            [
                (naming.from_argument(at), at.python_name, self._conversion(at.type))
                for at in arguments
            ],
            {},
        )

    def _conversion(self, kind: Any) -> Convert | None:  # Any: Strawberry's types have no base
        """Return what converts a value; None where it is taken as it is."""
        if isinstance(kind, StrawberryOptional) and not isinstance(kind, StrawberryMaybe):
            return self._conversion(kind.of_type)
        if isinstance(kind, StrawberryList):
            return _each(self._conversion(kind.of_type))
        if self._is_leaf(kind):
            return None
        if has_object_definition(kind):
            return self._object(kind, kind.__strawberry_definition__)
        what = f"an argument of an unknown kind: {kind}"
        raise UnknownPartError(what)

    def _is_leaf(self, kind: Any) -> bool:
        is_enum = isinstance(kind, StrawberryEnumDefinition) or has_enum_definition(kind)
        return is_enum or (kind is not GlobalID and is_scalar(kind, self._scalars))

    def _object(self, cls: type, definition: StrawberryObjectDefinition) -> Convert:
        if cls not in self._made:
            if definition.from_input is not None or definition.is_graphql_generic:
                what = f"an input that is made in its own way: {definition.name}"
                raise UnknownPartError(what)
            self._made[cls] = None
            self._made[cls] = self._made_of(cls, definition)
        made = self._made[cls]
        if made is None:
            what = f"an input that has itself as a part: {definition.name}"
            raise UnknownPartError(what)
        return made

    def _made_of(self, cls: type, definition: StrawberryObjectDefinition) -> Convert:
        naming = self._config.name_converter
        keywords = _keywords(
            [
                (
                    naming.from_field(field),
                    field.python_name,
                    self._conversion(field.resolve_type(type_definition=definition)),
                )
                for field in definition.fields
            ],
            {
                field.python_name: None
                for field in definition.fields
                if field.default_value is dataclasses.MISSING
                and field.default_factory is dataclasses.MISSING
            },
        )
        return lambda value: cls(**keywords(value))


def _keywords(parts: list[tuple[str, str, Convert | None]], otherwise: Values) -> Convert:
    """Return what makes keyword arguments out of values by their names in the schema."""

    def convert(values: Values) -> Values:
        found = dict(otherwise)
        for name, keyword, conversion in parts:
            if name in values:
                part = values[name]
                if conversion is not None and part is not None and part is not _UNSET:
                    part = conversion(part)
                found[keyword] = part
        return found

    return convert


def _each(conversion: Convert | None) -> Convert:
    """Return what converts a list: always a new one, as a default is the same for all requests."""
    if conversion is None:
        return list
    return lambda items: [
        item if item is None or item is _UNSET else conversion(item) for item in items
    ]
