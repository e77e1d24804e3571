"""Executes an operation by its shape: what is planned quickly, the rest as graphql-core does.

It is graphql-core's own executor (3.3) with some of its methods answered from the shape, so that
the order of things, null and errors are as they are there. A value that is not as usual is
completed the ordinary way, from the value on: no resolver of a mutation is ever called again.
"""

from collections.abc import Awaitable, Coroutine, Mapping
from typing import Any

from graphql import (
    ExecutionResult,
    GraphQLError,
    GraphQLObjectType,
    GraphQLOutputType,
    GraphQLResolveInfo,
    default_field_resolver,
    default_type_resolver,
)
from graphql.execution import Executor
from graphql.execution.collect_fields import CollectedFields, FieldDetailsList, GroupedFieldSet
from graphql.execution.values import VariableValues
from graphql.pyutils import Path

from service.graphql.plan.errors import UnusualValueError
from service.graphql.plan.shape import Shape

Answer = dict[str, Any]  # Any: JSON of the schema's form
Known = Mapping[int, Coroutine[Any, Any, object]]
"""What calls have come to that were made before, by the identity of their details."""


class PlannedExecutor(Executor[None]):
    """The execution of one operation for one request; no call is made that is `known`."""

    def __init__(self, shape: Shape, context: object, variables: VariableValues) -> None:
        like = shape.template
        super().__init__(
            like.schema,
            like.fragment_definitions,
            like.fragments,
            None,
            context,
            like.operation,
            variables,
            default_field_resolver,
            default_type_resolver,
            default_field_resolver,
        )
        self._shape = shape
        self.known: Known = {}

    async def answer(self) -> ExecutionResult:
        """Return what the operation comes to."""
        data: Answer | None
        try:
            found = self._root()
            data = found if isinstance(found, dict) else await found
        except GraphQLError as error:  # one that no nullable field has kept
            self.collected_errors.add(error, None)
            data = None
        return ExecutionResult(data, self.collected_errors.errors or None)

    def _root(self) -> Awaitable[Answer] | Answer:
        shape = self._shape
        if len(shape.fields) == 1:  # whether in turn or at once makes no difference
            ((key, details),) = shape.fields.items()
            if id(details) in shape.calls:
                return self._alone(key, details)
        return self.execute_root_grouped_field_set(
            shape.root, None, shape.fields, shape.is_serial, None
        )

    async def _alone(self, key: str, details: FieldDetailsList) -> Answer:
        root = self._shape.root
        value = self.execute_field(root, None, details, Path(None, key, root.name), None)
        return {key: value if value is None else await value}

    def collect_subfields(
        self, return_type: GraphQLObjectType, field_details_list: FieldDetailsList
    ) -> CollectedFields:
        """Return the fields that the shape has collected already."""
        return self._shape.collect(return_type, field_details_list)

    def execute_fields(
        self,
        parent_type: GraphQLObjectType,
        source_value: Any,
        path: Path | None,
        grouped_field_set: GroupedFieldSet,
        position_context: None,
    ) -> Awaitable[Answer] | Answer:
        """Return the answer of an object: read what is read, and execute the other fields."""
        mixed = self._shape.mixed.get(id(grouped_field_set))
        try:
            answer: Answer | None = None if mixed is None else mixed.read(source_value)
        except UnusualValueError:
            answer = None
        if mixed is None or answer is None:
            return super().execute_fields(
                parent_type, source_value, path, grouped_field_set, position_context
            )
        others = super().execute_fields(
            parent_type, source_value, path, mixed.others, position_context
        )
        if isinstance(others, dict):
            return answer | others
        return _joined(answer, others)

    def execute_field(
        self,
        parent_type: GraphQLObjectType,
        source: Any,
        field_details_list: FieldDetailsList,
        path: Path,
        position_context: None,
    ) -> Any:
        """Return the answer of a field, or what will be: a prepared call of its resolver."""
        call = self._shape.calls.get(id(field_details_list))
        if call is None:
            return super().execute_field(
                parent_type, source, field_details_list, path, position_context
            )
        kind = call.field.type
        try:
            info = self.build_resolve_info(
                call.field, [at.node for at in field_details_list], parent_type, path
            )
            known = self.known.get(id(field_details_list))
            result = known or call(source, info, self.variable_values)
        except GraphQLError as error:  # its arguments; the resolver has not begun
            self.handle_field_error(error, kind, field_details_list, path)
            return None
        return self.complete_awaitable_value(kind, field_details_list, info, path, result, None)

    def complete_value(  # noqa: PLR0913, PLR0917 - graphql-core's parameters
        self,
        return_type: GraphQLOutputType,
        field_details_list: FieldDetailsList,
        info: GraphQLResolveInfo[Any],
        path: Path,
        result: Any,
        position_context: None,
    ) -> Any:
        """Return the answer that is made of a field's value."""
        reading = self._shape.readings.get(id(field_details_list))
        if reading is not None and reading.kind is return_type:
            try:
                return reading.read(result)
            except UnusualValueError:  # ordinary execution says what is wrong with it
                pass
        return super().complete_value(
            return_type, field_details_list, info, path, result, position_context
        )


async def _joined(answer: Answer, others: Awaitable[Answer]) -> Answer:
    return answer | await others
