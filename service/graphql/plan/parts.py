"""What each input type is as JSON, and what becomes of it: Structs, and Strawberry's objects.

msgspec holds JSON against Structs that are made from the input types, and functions that are
written as text make the objects out of these. Only what is plainly right passes: for the rest
graphql-core comes to the values, or says what is wrong.
"""

import dataclasses
import itertools
from collections.abc import Mapping
from types import GenericAlias
from typing import Annotated, Any, Final

import msgspec
import strawberry
from graphql import (
    GRAPHQL_MAX_INT,
    GRAPHQL_MIN_INT,
    GraphQLBoolean,
    GraphQLID,
    GraphQLInputField,
    GraphQLInputObjectType,
    GraphQLInputType,
    GraphQLInt,
    GraphQLList,
    GraphQLNonNull,
    GraphQLString,
    Undefined,
)
from graphql.utilities.coerce_input_value import coerce_default_value
from msgspec import Meta, Struct
from strawberry.schema.schema_converter import CustomGraphQLEnumType, GraphQLCoreConverter
from strawberry.types.base import StrawberryObjectDefinition

from schema.graphql.build import Schema
from service.graphql.plan.errors import UnknownPartError, UnusualValueError

UNSET: Final = strawberry.UNSET  # in a Struct, what is left out
_Kind = Any  # a type as msgspec takes it

_SCALARS: Final[Mapping[GraphQLInputType, _Kind]] = {
    GraphQLBoolean: bool,
    GraphQLID: str,
    GraphQLInt: Annotated[int, Meta(ge=GRAPHQL_MIN_INT, le=GRAPHQL_MAX_INT)],
    GraphQLString: str,
}
_PLAIN: Final = frozenset({bool, int, str, type(None)})
_AS_IT_IS: Final = "{0}"
_ITEM: Final = "item"


class Part(Struct, frozen=True):
    """What an input is as JSON, and the expression of what becomes of it; `{0}` is the JSON."""

    json: _Kind
    taken: str = _AS_IT_IS


class Member(Struct, frozen=True):
    """A part of a Struct, and what it is if it is left out; it may not be, if that is Undefined."""

    name: str  # in JSON
    part: Part
    otherwise: object = Undefined


class Parts:
    """Makes the parts of one schema; those of each input type once."""

    def __init__(self, schema: Schema) -> None:
        self._naming = schema.config.name_converter
        self._made: dict[GraphQLInputObjectType, Part | None] = {}
        self._named: dict[str, Any] = {"UNSET": UNSET, "Unusual": UnusualValueError}
        self._count = itertools.count()

    def names(self) -> dict[str, Any]:
        """Return what the expressions of parts name so far; Any: functions, enums, classes."""
        return dict(self._named)

    def part(self, kind: GraphQLInputType) -> Part:
        """Return what a type is; raises UnknownPartError for one of an unknown kind."""
        if isinstance(kind, GraphQLNonNull):
            return self._present(kind.of_type)
        present = self._present(kind)
        if present.taken == _AS_IT_IS:
            return Part(present.json | None)
        return Part(present.json | None, f"(None if {{0}} is None else {present.taken})")

    def _present(self, kind: GraphQLInputType) -> Part:
        if kind in _SCALARS:
            return Part(_SCALARS[kind])
        if isinstance(kind, CustomGraphQLEnumType):
            members = {name: kind.coerce_input_value(name) for name in kind.values}
            return Part(str, f"{self._name(members)}[{{0}}]")
        if isinstance(kind, GraphQLList):
            return _list_of(self.part(kind.of_type))
        if isinstance(kind, GraphQLInputObjectType):
            return self._input(kind)
        what = f"an input of an unknown kind: {kind}"
        raise UnknownPartError(what)

    def _input(self, kind: GraphQLInputObjectType) -> Part:
        if kind not in self._made:
            self._made[kind] = None
            self._made[kind] = self._made_of(kind)
        made = self._made[kind]
        if made is None:
            what = f"an input that has itself as a part: {kind}"
            raise UnknownPartError(what)
        return made

    def _made_of(self, kind: GraphQLInputObjectType) -> Part:
        definition = kind.extensions[GraphQLCoreConverter.DEFINITION_BACKREF]
        assert isinstance(definition, StrawberryObjectDefinition)
        attributes = {at.name: at for at in dataclasses.fields(definition.origin)}
        members = {}
        for field in definition.fields:
            name = self._naming.from_field(field)
            part, attribute = kind.fields[name], attributes[field.python_name]
            otherwise = _otherwise(part, attribute)
            members[field.python_name] = Member(name, self.part(part.type), otherwise)
        made = self._object(definition.origin, members, is_one_of=kind.is_one_of)
        return Part(struct_of(kind.name, members), f"{made}({{0}})")

    def _object(self, cls: type, members: Mapping[str, Member], *, is_one_of: bool) -> str:
        """Define the function that makes an object of an input's class; return its name."""
        made = f"make_{next(self._count)}"
        keywords = ", ".join(f"{name}={_attribute(name, at)}" for name, at in members.items())
        lines = [f"def {made}(value):"]
        if is_one_of:
            lines += [
                f"    parts = {self._name(msgspec.structs.astuple)}(value)",
                f"    if parts.count(UNSET) != {len(members) - 1} or None in parts: raise Unusual",
            ]
        lines.append(f"    return {self._name(cls)}({keywords})")
        exec("\n".join(lines), self._named)  # noqa: S102 - written just above
        return made

    def _name(self, thing: object) -> str:
        name = f"named_{next(self._count)}"
        self._named[name] = thing
        return name


def struct_of(
    name: str, members: Mapping[str, Member], *, takes_unknown: bool = False
) -> type[Struct]:
    """Return a Struct of some members by the names of its attributes."""
    fields: list[Any] = [  # Any: as msgspec has it
        (at, member.part.json)
        if member.otherwise is Undefined
        else (at, member.part.json, member.otherwise)
        for at, member in members.items()
    ]
    return msgspec.defstruct(
        name,
        fields,
        rename={at: member.name for at, member in members.items()},
        forbid_unknown_fields=not takes_unknown,
        frozen=True,
        kw_only=True,
    )


def plain(default: object) -> object:
    """Return a default of JSON's own types that never change; raises UnknownPartError."""
    if type(default) not in _PLAIN:
        what = f"a default of another kind: {type(default).__name__}"
        raise UnknownPartError(what)
    return default


def _list_of(item: Part) -> Part:
    each = item.taken.format(_ITEM)
    taken = _AS_IT_IS if each == _ITEM else f"[{each} for {_ITEM} in {{0}}]"
    return Part(GenericAlias(list, (item.json,)), taken)


def _attribute(name: str, member: Member) -> str:
    """Return the expression of what becomes of a member of `value`."""
    at = f"value.{name}"
    taken = member.part.taken.format(at)
    if taken == at or member.otherwise is not UNSET:
        return taken
    return f"({at} if {at} is UNSET else {taken})"


def _otherwise(part: GraphQLInputField, attribute: "dataclasses.Field[Any]") -> object:
    """Return what an attribute of an input is if its part is left out; Undefined: it may not be."""
    default = coerce_default_value(part)
    if default is not Undefined:
        return plain(default)
    if isinstance(part.type, GraphQLNonNull):
        return Undefined
    if attribute.default_factory is not dataclasses.MISSING:
        what = f"an input whose {attribute.name} is made anew each time"
        raise UnknownPartError(what)
    if attribute.default is dataclasses.MISSING:
        return None
    return UNSET if attribute.default is UNSET else plain(attribute.default)
