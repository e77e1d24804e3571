"""Takes the arguments of a resolver straight out of the JSON of an operation's variables.

msgspec holds the JSON against Structs that are made from the input types, and functions that are
written as text make Strawberry's objects out of these. Only what is plainly right is taken: for
the rest graphql-core comes to the arguments, or says what is wrong.
"""

import dataclasses
import itertools
from collections.abc import Callable, Mapping, Sequence
from types import GenericAlias
from typing import Annotated, Any, Final

import msgspec
import strawberry
from graphql import (
    GRAPHQL_MAX_INT,
    GRAPHQL_MIN_INT,
    GraphQLArgument,
    GraphQLBoolean,
    GraphQLError,
    GraphQLID,
    GraphQLInputField,
    GraphQLInputObjectType,
    GraphQLInputType,
    GraphQLInt,
    GraphQLList,
    GraphQLNonNull,
    GraphQLString,
    Undefined,
    ValueNode,
    VariableDefinitionNode,
    VariableNode,
)
from graphql.execution.get_variable_signature import get_variable_signature
from graphql.utilities.coerce_input_value import coerce_default_value
from msgspec import Meta, Struct, ValidationError
from strawberry.schema.schema_converter import CustomGraphQLEnumType, GraphQLCoreConverter
from strawberry.types.base import StrawberryObjectDefinition

from schema.graphql.build import Schema
from service.graphql.plan.calls import Call
from service.graphql.plan.errors import UnknownPartError, UnusualValueError
from service.graphql.plan.inputs import Values

Take = Callable[[Mapping[str, Any]], Values]  # Any: JSON becomes keyword arguments
_Kind = Any  # a type as msgspec takes it

_UNSET: Final = strawberry.UNSET  # in a Struct, what is left out
_SCALARS: Final[Mapping[GraphQLInputType, _Kind]] = {
    GraphQLBoolean: bool,
    GraphQLID: str,
    GraphQLInt: Annotated[int, Meta(ge=GRAPHQL_MIN_INT, le=GRAPHQL_MAX_INT)],
    GraphQLString: str,
}
_PLAIN: Final = frozenset({bool, int, str, type(None)})
_AS_IT_IS: Final = "{0}"


class _Part(Struct, frozen=True):
    """What an input is as JSON, and the expression of what becomes of it; `{0}` is the JSON."""

    json: _Kind
    taken: str = _AS_IT_IS


class _Member(Struct, frozen=True):
    """A part of a Struct, and what it is if it is left out; it may not be, if that is Undefined."""

    name: str  # in JSON
    part: _Part
    otherwise: object = Undefined


