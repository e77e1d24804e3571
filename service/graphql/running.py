"""Runs operations for both transports, so that limits, refusals and masking are the same."""

from collections.abc import AsyncIterable, Iterable
from typing import Any

from graphql import (
    DocumentNode,
    ExecutionResult,
    GraphQLError,
    GraphQLSyntaxError,
    OperationDefinitionNode,
    OperationType,
    execute,
)
from graphql.execution import Executor, create_source_event_stream
from msgspec import Struct

from schema.graphql import Asked
from schema.graphql.build import Schema
from service.edge import Edge
from service.graphql.bills import Wanted
from service.graphql.documents import Choice, Documents, Prepared
from service.graphql.faults import told
from service.graphql.payloads import Form, Payloads
from service.graphql.plan import Plan
from service.graphql.request import Operation
from service.metrics import Transport, Way


class Outcome(Struct, frozen=True):
    """What an operation came to; its errors are fit to be told. Any: JSON of the schema's form."""

    data: dict[str, Any] | None
    errors: tuple[GraphQLError, ...] = ()

    @property
    def is_request_error(self) -> bool:
        """Return whether the request was found wrong before anything of it was run."""
        return self.data is None and all(error.path is None for error in self.errors)

    def formatted_errors(self) -> list[object]:
        """Return the errors in the form of the GraphQL specification."""
        return [error.formatted for error in self.errors]

    def body(self) -> dict[str, object]:
        """Return the response in the form of the GraphQL specification."""
        if not self.errors:
            return {"data": self.data}
        if self.is_request_error:
            return {"errors": self.formatted_errors()}
        return {"data": self.data, "errors": self.formatted_errors()}


class Chosen(Struct, frozen=True):
    """An operation of a text that has been made ready; `wanted` is what it is charged."""

    prepared: Prepared
    choice: Choice
    operation: Operation
    wanted: Wanted
    kind: OperationType

    def plan(self) -> Plan | None:
        """Return the plan of the operation, if there is one by now."""
        plans = self.prepared.plans
        return None if plans is None else plans.plan(self.choice.node)


class Runner:
    """Runs the operations that one transport is sent."""

    def __init__(
        self, schema: Schema, documents: Documents, edge: Edge, transport: Transport
    ) -> None:
        self._schema = schema.core
        self._documents = documents
        self._frames = edge.live.frames
        self._faults = edge.faults
        self._transport = transport
        count = edge.metrics.operations
        self._planned = count.labels(transport.value, Way.PLANNED.value)
        self._ordinary = count.labels(transport.value, Way.ORDINARY.value)

    def choose(self, operation: Operation) -> Chosen | Outcome:
        """Return what a request asks to run, or why there is nothing of the kind."""
        try:
            prepared = self._documents.prepare(operation.query)
        except GraphQLSyntaxError as error:
            return self._failed(error)
        name = operation.operation_name
        choice = prepared.choices.get(name)
        if choice is not None:
            return Chosen(prepared, choice, operation, choice.wanted, choice.kind)
        if name is not None:
            return self._failed(GraphQLError(f'Unknown operation named "{name}".'))
        if _has_operation(prepared.document):
            return self._failed(GraphQLError("The document has several operations: name one."))
        return self._failed(GraphQLError("The document has no operation."))

    async def run(self, chosen: Chosen, asked: Asked) -> Outcome:
        """Return what a query or a mutation comes to."""
        if chosen.prepared.errors:
            return self._failed(*chosen.prepared.errors)
        variables, plan = chosen.operation.variables, chosen.plan()
        planned = None if plan is None else plan.start(asked, variables)
        (self._ordinary if planned is None else self._planned).inc()
        if isinstance(planned, ExecutionResult):
            return self._outcome(planned)
        if planned is not None:
            return self._outcome(await planned.answer())
        result = execute(
            self._schema,
            chosen.prepared.document,
            context_value=asked,
            variable_values=variables,
            operation_name=chosen.operation.operation_name,
        )
        return self._outcome(result if isinstance(result, ExecutionResult) else await result)

    async def follow(self, chosen: Chosen, asked: Asked) -> Payloads | Outcome:
        """Return the payloads of a subscription as JSON, or why it does not begin.

        Whoever is given the payloads closes them.
        """
        if chosen.prepared.errors:
            return self._failed(*chosen.prepared.errors)
        execution = Executor.build(
            self._schema,
            chosen.prepared.document,
            context_value=asked,
            raw_variable_values=chosen.operation.variables,
            operation_name=chosen.operation.operation_name,
        )
        if isinstance(execution, list):
            return self._failed(*execution)
        source = create_source_event_stream(execution)
        items = source if isinstance(source, ExecutionResult | AsyncIterable) else await source
        if isinstance(items, ExecutionResult):
            return self._outcome(items)
        return Payloads(self._form(chosen, execution), items)

    def _form(self, chosen: Chosen, execution: Executor[Any]) -> Form:
        variables, plan = execution.variable_values, chosen.plan()
        sharing = chosen.choice.sharing
        payload = None if plan is None else plan.payload(variables)
        (self._ordinary if payload is None else self._planned).inc()
        shared = None if sharing is None else sharing.form(variables.coerced)
        return Form(execution, payload, shared, self._frames, self._body)

    def _body(self, result: ExecutionResult) -> dict[str, object]:
        return self._outcome(result).body()

    def _outcome(self, result: ExecutionResult) -> Outcome:
        return Outcome(result.data, self._told(result.errors) if result.errors else ())

    def _failed(self, *errors: GraphQLError) -> Outcome:
        return Outcome(None, self._told(errors))

    def _told(self, errors: Iterable[GraphQLError]) -> tuple[GraphQLError, ...]:
        return tuple(told(error, self._faults, self._transport) for error in errors)


def _has_operation(document: DocumentNode) -> bool:
    return any(isinstance(at, OperationDefinitionNode) for at in document.definitions)
