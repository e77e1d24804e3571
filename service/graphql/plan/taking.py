"""Takes the arguments of a resolver straight out of the JSON of an operation's variables."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from graphql import (
    GraphQLArgument,
    GraphQLError,
    GraphQLNonNull,
    Undefined,
    ValueNode,
    VariableDefinitionNode,
    VariableNode,
)
from graphql.execution.get_variable_signature import get_variable_signature
from graphql.utilities.coerce_input_value import coerce_default_value
from msgspec import ValidationError

from schema.graphql.build import Schema
from service.graphql.plan.calls import Call
from service.graphql.plan.errors import UnknownPartError, UnusualValueError
from service.graphql.plan.inputs import Values
from service.graphql.plan.parts import UNSET, Member, Parts, plain, struct_of

Take = Callable[[Mapping[str, Any]], Values]  # Any: JSON becomes keyword arguments


class Taker:
    """Makes what takes arguments in one schema."""

    def __init__(self, schema: Schema) -> None:
        self._core = schema.core
        self._naming = schema.config.name_converter
        self._parts = Parts(schema)

    def take(self, variables: Sequence[VariableDefinitionNode], call: Call) -> Take:
        """Return what takes the arguments of a call: none from a variable, or each.

        Raises UnknownPartError for any other call, and for an input of an unknown kind. What is
        returned raises UnusualValueError for what is not plainly right.
        """
        members = {f"v{at}": self._variable(node) for at, node in enumerate(variables)}
        kind = struct_of("Variables", members, takes_unknown=True)
        keywords, convert = self._keywords(members, call), msgspec.convert

        def take(given: Mapping[str, Any]) -> Values:
            try:
                return keywords(convert(given, kind))
            except (ValidationError, KeyError) as error:
                raise UnusualValueError from error

        return take

    def _variable(self, node: VariableDefinitionNode) -> Member:
        signature = get_variable_signature(self._core, node)
        if isinstance(signature, GraphQLError) or signature.default is not None:
            what = f"a variable with a default: {node.variable.name.value}"
            raise UnknownPartError(what)
        is_required = isinstance(signature.type, GraphQLNonNull)
        otherwise = Undefined if is_required else UNSET
        return Member(signature.name, self._parts.part(signature.type), otherwise)

    def _keywords(self, members: Mapping[str, Member], call: Call) -> Callable[[Any], Values]:
        """Return what makes keywords out of the Struct of variables."""
        constant = call.constant
        if constant is not None:
            return lambda _: call.resolver.keywords(constant)
        named = self._parts.names()
        lines = ["def keywords(value):", *self._body(members, call)]
        exec("\n".join(lines), named)  # noqa: S102 - written just above
        made: Callable[[Any], Values] = named["keywords"]
        return made

    def _body(self, members: Mapping[str, Member], call: Call) -> list[str]:
        at = {member.name: (name, member) for name, member in members.items()}
        body = ["    found = {}"]
        for argument in call.resolver.arguments:
            name = self._naming.from_argument(argument)
            kind, node = call.field.args[name], call.nodes.get(name)
            if node is None:
                body += _left_out(argument.python_name, kind)
            else:
                body += _given(argument.python_name, kind, *at[_variable_of(node)])
        return [*body, "    return found"]


def _variable_of(node: ValueNode) -> str:
    if not isinstance(node, VariableNode):
        what = "an argument that is no variable"
        raise UnknownPartError(what)
    return node.name.value


def _given(keyword: str, kind: GraphQLArgument, name: str, member: Member) -> list[str]:
    """Return what puts a variable among the keywords, or what the argument is without it."""
    taken = f"    found[{keyword!r}] = {member.part.taken.format(f'value.{name}')}"
    if member.otherwise is Undefined:
        return [taken]
    is_required, otherwise = isinstance(kind.type, GraphQLNonNull), _left_out(keyword, kind)
    return [
        *([f"    if value.{name} is None: raise Unusual"] if is_required else []),
        f"    if value.{name} is not UNSET:",
        f"    {taken}",
        *(["    else:", *(f"    {line}" for line in otherwise)] if otherwise else []),
    ]


def _left_out(keyword: str, kind: GraphQLArgument) -> list[str]:
    """Return what puts the default of an argument among the keywords, if it has one."""
    default = coerce_default_value(kind)
    return [] if default is Undefined else [f"    found[{keyword!r}] = {plain(default)!r}"]
