"""The way of the busiest requests to their endpoints and back, beside that of ASGI.

What is decided about a request is decided by the same functions on both ways; this one goes through
no layers, no table of routes and no messages, and its answer is one piece of bytes.
"""

from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from typing import Final, Protocol, cast

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import Scope
from structlog.contextvars import bind_contextvars

from schema.context import Clock
from service.cross_origin import shared
from service.edge import Edge
from service.exchange import Exchange, request_id
from service.fields import RawHeader
from service.tracing.requests import Trace, request_trace

GRAPHQL: Final = "/graphql"
MATCH: Final = "/v1/matches/{matchId}"
MOVES: Final = "/v1/matches/{matchId}/moves"
_METHODS: Final = frozenset({"GET", "HEAD", "POST"})
_BEFORE, _, _ = MATCH.partition("{")


class Answers(Protocol):
    """An endpoint whose answers are whole: it streams nothing."""

    async def answer(self, request: Request) -> Response:
        """Return the answer to a request."""
        ...


class Send(Protocol):
    """What takes an answer to the client."""

    async def __call__(self, status: int, headers: list[RawHeader], body: bytes) -> None:
        """Send an answer, once the client has taken enough of those before."""
        ...


class Lane:
    """Leads what comes for `/graphql`, a match and its moves to their endpoints.

    The endpoints are those of the table of routes.
    """

    def __init__(self, routes: Iterable[BaseRoute], edge: Edge, clock: Clock) -> None:
        self._edge = edge
        self._clock = clock
        found = {at.path: cast("Answers", at.endpoint) for at in routes if isinstance(at, Route)}
        self._graphql = found[GRAPHQL]
        self._of_a_match = {path.partition("}")[2]: found[path] for path in (MATCH, MOVES)}

    def endpoint(self, scope: Scope) -> Answers | None:
        """Return what answers a request, its path's parameters set; None for ASGI's part.

        That is whatever else the table of routes leads to, and what a browser asks before.
        """
        if scope["method"] not in _METHODS:
            return None
        path: str = scope["path"]
        if path == GRAPHQL:
            return self._graphql
        if not path.startswith(_BEFORE):
            return None
        match_id = path[len(_BEFORE) :].partition("/")[0]
        found = self._of_a_match.get(path[len(_BEFORE) + len(match_id) :])
        if not match_id or found is None:
            return None
        scope["path_params"] = {"matchId": match_id}
        return found

    async def answer(self, endpoint: Answers, request: Request, send: Send) -> None:
        """Answer a request whose body is short, in a context of its own: it binds to log lines."""
        scope = request.scope
        with self._traced(scope) as trace:
            name = request_id(scope)
            bind_contextvars(request_id=name)
            exchange = Exchange(name, scope, self._edge, self._clock)

            async def reply(response: Response) -> None:
                status = response.status_code
                headers = exchange.answered(status, response.raw_headers)
                if trace is not None:
                    trace.answered(status, headers)
                await send(status, shared(scope, headers), bytes(response.body))

            async def work() -> None:
                await reply(await endpoint.answer(request))

            await exchange.kept(work(), reply)

    def _traced(self, scope: Scope) -> AbstractContextManager[Trace | None]:
        tracer = self._edge.tracer
        return nullcontext() if tracer is None else request_trace(tracer, scope)
