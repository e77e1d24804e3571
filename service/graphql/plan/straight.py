"""Answers an operation whose one field asks a resolver and is then just read, without an executor.

Most operations are of that kind. What is not as usual is handed to the planned executor as it is
by then: an error, or a value to complete. The resolver is never called again.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import strawberry
from graphql import ExecutionResult, GraphQLResolveInfo, VariableDefinitionNode
from graphql.execution.values import VariableValues
from msgspec import Struct
from strawberry.types.field import StrawberryField

from service.graphql.plan.calls import Call
from service.graphql.plan.errors import UnknownPartError, UnusualValueError
from service.graphql.plan.execution import PlannedExecutor
from service.graphql.plan.reading import Read
from service.graphql.plan.shape import Shape
from service.graphql.plan.taking import Take, Taker
from service.graphql.plan.variables import Variables

Given = Mapping[str, Any]  # JSON of a client's choice
_RawInfo = GraphQLResolveInfo[Any]  # Any: as Strawberry has it


class Straight(Struct, frozen=True):
    """How the one field of an operation is answered: its call, and how its value is read."""

    shape: Shape
    variables: Variables
    key: str
    call: Call
    take: Take
    read: Read


def straight_of(
    shape: Shape,
    variables: Variables,
    definitions: Sequence[VariableDefinitionNode],
    taker: Taker,
) -> Straight | None:
    """Return how an operation of that shape is answered; None for one that is not so simple."""
    if len(shape.fields) != 1:
        return None
    ((key, details),) = shape.fields.items()
    call, reading = shape.calls.get(id(details)), shape.readings.get(id(details))
    if call is None or reading is None:
        return None
    try:
        take = taker.take(definitions, call)
    except UnknownPartError:
        return None
    return Straight(shape, variables, key, call, take, reading.read)


class StraightExecution:
    """The execution of one operation for one request.

    It does not begin where the variables are unusual: that is UnusualValueError.
    """

    def __init__(self, straight: Straight, context: object, given: Given) -> None:
        self.straight = straight
        self.context = context
        self._given = given
        self._keywords = straight.take(given)

    async def answer(self) -> ExecutionResult:
        """Return what the operation comes to."""
        straight = self.straight
        try:
            value = await straight.call.resolver.called(None, LateInfo(self), self._keywords)
        except Exception as error:  # noqa: BLE001 - the executor makes of it what it makes of any
            return await self.executor.finished(_raised(error))
        try:
            return ExecutionResult({straight.key: straight.read(value)}, None)
        except UnusualValueError:
            return await self.executor.finished(_returned(value))

    @cached_property
    def executor(self) -> PlannedExecutor:
        """What goes on from here with what is not as usual."""
        straight = self.straight
        variables = straight.variables.values(self._given)
        assert isinstance(variables, VariableValues), "they have been taken"
        return PlannedExecutor(straight.shape, self.context, variables)


class LateInfo(strawberry.Info[Any, Any]):
    """What a resolver may know: of its request at once, of the rest when it is asked for."""

    def __init__(self, execution: StraightExecution) -> None:
        self._execution = execution

    @property
    def context(self) -> Any:  # Any: as Strawberry has it
        """Return what is known of the request."""
        return self._execution.context

    @property
    def _field(self) -> StrawberryField:  # type: ignore[override]  # Strawberry has an attribute
        return self._execution.straight.call.resolver.definition

    @property
    def _raw_info(self) -> _RawInfo:  # type: ignore[override]  # Strawberry has an attribute
        return self._execution.executor.info()


async def _raised(error: Exception) -> object:
    raise error


async def _returned(value: object) -> object:
    return value
