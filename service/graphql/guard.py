"""What stands before and behind every operation."""

from collections.abc import Iterator

from graphql import GraphQLSyntaxError
from strawberry.extensions import SchemaExtension
from strawberry.types import ExecutionResult
from strawberry.types.execution import StreamExecutionResult

from service.faults import Faults
from service.graphql.documents import Documents
from service.graphql.faults import told
from service.graphql.limits import MAX_TOKENS
from service.metrics import Transport


class Guard(SchemaExtension):
    """Runs only documents that are ready, and lets a socket tell only what a client may see.

    On HTTP the endpoint itself makes errors fit to tell: more can go wrong there.
    """

    def __init__(self, documents: Documents, faults: Faults) -> None:
        super().__init__()
        self._faults = faults
        self._documents = documents

    def on_operation(self) -> Iterator[None]:
        """Hand over the prepared document, so that Strawberry neither parses nor validates."""
        context = self.execution_context
        context.parse_options["max_tokens"] = MAX_TOKENS
        try:
            prepared = self._documents.prepare(context.query or "")
        except GraphQLSyntaxError:
            pass  # Strawberry meets it again where it expects it
        else:
            # Strawberry 0.341 tells the name of the first operation where none was given
            name = context._provided_operation_name  # noqa: SLF001 - it has no other name
            context.graphql_document = prepared.document
            context.pre_execution_errors = prepared.errors_for(name)
        yield

    def on_stream_result(self, result: StreamExecutionResult) -> Iterator[None]:
        """Make the errors of a result fit to be told."""
        if isinstance(result, ExecutionResult) and result.errors:
            result.errors = [
                told(error, self._faults, Transport.WEBSOCKET) for error in result.errors
            ]
        yield
