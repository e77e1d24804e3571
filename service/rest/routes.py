"""The routes of the REST transport, made from the operation table: one for each path."""

from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Protocol

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from schema.context import Services
from schema.errors import Code, refused
from schema.rest.operation import Operation
from service.edge import Edge
from service.rest.answering import Answerer
from service.rest.problems import refusal_response
from service.rest.streams import FeedResponse


def rest_routes(operations: Iterable[Operation], services: Services, edge: Edge) -> list[Route]:
    """Return a route for each path of the table, which takes every method."""
    paths: dict[str, dict[str, Answers]] = {}
    for operation in operations:
        answerer = Answerer(operation, services, edge)
        paths.setdefault(operation.path, {})[operation.method] = answerer
    return [Route(path, Endpoint(answerers)) for path, answerers in paths.items()]


class Answers(Protocol):
    """What answers the requests of one method at one path."""

    async def answer(self, request: Request) -> Response:
        """Return the answer to a request."""
        ...


class Endpoint:
    """Everything at one path: what it answers, HEAD for GET, OPTIONS, and 405 for the rest."""

    def __init__(self, answerers: Mapping[str, Answers]) -> None:
        self._answerers = dict(answerers)
        if "GET" in answerers:
            self._answerers["HEAD"] = answerers["GET"]
        self._allow = ", ".join(sorted({*self._answerers, "OPTIONS"}))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request by ASGI."""
        response = await self.answer(Request(scope, receive))
        await response(scope, receive, send)

    async def answer(self, request: Request) -> Response:
        """Return the answer to a request of any method."""
        response = await self._response(request)
        if request.method == "HEAD" and not isinstance(response, FeedResponse):
            response.body = b""
        return response

    async def _response(self, request: Request) -> Response:
        answerer = self._answerers.get(request.method)
        if answerer is not None:
            return await answerer.answer(request)
        allow = {"Allow": self._allow}
        if request.method == "OPTIONS":
            return Response(status_code=HTTPStatus.NO_CONTENT, headers=allow)
        response = refusal_response(
            refused(Code.METHOD_NOT_ALLOWED, f"The methods here are {self._allow}.")
        )
        response.headers.update(allow)
        return response
