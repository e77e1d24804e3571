"""Runs the operation of one HTTP request."""

from typing import Final

import strawberry
from graphql import GraphQLSyntaxError
from strawberry.schema.exceptions import CannotGetOperationTypeError, InvalidOperationTypeError
from strawberry.types import ExecutionResult
from strawberry.types.graphql import OperationType

from schema.errors import Code, Refused, refused
from schema.graphql import Asked
from service.graphql.bills import NOTHING, Wanted
from service.graphql.documents import Documents
from service.graphql.request import Operation

_ALLOWED: Final = {
    "GET": frozenset({OperationType.QUERY}),
    "POST": frozenset({OperationType.QUERY, OperationType.MUTATION}),
}


class Runner:
    """Runs operations on the schema, by the documents that were made ready."""

    def __init__(self, schema: strawberry.Schema, documents: Documents) -> None:
        self._schema = schema
        self._documents = documents

    def prepared(self, operation: Operation) -> Wanted:
        """Return what an operation is and costs, before it is run."""
        try:
            prepared = self._documents.prepare(operation.query)
        except GraphQLSyntaxError:
            return NOTHING
        return prepared.wanted(operation.operation_name)

    async def run(self, operation: Operation, asked: Asked, method: str) -> ExecutionResult:
        """Run an operation; refuses METHOD_NOT_ALLOWED, INVALID_INPUT."""
        try:
            return await self._schema.execute(
                operation.query,
                variable_values=operation.variables,
                context_value=asked,
                operation_name=operation.operation_name,
                allowed_operation_types=_ALLOWED[method],
            )
        except InvalidOperationTypeError as error:
            raise _wrong_type(error.operation_type) from error
        except CannotGetOperationTypeError as error:
            raise refused(Code.INVALID_INPUT, error.as_http_error_reason()) from error


def _wrong_type(asked: OperationType) -> Refused:
    if asked is OperationType.SUBSCRIPTION:
        detail = "Subscriptions need a WebSocket that speaks graphql-transport-ws."
        return refused(Code.INVALID_INPUT, detail)
    return refused(Code.METHOD_NOT_ALLOWED, "Mutations need POST.")
