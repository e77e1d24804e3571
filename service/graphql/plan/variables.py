"""Coerces the values of an operation's variables, quickly where they are plainly right.

What is not plainly right (a default of the operation, a list of one without its brackets, a number
with a point, an error) is coerced by graphql-core, all of it again: it knows, and it says why not.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from graphql import (
    GRAPHQL_MAX_INT,
    GRAPHQL_MIN_INT,
    GraphQLBoolean,
    GraphQLError,
    GraphQLID,
    GraphQLInputObjectType,
    GraphQLInputType,
    GraphQLInt,
    GraphQLList,
    GraphQLNonNull,
    GraphQLSchema,
    GraphQLString,
    Undefined,
    VariableDefinitionNode,
)
from graphql.execution.get_variable_signature import (
    GraphQLVariableSignature,
    get_variable_signature,
)
from graphql.execution.values import VariableValues, VariableValueSource, get_variable_values
from graphql.utilities.coerce_input_value import coerce_default_value
from strawberry.schema.schema_converter import CustomGraphQLEnumType

from service.graphql.plan.errors import UnknownPartError, UnusualValueError

Coerce = Callable[[Any], Any]  # Any: JSON becomes what graphql-core makes of it
Given = Mapping[str, Any]

_ERRORS_MAX: Final = 50  # told of one request, as in ordinary execution


class Variables:
    """The variables of one operation."""

    def __init__(
        self, schema: GraphQLSchema, definitions: Sequence[VariableDefinitionNode]
    ) -> None:
        self._schema = schema
        self._definitions = definitions
        self._plain = _plain_variables(schema, definitions)

    def values(self, given: Given) -> VariableValues | list[GraphQLError]:
        """Return the values of the variables, or what is wrong with what is given."""
        if self._plain is not None:
            try:
                return _coerced(self._plain, given)
            except UnusualValueError:
                pass
        return get_variable_values(self._schema, self._definitions, dict(given), _ERRORS_MAX)


_Plain = list[tuple[GraphQLVariableSignature, Coerce]]


def _plain_variables(
    schema: GraphQLSchema, definitions: Sequence[VariableDefinitionNode]
) -> _Plain | None:
    """Return how each variable is coerced; None if that is not known of one."""
    coercions = _Coercions()
    found: _Plain = []
    for node in definitions:
        signature = get_variable_signature(schema, node)
        if isinstance(signature, GraphQLError):
            return None
        try:
            found.append((signature, coercions.of(signature.type)))
        except UnknownPartError:
            return None
    return found


def _coerced(plain: _Plain, given: Given) -> VariableValues:
    """Return the values of variables; raises UnusualValueError for any that is not plain."""
    sources: dict[str, VariableValueSource] = {}
    coerced: dict[str, Any] = {}
    for signature, coerce in plain:
        name = signature.name
        if name in given:
            value = given[name]
            sources[name] = VariableValueSource(signature, value)
            coerced[name] = coerce(value)
        elif signature.default is None and not isinstance(signature.type, GraphQLNonNull):
            sources[name] = VariableValueSource(signature)
        else:
            raise UnusualValueError
    return VariableValues(sources, coerced)


class _Coercions:
    """Makes coercions; those of an input type once."""

    def __init__(self) -> None:
        self._made: dict[GraphQLInputObjectType, Coerce | None] = {}

    def of(self, kind: GraphQLInputType) -> Coerce:
        """Return what coerces a value; raises UnknownPartError for a type that is not known."""
        if isinstance(kind, GraphQLNonNull):
            return self._present(kind.of_type)
        present = self._present(kind)
        return lambda value: None if value is None else present(value)

    def _present(self, kind: GraphQLInputType) -> Coerce:
        if kind in _SCALARS:
            return _SCALARS[kind]
        if isinstance(kind, CustomGraphQLEnumType):
            return _member({name: kind.coerce_input_value(name) for name in kind.values})
        if isinstance(kind, GraphQLList):
            return _list(self.of(kind.of_type))
        if isinstance(kind, GraphQLInputObjectType):
            return self._input(kind)
        what = f"an input of an unknown kind: {kind}"
        raise UnknownPartError(what)

    def _input(self, kind: GraphQLInputObjectType) -> Coerce:
        if kind not in self._made:
            self._made[kind] = None
            self._made[kind] = _object(kind, self)
        made = self._made[kind]
        if made is None:
            what = f"an input that has itself as a part: {kind}"
            raise UnknownPartError(what)
        return made


def _object(kind: GraphQLInputObjectType, coercions: _Coercions) -> Coerce:
    """Return what coerces an object: its fields in the order of its type, with their defaults."""
    if any(field.out_name not in {None, name} for name, field in kind.fields.items()):
        what = f"an input whose fields have other names: {kind}"
        raise UnknownPartError(what)
    fields = [
        (name, coercions.of(field.type), _default(field.type, coerce_default_value(field)))
        for name, field in kind.fields.items()
    ]
    names = kind.fields.keys()

    def coerce(value: Any) -> Any:
        if type(value) is not dict or not value.keys() <= names:
            raise UnusualValueError
        found = {}
        for name, coercion, default in fields:
            if name in value:
                found[name] = coercion(value[name])
            elif default is _REQUIRED:
                raise UnusualValueError
            elif default is not Undefined:
                found[name] = default
        if kind.is_one_of and (len(value) != 1 or None in found.values()):
            raise UnusualValueError
        return kind.out_type(found)

    return coerce


_REQUIRED: Final = object()


def _default(kind: GraphQLInputType, default: object) -> object:
    is_required = isinstance(kind, GraphQLNonNull) and default is Undefined
    return _REQUIRED if is_required else default


def _member(members: Mapping[str, Any]) -> Coerce:
    def coerce(value: Any) -> Any:
        if type(value) is not str or value not in members:
            raise UnusualValueError
        return members[value]

    return coerce


def _list(coercion: Coerce) -> Coerce:
    def coerce(value: Any) -> Any:
        if type(value) is not list:
            raise UnusualValueError
        return [coercion(item) for item in value]

    return coerce


def _text(value: Any) -> Any:
    if type(value) is not str:
        raise UnusualValueError
    return value


def _truth(value: Any) -> Any:
    if type(value) is not bool:
        raise UnusualValueError
    return value


def _whole(value: Any) -> Any:
    if type(value) is not int or not GRAPHQL_MIN_INT <= value <= GRAPHQL_MAX_INT:
        raise UnusualValueError
    return value


_SCALARS: Final[Mapping[GraphQLInputType, Coerce]] = {
    GraphQLBoolean: _truth,
    GraphQLID: _text,
    GraphQLInt: _whole,
    GraphQLString: _text,
}
