"""The application of one API process: both transports, on one set of use cases."""

import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

from msgspec.structs import replace
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from schema.context import Health, Services
from schema.rest.operations import OPERATIONS
from service.backend import Backend, connect
from service.config import Environment, Settings
from service.cross_origin import CrossOrigin
from service.edge import Edge
from service.graphql import GraphQLApp
from service.index import Document, Index
from service.lane import LANE, Lane
from service.lifespan import lifespan
from service.limits.open_streams import OpenStreams
from service.live import Live
from service.metrics_page import MetricsPage
from service.middleware import BodyLimit, RequestEdge
from service.pages import page_routes
from service.pages_folder import pages_folder
from service.rest.problems import refusal_response
from service.rest.reading import nothing_here
from service.rest.routes import Endpoint, rest_routes
from service.stopping import Stopping
from service.tracing.opening import open_tracer
from service.tracing.ports import Tracer
from service.tracing.requests import RequestTrace


def create_app(
    settings: Settings | None = None,
    *,
    services: Services | None = None,
    tracer: Tracer | None = None,
) -> Starlette:
    """Return the application; uvicorn calls this without arguments.

    Settings come from the environment unless given. With ready-made services nothing is
    connected. Raises ConfigError for settings without a server. `tracer` is told what is done,
    in place of the one that the settings ask for.
    """
    chosen = Settings.from_env(os.environ) if settings is None else settings
    if services is None:
        backend = connect(chosen, tracer or open_tracer(chosen, "api"))
    else:
        backend = Backend(services, tracer=tracer)
    stopping = Stopping()
    edge = Edge(
        metrics=backend.metrics,
        live=Live(backend.services.players, stopping),
        admission=backend.admission,
        persisted_only=chosen.persisted_only,
        tracer=backend.tracer,
        plans=chosen.plans,
        streams=OpenStreams(chosen.streams_per_account, chosen.streams_per_address),
    )

    routes = _routes(chosen, backend.services, edge)
    lane = {LANE: Lane(routes, edge, backend.services.clock)} if chosen.lane else {}

    @asynccontextmanager
    async def span(app: Starlette) -> AsyncIterator[dict[str, Lane]]:
        del app
        async with lifespan(backend, stopping):
            yield lane

    app = Starlette(
        routes=routes,
        middleware=(
            Middleware(CrossOrigin),
            *_traces(backend.tracer),
            Middleware(RequestEdge, edge, backend.services.clock),
            Middleware(BodyLimit),
        ),
        exception_handlers={404: _not_found},
        lifespan=span,
    )
    app.router.redirect_slashes = False
    app.state.stopping, app.state.edge = stopping, edge
    return app


def _traces(tracer: Tracer | None) -> Iterator[Middleware]:
    """Yield what traces requests, where they are traced; outside of their log lines."""
    if tracer is not None:
        yield Middleware(RequestTrace, tracer)


def _routes(settings: Settings, services: Services, edge: Edge) -> list[BaseRoute]:
    watched = replace(services, health=_HealthUntilStop(services.health, edge.live.stopping))
    development = settings.environment is Environment.DEVELOPMENT
    graphql = GraphQLApp(services, development=development, edge=edge)
    metrics = [Route("/metrics", Endpoint({"GET": MetricsPage(edge.metrics)}))]
    folder = pages_folder() if settings.pages else None
    return [
        Route("/graphql", graphql),
        WebSocketRoute("/graphql", graphql),
        Route("/", Endpoint({"GET": Index(pages=folder is not None)})),
        Route("/openapi.json", Endpoint({"GET": Document()})),
        *(metrics if settings.metrics else ()),
        *(page_routes(folder) if settings.pages else ()),
        *rest_routes(OPERATIONS, watched, edge),
    ]


class _HealthUntilStop:
    """Health that ends when the process is asked to end, before its last answers are given."""

    def __init__(self, health: Health, stopping: Stopping) -> None:
        self._health = health
        self._stopping = stopping

    async def ready(self) -> bool:
        """Return whether this process can serve and will go on."""
        return not self._stopping.requested and await self._health.ready()


async def _not_found(request: Request, error: Exception) -> Response:
    del request, error
    return refusal_response(nothing_here())