class Taker:
    """Makes what takes arguments in one schema; the Struct of each input type once."""

    def __init__(self, schema: Schema) -> None:
        self._core = schema.core
        self._naming = schema.config.name_converter
        self._made: dict[GraphQLInputObjectType, _Part | None] = {}
        self._named: dict[str, Any] = {"UNSET": _UNSET, "Unusual": UnusualValueError}
        self._count = itertools.count()

    def take(self, variables: Sequence[VariableDefinitionNode], call: Call) -> Take:
        """Return what takes the arguments of a call: none from a variable, or each.

        Raises UnknownPartError for any other call, and for an input of an unknown kind.
        """
        members = {f"v{at}": self._variable(node) for at, node in enumerate(variables)}
        kind = _struct("Variables", members, takes_unknown=True)
        keywords, convert = self._keywords(members, call), msgspec.convert

        def take(given: Mapping[str, Any]) -> Values:
            try:
                found: Values = keywords(convert(given, kind))
            except (ValidationError, KeyError) as error:
                raise UnusualValueError from error
            return found

        return take

    def _variable(self, node: VariableDefinitionNode) -> _Member:
        signature = get_variable_signature(self._core, node)
        if isinstance(signature, GraphQLError) or signature.default is not None:
            what = f"a variable with a default: {node.variable.name.value}"
            raise UnknownPartError(what)
        is_required = isinstance(signature.type, GraphQLNonNull)
        otherwise = Undefined if is_required else _UNSET
        return _Member(signature.name, self._part(signature.type), otherwise)

    def _keywords(self, members: Mapping[str, _Member], call: Call) -> Callable[[Any], Values]:
        """Return what makes keywords out of the Struct of variables."""
        constant = call.constant
        if constant is not None:
            return lambda _: call.resolver.keywords(constant)
        named = dict(self._named)
        lines = ["def keywords(value):", *self._body(members, call)]
        exec("\n".join(lines), named)  # noqa: S102 - written just above
        made: Callable[[Any], Values] = named["keywords"]
        return made

    def _body(self, members: Mapping[str, _Member], call: Call) -> list[str]:
        at = {member.name: (name, member) for name, member in members.items()}
        body = ["    found = {}"]
        for argument in call.resolver.arguments:
            name = self._naming.from_argument(argument)
            kind = call.field.args[name]
            node = call.nodes.get(name)
            if node is None:
                body += _left_out(argument.python_name, kind)
            else:
                body += _given(argument.python_name, kind, at[_variable_of(node)])
        return [*body, "    return found"]

    def _part(self, kind: GraphQLInputType) -> _Part:
        if isinstance(kind, GraphQLNonNull):
            return self._present(kind.of_type)
        present = self._present(kind)
        if present.taken == _AS_IT_IS:
            return _Part(present.json | None)
        return _Part(present.json | None, f"(None if {{0}} is None else {present.taken})")

    def _present(self, kind: GraphQLInputType) -> _Part:
        if kind in _SCALARS:
            return _Part(_SCALARS[kind])
        if isinstance(kind, CustomGraphQLEnumType):
            members = {name: kind.coerce_input_value(name) for name in kind.values}
            return _Part(str, f"{self._name(members)}[{{0}}]")
        if isinstance(kind, GraphQLList):
            item = self._part(kind.of_type)
            each = item.taken.format("item")
            taken = _AS_IT_IS if each == "item" else f"[{each} for item in {{0}}]"
            return _Part(GenericAlias(list, (item.json,)), taken)
        if isinstance(kind, GraphQLInputObjectType):
            return self._input(kind)
        what = f"an input of an unknown kind: {kind}"
        raise UnknownPartError(what)

    def _input(self, kind: GraphQLInputObjectType) -> _Part:
        if kind not in self._made:
            self._made[kind] = None
            self._made[kind] = self._made_of(kind)
        made = self._made[kind]
        if made is None:
            what = f"an input that has itself as a part: {kind}"
            raise UnknownPartError(what)
        return made

    def _made_of(self, kind: GraphQLInputObjectType) -> _Part:
        definition = kind.extensions[GraphQLCoreConverter.DEFINITION_BACKREF]
        assert isinstance(definition, StrawberryObjectDefinition)
        attributes = {at.name: at for at in dataclasses.fields(definition.origin)}
        members = {}
        for field in definition.fields:
            name = self._naming.from_field(field)
            part, attribute = kind.fields[name], attributes[field.python_name]
            members[field.python_name] = _Member(
                name, self._part(part.type), _otherwise(part, attribute)
            )
        return _Part(
            _struct(kind.name, members), f"{self._object(kind, definition.origin, members)}({{0}})"
        )

    def _object(
        self, kind: GraphQLInputObjectType, cls: type, members: Mapping[str, _Member]
    ) -> str:
        """Define the function that makes an object of an input's class; return its name."""
        made = f"make_{next(self._count)}"
        keywords = ", ".join(f"{name}={_attribute(name, at)}" for name, at in members.items())
        lines = [f"def {made}(value):"]
        if kind.is_one_of:
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


def _struct(
    name: str, members: Mapping[str, _Member], *, takes_unknown: bool = False
) -> type[Struct]:
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


def _attribute(name: str, member: _Member) -> str:
    """Return the expression of what becomes of a member of `value`."""
    at = f"value.{name}"
    taken = member.part.taken.format(at)
    if taken == at or member.otherwise is not _UNSET:
        return taken
    return f"({at} if {at} is UNSET else {taken})"


def _variable_of(node: ValueNode) -> str:
    if not isinstance(node, VariableNode):
        what = "an argument that is no variable"
        raise UnknownPartError(what)
    return node.name.value


def _given(keyword: str, kind: GraphQLArgument, variable: tuple[str, _Member]) -> list[str]:
    """Return what puts a variable among the keywords, or what the argument is without it."""
    name, member = variable
    taken = f"    found[{keyword!r}] = {member.part.taken.format(f'value.{name}')}"
    if member.otherwise is Undefined:
        return [taken]
    is_required = isinstance(kind.type, GraphQLNonNull)
    return [
        *([f"    if value.{name} is None: raise Unusual"] if is_required else []),
        f"    if value.{name} is not UNSET:",
        f"    {taken}",
        *([] if (otherwise := _left_out(keyword, kind)) == [] else ["    else:"]),
        *(f"    {line}" for line in otherwise),
    ]


def _left_out(keyword: str, kind: GraphQLArgument) -> list[str]:
    """Return what puts the default of an argument among the keywords, if it has one."""
    default = coerce_default_value(kind)
    if default is Undefined:
        return []
    return [f"    found[{keyword!r}] = {_plain(default)!r}"]


def _otherwise(part: GraphQLInputField, attribute: "dataclasses.Field[Any]") -> object:
    """Return what an attribute of an input is if its part is left out; Undefined: it may not be."""
    default = coerce_default_value(part)
    if default is not Undefined:
        return _plain(default)
    if isinstance(part.type, GraphQLNonNull):
        return Undefined
    if attribute.default_factory is not dataclasses.MISSING:
        what = f"an input whose {attribute.name} is made anew each time"
        raise UnknownPartError(what)
    if attribute.default is dataclasses.MISSING:
        return None
    return _UNSET if attribute.default is _UNSET else _plain(attribute.default)


def _plain(default: object) -> object:
    """Return a default of JSON's own types that never change."""
    if type(default) not in _PLAIN:
        what = f"a default of another kind: {type(default).__name__}"
        raise UnknownPartError(what)
    return default
