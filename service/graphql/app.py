"""The ASGI application of the GraphQL address."""

from functools import cache

from starlette.types import Receive, Scope, Send

from schema.context import Services
from schema.documents import Document
from schema.documents import documents as published
from schema.graphql import build_schema
from service.edge import Edge
from service.graphql.connection import Terms
from service.graphql.documents import Documents
from service.graphql.http import HttpEndpoint
from service.graphql.persisted import Persisted
from service.graphql.plan import Planner
from service.graphql.sockets import Sockets
from service.graphql.tracing import runner_of
from service.metrics import Transport


@cache
def _operations() -> tuple[Document, ...]:
    """Return the published operations; each application of a process asks for them."""
    return published()


class GraphQLApp:
    """Serves HTTP requests and WebSockets; a mounted path below it makes no difference.

    In development a browser that opens the address is shown GraphiQL.
    """

    def __init__(self, services: Services, *, development: bool, edge: Edge | None = None) -> None:
        edge = edge or Edge()
        schema = build_schema()
        operations = _operations()
        planner = Planner(schema, [at.text for at in operations]) if edge.plans else None
        documents = Documents(schema.core, planner=planner)
        persisted = Persisted(operations, only=edge.persisted_only)
        http = runner_of(schema, documents, edge, Transport.GRAPHQL)
        sockets = runner_of(schema, documents, edge, Transport.WEBSOCKET)
        self._http = HttpEndpoint(http, persisted, services, edge, development=development)
        self.answer = self._http.answer
        self._sockets = Sockets(Terms(services, sockets, persisted, edge))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or one socket."""
        endpoint = self._sockets if scope["type"] == "websocket" else self._http
        await endpoint(scope, receive, send)
