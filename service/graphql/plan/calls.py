"""Prepares the calls of asynchronous resolvers, as Strawberry would make them."""

from collections.abc import Callable, Coroutine
from typing import Any, Final

import strawberry
from graphql import FieldNode, GraphQLField, GraphQLResolveInfo, VariableNode, Visitor, visit
from graphql.execution.values import VariableValues, get_argument_values
from strawberry.types.field import StrawberryField
from strawberry.utils.await_maybe import await_maybe

from schema.graphql.build import Handlers, Schema, definition_of
from service.graphql.plan.inputs import Inputs, Values

_Info = GraphQLResolveInfo[Any]  # Any: as Strawberry has it
_Result = Coroutine[Any, Any, object]
_NO_VARIABLES: Final = VariableValues({}, {})


class Call:
    """The call of a resolver for one place in a document."""

    def __init__(self, field: GraphQLField, node: FieldNode, resolver: "Resolver") -> None:
        self.field = field
        self.resolver = resolver
        self.nodes = {at.name.value: at.value for at in node.arguments or ()}
        self._node = node
        self.constant = None if _has_variable(node) else self._arguments(_NO_VARIABLES)

    def __call__(self, source: object, info: _Info, variables: VariableValues) -> _Result:
        """Return what the resolver will come to; raises GraphQLError for its arguments."""
        given = self._arguments(variables) if self.constant is None else self.constant
        return self.resolver.resolved(source, info, given)

    def _arguments(self, variables: VariableValues) -> Values:
        if not self.field.args:
            return {}
        return get_argument_values(self.field, self._node, variables)


class Resolver:
    """An asynchronous resolver with all that Strawberry puts around it."""

    def __init__(self, schema: Schema, inputs: Inputs, definition: StrawberryField) -> None:
        resolver = definition.base_resolver
        assert resolver is not None
        self.definition = definition
        self.arguments = definition.arguments
        function = resolver.wrapped_func
        assert not isinstance(function, staticmethod | classmethod), "Strawberry has bound it"
        self._function: Callable[..., _Result] = function
        self.keywords = inputs.of_arguments(self.arguments)
        self._handlers: Handlers = schema.handlers_of(definition)
        self.handled_kinds = tuple(kind for kinds, _ in self._handlers for kind in kinds)
        self._info_class = schema.config.info_class
        self._takes_self = resolver.self_parameter is not None
        parents = (resolver.parent_parameter, resolver.root_parameter)
        self._parents = [at.name for at in parents if at is not None]
        self._infos = [] if resolver.info_parameter is None else [resolver.info_parameter.name]

    async def resolved(self, source: object, raw: _Info, given: Values) -> object:
        """Return what the resolver returns for a field's arguments, or what is made of it."""
        info = self._info_class(_raw_info=raw, _field=self.definition)
        return await self.called(source, info, self.keywords(given))

    async def called(
        self, source: object, info: strawberry.Info[Any, Any], keywords: Values
    ) -> object:
        """Return what the resolver returns, or what its exception is turned into."""
        try:
            return await self.begun(source, info, keywords)
        except self.handled_kinds as error:
            return await self.instead(error, info)

    def begun(self, source: object, info: strawberry.Info[Any, Any], keywords: Values) -> _Result:
        """Return what the resolver will come to; it raises its exceptions as they are."""
        for name in self._parents:
            keywords[name] = source
        for name in self._infos:
            keywords[name] = info
        if self._takes_self:
            return self._function(source, **keywords)
        return self._function(**keywords)

    async def instead(self, error: Exception, info: strawberry.Info[Any, Any]) -> object:
        """Return what an exception is turned into; raises it if nobody turns it into anything."""
        for kinds, handler in self._handlers:
            if isinstance(error, kinds):
                answer = handler.handle(error, field=self.definition, info=info)
                found = await await_maybe(answer)
                if found is None:
                    break
                return found
        raise error


class Calls:
    """Prepares the calls of one schema."""

    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self._inputs = Inputs(schema)

    def call(self, field: GraphQLField, node: FieldNode) -> Call | None:
        """Return the call of a field in a document; None for one that is not prepared.

        Raises UnknownPartError for an argument of an unknown kind, and GraphQLError for one that
        cannot be coerced.
        """
        definition = definition_of(field)
        if definition is None or definition.extensions or not definition.is_async:
            return None
        return Call(field, node, Resolver(self._schema, self._inputs, definition))


def _has_variable(node: FieldNode) -> bool:
    """Return whether a variable stands in the arguments of a field."""
    finder = _Finder()
    for argument in node.arguments or ():
        visit(argument, finder)
    return finder.has_found


class _Finder(Visitor):
    def __init__(self) -> None:
        super().__init__()
        self.has_found = False

    def enter_variable(self, node: VariableNode, *_: Any) -> None:  # Any: a visitor's arguments
        del node
        self.has_found = True
