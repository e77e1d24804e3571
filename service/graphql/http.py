"""GraphQL over HTTP, as its specification says, with the choices of `answer`."""

from typing import Final

import strawberry
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.types import Receive, Scope, Send
from strawberry.http.ides import get_graphql_ide_html
from strawberry.schema.exceptions import CannotGetOperationTypeError, InvalidOperationTypeError
from strawberry.types.graphql import OperationType

from schema.context import Services
from schema.errors import Code, Refused, refused
from schema.graphql import Asked
from service.bearer import bearer_token
from service.graphql.answer import (
    JSON,
    METHODS,
    executed,
    failed_answer,
    negotiated,
    refused_answer,
)
from service.graphql.faults import told
from service.graphql.request import Operation, read_operation

_ALLOWED: Final = {
    "GET": frozenset({OperationType.QUERY}),
    "POST": frozenset({OperationType.QUERY, OperationType.MUTATION}),
}


class HttpEndpoint:
    """Answers one request with one result; it neither batches nor streams."""

    def __init__(self, schema: strawberry.Schema, services: Services, *, development: bool) -> None:
        self._schema = schema
        self._services = services
        self._shows_page = development

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; every error becomes an answer."""
        request = Request(scope, receive)
        response = await self._answer(request)
        await response(scope, receive, send)

    async def _answer(self, request: Request) -> Response:
        media_type = JSON
        try:
            _check_method(request.method)
            if self._shows_page and _is_visit(request):
                return HTMLResponse(get_graphql_ide_html())
            media_type = negotiated(request.headers.get("accept"))
            operation = await read_operation(request)
            token = bearer_token(request.headers.get("authorization"))
            asked = Asked(self._services, await self._services.players.viewer(token))
            return await self._run(operation, asked, request.method, media_type)
        except Refused as error:
            return refused_answer(error.refusal, request.method, media_type)
        except Exception as error:  # noqa: BLE001 - the edge: a fault is told in GraphQL's own form
            return failed_answer(error, media_type)

    async def _run(
        self, operation: Operation, asked: Asked, method: str, media_type: str
    ) -> Response:
        try:
            result = await self._schema.execute(
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
        errors = [told(error) for error in result.errors or ()]
        return executed(result.data, errors, media_type)


def _check_method(method: str) -> None:
    if method not in METHODS:
        raise refused(Code.METHOD_NOT_ALLOWED, f"Use {' or '.join(METHODS)}.")


def _wrong_type(asked: OperationType) -> Refused:
    if asked is OperationType.SUBSCRIPTION:
        detail = "Subscriptions need a WebSocket that speaks graphql-transport-ws."
        return refused(Code.INVALID_INPUT, detail)
    return refused(Code.METHOD_NOT_ALLOWED, "Mutations need POST.")


def _is_visit(request: Request) -> bool:
    """Return whether a person has opened the address in a browser."""
    accept = request.headers.get("accept", "")
    return request.method == "GET" and "query" not in request.query_params and "text/html" in accept
