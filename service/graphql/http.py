"""GraphQL over HTTP, as its specification says, with the choices of `answer`."""

from typing import Final

from graphql import OperationType
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.types import Receive, Scope, Send
from strawberry.http.ides import get_graphql_ide_html

from schema.context import Services
from schema.errors import Code, Refused, refused
from schema.graphql import Asked
from service.bearer import bearer_token
from service.edge import Edge
from service.fields import field
from service.graphql.answer import (
    ALLOW,
    JSON,
    METHODS,
    executed,
    failed_answer,
    negotiated,
    refused_answer,
)
from service.graphql.bills import NOTHING
from service.graphql.persisted import Persisted
from service.graphql.request import Operation, read_operation
from service.graphql.running import Outcome, Runner
from service.labels import label
from service.metrics import Transport

_ASKS: Final = frozenset({"query", "documentId"})
_ALLOWED: Final = {
    "GET": (OperationType.QUERY,),
    "HEAD": (OperationType.QUERY,),
    "POST": (OperationType.QUERY, OperationType.MUTATION),
}


class HttpEndpoint:
    """Answers one request with one result; it neither batches nor streams."""

    def __init__(
        self,
        runner: Runner,
        persisted: Persisted,
        services: Services,
        edge: Edge,
        *,
        development: bool,
    ) -> None:
        self._runner = runner
        self._persisted = persisted
        self._shows_page = development
        self._services = services
        self._edge = edge

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request by ASGI."""
        response = await self.answer(Request(scope, receive))
        await response(scope, receive, send)

    async def answer(self, request: Request) -> Response:
        """Return the answer to a request; every error becomes one."""
        scope, media_type = request.scope, JSON
        method = scope["method"]
        label(scope, Transport.GRAPHQL, NOTHING.name)
        try:
            if method == "OPTIONS":
                return Response(status_code=204, headers={"Allow": ALLOW})
            _check_method(method)
            if self._shows_page and _is_visit(request):
                return _as_asked(HTMLResponse(get_graphql_ide_html()), method)
            media_type = negotiated(field(scope, b"accept"))
            operation = self._persisted.resolved(await read_operation(request))
            response = await self._run(scope, operation, media_type)
        except Refused as error:
            self._edge.metrics.refused(Transport.GRAPHQL, error.refusal.code)
            response = refused_answer(error, method, media_type)
        except Exception as error:  # noqa: BLE001 - noted, masked, and told as GraphQL does
            response = failed_answer(self._edge.faults.note(error, Transport.GRAPHQL), media_type)
        return _as_asked(response, method)

    async def _run(self, scope: Scope, operation: Operation, media_type: str) -> Response:
        chosen, admission = self._runner.choose(operation), self._edge.admission
        wanted = NOTHING if isinstance(chosen, Outcome) else chosen.wanted
        label(scope, Transport.GRAPHQL, wanted.name)
        token = bearer_token(field(scope, b"authorization"))
        viewer = await admission.known(self._services.players.viewer(token), scope)
        await admission.charge(viewer, scope, wanted.bill)
        if isinstance(chosen, Outcome):
            outcome = chosen
        else:
            _check_kind(chosen.kind, scope["method"])
            asked = Asked(self._services, viewer, self._count)
            outcome = await self._runner.run(chosen, asked)
        return executed(outcome, media_type, self._services.clock.now_ms())

    def _count(self, code: Code) -> None:
        self._edge.metrics.refused(Transport.GRAPHQL, code)


def _as_asked(response: Response, method: str) -> Response:
    if method == "HEAD":
        response.body = b""
    return response


def _check_method(method: str) -> None:
    if method not in METHODS:
        raise refused(Code.METHOD_NOT_ALLOWED, f"Use {' or '.join(METHODS)}.")


def _check_kind(kind: OperationType, method: str) -> None:
    """Refuse METHOD_NOT_ALLOWED or INVALID_INPUT for an operation that the method cannot run."""
    if kind in _ALLOWED[method]:
        return
    if kind is OperationType.SUBSCRIPTION:
        detail = "Subscriptions need a WebSocket that speaks graphql-transport-ws."
        raise refused(Code.INVALID_INPUT, detail)
    raise refused(Code.METHOD_NOT_ALLOWED, "Mutations need POST.")


def _is_visit(request: Request) -> bool:
    """Return whether a person has opened the address in a browser."""
    accept = request.headers.get("accept", "")
    asks = _ASKS & request.query_params.keys()
    return request.method in {"GET", "HEAD"} and not asks and "text/html" in accept
