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
from service.answer_heads import AnswerHeads
from service.edge import Edge
from service.exchange import Exchange, request_id
from service.tracing.requests import Trace, request_trace

LANE: Final = "lane"
"""By this name the state of the application's lifespan holds the lane, if there is one."""

GRAPHQL: Final = "/graphql"
MATCH: Final = "/v1/matches/{matchId}"
MOVES: Final = "/v1/matches/{matchId}/moves"
_METHODS: Final = frozenset({"GET", "HEAD", "POST"})
_UNTRACED: Final = nullcontext[None]()
_BEFORE, _, _ = MATCH.partition("{")


class Answers(Protocol):
    """An endpoint whose answers are whole: it streams nothing."""

    async def answer(self, request: Request) -> Response:
        """Return the answer to a request."""
        ...


class Lane:
    """Leads what comes for `/graphql`, a match and its moves to their endpoints.

    The endpoints are those of the table of routes.
    """

    def __init__(self, routes: Iterable[BaseRoute], edge: Edge, clock: Clock) -> None:
        self._edge = edge
        self._clock = clock
        self.heads = AnswerHeads()
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

    def exchange(self, scope: Scope) -> Exchange:
        """Return the exchange of a request, whose context from now on is that of its log lines."""
        name = request_id(scope)
        bind_contextvars(request_id=name)
        return Exchange(name, scope, self._edge, self._clock)

    def traced(self, scope: Scope) -> AbstractContextManager[Trace | None]:
        """Trace a request for the length of a block, if requests are traced."""
        tracer = self._edge.tracer
        return _UNTRACED if tracer is None else request_trace(tracer, scope)
