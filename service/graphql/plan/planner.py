"""Makes plans, and keeps them with their documents."""

from collections.abc import Callable, Collection, Hashable
from functools import cached_property
from typing import Any, Final

from graphql import (
    DirectiveNode,
    DocumentNode,
    ExecutionResult,
    FragmentDefinitionNode,
    GraphQLError,
    OperationDefinitionNode,
    VariableNode,
    Visitor,
    default_field_resolver,
    default_type_resolver,
    visit,
)
from graphql.execution import Executor
from graphql.execution.collect_fields import FragmentDetails
from graphql.execution.values import VariableValues

from schema.graphql.build import Schema
from service.graphql.plan.calls import Calls
from service.graphql.plan.errors import UnknownPartError, UnusualValueError
from service.graphql.plan.execution import Answer, PlannedExecutor
from service.graphql.plan.shape import Shape
from service.graphql.plan.straight import Straight, StraightExecution, straight_of
from service.graphql.plan.taking import Taker
from service.graphql.plan.variables import Variables

SHAPES_MAX: Final = 16  # of one operation: as many ways to answer its conditions are planned

Payload = Callable[[object], Answer]
Execution = PlannedExecutor | StraightExecution
_NO_VALUES: Final = VariableValues({}, {})


class Plan:
    """How one operation is executed, for each way to answer its conditions that has come up."""

    def __init__(
        self,
        schema: Schema,
        calls: Calls,
        taker: Taker,
        operation: OperationDefinitionNode,
        fragments: dict[str, FragmentDefinitionNode],
    ) -> None:
        self._schema = schema
        self._calls = calls
        self._taker = taker
        self._operation = operation
        self._fragments = fragments
        self._variables = Variables(schema.core, operation.variable_definitions or ())
        self._conditions = _conditions(operation, *fragments.values())
        self._shapes: dict[Hashable, Shape | None] = {}

    def start(
        self, context: object, given: dict[str, Any] | None
    ) -> Execution | ExecutionResult | None:
        """Return the execution of a query or a mutation with the values of its variables.

        That is, what is wrong with them; or None if it has to be executed the ordinary way.
        """
        given = given or {}
        if self._straight is not None:
            try:
                return StraightExecution(self._straight, context, given)
            except UnusualValueError:
                pass
        variables = self._variables.values(given)
        if isinstance(variables, list):
            return ExecutionResult(None, variables)
        shape = self._shape(variables)
        return None if shape is None else PlannedExecutor(shape, context, variables)

    def payload(self, variables: VariableValues) -> Payload | None:
        """Return what makes the data of a subscription's payload out of an item.

        None for a payload that is not just read. What is returned raises for an unusual item.
        """
        shape = self._shape(variables)
        if shape is None or len(shape.fields) != 1:
            return None
        ((key, details),) = shape.fields.items()
        reading = shape.readings.get(id(details))
        if reading is None:
            return None
        read = reading.read
        return lambda item: {key: read(item)}

    @cached_property
    def _straight(self) -> Straight | None:
        """How the operation is answered without an executor, if it is so simple."""
        shape = None if self._conditions else self._shape(_NO_VALUES)
        if shape is None:
            return None
        definitions = self._operation.variable_definitions or ()
        return straight_of(shape, self._variables, definitions, self._taker)

    def _shape(self, variables: VariableValues) -> Shape | None:
        conditions = tuple([variables.coerced.get(name) for name in self._conditions])
        if conditions not in self._shapes:
            if len(self._shapes) >= SHAPES_MAX:
                return None
            self._shapes[conditions] = self._made(variables)
        return self._shapes[conditions]

    def _made(self, variables: VariableValues) -> Shape | None:
        try:
            return Shape(self._schema, self._calls, self._template(variables))
        except (UnknownPartError, GraphQLError):  # such as a condition that is null
            return None

    def _template(self, variables: VariableValues) -> Executor[None]:
        """Return an executor that knows of the variables what decides about conditions alone."""
        sources, coerced = (
            {name: values[name] for name in self._conditions if name in values}
            for values in (variables.sources, variables.coerced)
        )
        return Executor(
            self._schema.core,
            self._fragments,
            {name: FragmentDetails(at) for name, at in self._fragments.items()},
            None,
            None,
            self._operation,
            VariableValues(sources, coerced),
            default_field_resolver,
            default_type_resolver,
            default_field_resolver,
        )


class Planner:
    """Makes the plans of one schema; those of published texts as soon as they are asked for."""

    def __init__(self, schema: Schema, published: Collection[str] = ()) -> None:
        self._schema = schema
        self._calls = Calls(schema)
        self._taker = Taker(schema)
        self._published = frozenset(published)

    def plans(self, document: DocumentNode, text: str) -> "Plans":
        """Return where the plans of a valid document will be."""
        return Plans(self, document, is_known=text in self._published)

    def plan(self, document: DocumentNode, operation: OperationDefinitionNode) -> Plan | None:
        """Return the plan of an operation; None for one that is executed the ordinary way."""
        fragments = {
            at.name.value: at
            for at in document.definitions
            if isinstance(at, FragmentDefinitionNode)
        }
        has_parameters = any(at.variable_definitions for at in fragments.values())
        if operation.directives or has_parameters:
            return None
        return Plan(self._schema, self._calls, self._taker, operation, fragments)


class Plans:
    """The plans of one document's operations, made when it is asked for the second time.

    A text that is sent once only would pay for a plan that nobody uses.
    """

    def __init__(self, planner: Planner, document: DocumentNode, *, is_known: bool) -> None:
        self._planner = planner
        self._document = document
        self._is_known = is_known
        self._made: dict[int, Plan | None] = {}

    def plan(self, operation: OperationDefinitionNode) -> Plan | None:
        """Return the plan of an operation of the document, if there is one by now."""
        if not self._is_known:
            self._is_known = True
            return None
        key = id(operation)
        if key not in self._made:
            self._made[key] = self._planner.plan(self._document, operation)
        return self._made[key]


def _conditions(*nodes: OperationDefinitionNode | FragmentDefinitionNode) -> tuple[str, ...]:
    """Return the variables that decide whether a part of an operation is included."""
    found = _Conditions()
    for node in nodes:
        visit(node, found)
    return tuple(sorted(found.names))


class _Conditions(Visitor):
    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()

    def enter_directive(self, node: DirectiveNode, *_: Any) -> None:  # Any: a visitor's arguments
        values = [argument.value for argument in node.arguments or ()]
        self.names |= {value.name.value for value in values if isinstance(value, VariableNode)}
