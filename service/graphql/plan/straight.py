"""Answers an operation whose one field asks a resolver and is then just read, without an executor.

Most operations are of that kind; one field of the object may ask a resolver again. Whatever is not
as usual is handed to the planned executor as far as it has come: an error, or a value to complete.
No resolver is called again.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import strawberry
from graphql import (
    ExecutionResult,
    GraphQLObjectType,
    GraphQLResolveInfo,
    VariableDefinitionNode,
    get_nullable_type,
)
from graphql.execution.collect_fields import FieldDetailsList
from graphql.execution.values import VariableValues
from graphql.pyutils import Path
from msgspec import Struct
from strawberry.types.field import StrawberryField

from service.graphql.plan.calls import Call
from service.graphql.plan.errors import UnknownPartError, UnusualValueError
from service.graphql.plan.execution import Answer, Known, PlannedExecutor
from service.graphql.plan.reading import Read
from service.graphql.plan.shape import Mixed, Shape
from service.graphql.plan.taking import Take, Taker
from service.graphql.plan.variables import Variables

Given = Mapping[str, Any]  # JSON of a client's choice
_RawInfo = GraphQLResolveInfo[Any]  # Any: as Strawberry has it


class Step(Struct, frozen=True):
    """A field whose resolver is asked: its place, its call, and how its value is read."""

    key: str
    details: FieldDetailsList
    parent: GraphQLObjectType
    path: Path
    call: Call
    read: Read


class Straight(Struct, frozen=True):
    """How the one field of an operation is answered.

    `below` is the field of its object that asks a resolver too, if there is one.
    """

    shape: Shape
    variables: Variables
    take: Take
    root: Step
    below: Step | None


def straight_of(
    shape: Shape,
    variables: Variables,
    definitions: Sequence[VariableDefinitionNode],
    taker: Taker,
) -> Straight | None:
    """Return how an operation of that shape is answered; None for one that is not so simple."""
    steps = _steps(shape)
    if steps is None:
        return None
    root, below = steps
    try:
        return Straight(shape, variables, taker.take(definitions, root.call), root, below)
    except UnknownPartError:
        return None


def _steps(shape: Shape) -> tuple[Step, Step | None] | None:
    """Return the step of the one field, and the one below it; None where there are others."""
    if len(shape.fields) != 1:
        return None
    ((key, details),) = shape.fields.items()
    call, reading = shape.calls.get(id(details)), shape.readings.get(id(details))
    if call is None:
        return None
    path, kind = Path(None, key, shape.root.name), get_nullable_type(call.field.type)
    if reading is not None:
        return Step(key, details, shape.root, path, call, reading.read), None
    if not isinstance(kind, GraphQLObjectType):
        return None
    mixed = shape.mixed.get(id(shape.collect(kind, details).grouped_field_set))
    below = None if mixed is None else _below(shape, mixed, path, kind)
    if mixed is None or below is None:
        return None
    return Step(key, details, shape.root, path, call, mixed.read), below


def _below(shape: Shape, mixed: Mixed, path: Path, kind: GraphQLObjectType) -> Step | None:
    """Return the one field of an object that asks a resolver; None if there are more."""
    if len(mixed.others) != 1:
        return None
    ((key, details),) = mixed.others.items()
    call, reading = shape.calls.get(id(details)), shape.readings.get(id(details))
    if call is None or call.constant is None or reading is None:
        return None
    return Step(key, details, kind, Path(path, key, kind.name), call, reading.read)


class StraightExecution:
    """The execution of one operation for one request.

    It does not begin where the variables are unusual: that is UnusualValueError.
    """

    def __init__(self, straight: Straight, context: object, given: Given) -> None:
        self.context = context
        self._straight = straight
        self._given = given
        self._keywords = straight.take(given)

    async def answer(self) -> ExecutionResult:
        """Return what the operation comes to."""
        root, below = self._straight.root, self._straight.below
        resolver, info = root.call.resolver, LateInfo(self, root)
        try:
            try:
                value = await resolver.begun(None, info, self._keywords)
            except resolver.handled_kinds as error:
                value = await resolver.instead(error, info)
        except Exception as error:  # noqa: BLE001 - the executor makes of it what it makes of any
            return await self._otherwise({id(root.details): _raised(error)})
        try:
            answer = root.read(value)
        except UnusualValueError:
            return await self._otherwise({id(root.details): _returned(value)})
        if below is not None:
            return await self._with(below, value, answer)
        return ExecutionResult({root.key: answer}, None)

    async def _with(self, step: Step, source: object, answer: Answer) -> ExecutionResult:
        """Return what the operation comes to once its object has the answer of one more field."""
        root, resolver = self._straight.root, step.call.resolver
        keywords = resolver.keywords(step.call.constant)
        try:
            value = await resolver.called(source, LateInfo(self, step), keywords)
        except Exception as error:  # noqa: BLE001 - as above
            known = {id(root.details): _returned(source), id(step.details): _raised(error)}
            return await self._otherwise(known)
        try:
            answer[step.key] = step.read(value)
        except UnusualValueError:
            known = {id(root.details): _returned(source), id(step.details): _returned(value)}
            return await self._otherwise(known)
        return ExecutionResult({root.key: answer}, None)

    async def _otherwise(self, known: Known) -> ExecutionResult:
        """Return what the operation comes to where something is unusual."""
        self.executor.known = known
        return await self.executor.answer()

    @cached_property
    def executor(self) -> PlannedExecutor:
        """What goes on from here with what is not as usual."""
        straight = self._straight
        variables = straight.variables.values(self._given)
        assert isinstance(variables, VariableValues), "they have been taken"
        return PlannedExecutor(straight.shape, self.context, variables)


class LateInfo(strawberry.Info[Any, Any]):
    """What a resolver may know: of its request at once, of the rest when it is asked for."""

    def __init__(self, execution: StraightExecution, step: Step) -> None:
        self._execution = execution
        self._step = step

    @property
    def context(self) -> Any:  # Any: as Strawberry has it
        """Return what is known of the request."""
        return self._execution.context

    @property
    def _field(self) -> StrawberryField:  # type: ignore[override]  # Strawberry has an attribute
        return self._step.call.resolver.definition

    @property
    def _raw_info(self) -> _RawInfo:  # type: ignore[override]  # Strawberry has an attribute
        step = self._step
        nodes = [at.node for at in step.details]
        executor = self._execution.executor
        return executor.build_resolve_info(step.call.field, nodes, step.parent, step.path)


async def _raised(error: Exception) -> object:
    raise error


async def _returned(value: object) -> object:
    return value
