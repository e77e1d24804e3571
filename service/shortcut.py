"""The way of the busiest requests to their endpoints, past the table of routes.

The table is looked through from its beginning, by regular expressions, and a move's path stands far
down in it. What is found here is found there too: the same endpoints, with the same parameters.
"""

from collections.abc import Iterable
from typing import Final

from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Receive, Scope, Send

GRAPHQL: Final = "/graphql"
MOVES: Final = "/v1/matches/{matchId}/moves"
_BEFORE, _, _AFTER = MOVES.partition("{matchId}")


class Shortcut:
    """Leads what comes for `/graphql`, and for the moves of a match, to their endpoints."""

    def __init__(self, app: ASGIApp, routes: Iterable[BaseRoute]) -> None:
        self._app = app
        endpoints = {route.path: route.app for route in routes if isinstance(route, Route)}
        self._graphql, self._moves = endpoints[GRAPHQL], endpoints[MOVES]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on by the shortest way."""
        await (self._endpoint(scope) or self._app)(scope, receive, send)

    def _endpoint(self, scope: Scope) -> ASGIApp | None:
        if scope["type"] == "lifespan" or scope.get("root_path"):
            return None
        path: str = scope["path"]
        if path == GRAPHQL:
            return self._graphql
        if scope["type"] == "http" and path.startswith(_BEFORE) and path.endswith(_AFTER):
            match_id = path[len(_BEFORE) : -len(_AFTER)]
            if match_id and "/" not in match_id:
                scope["path_params"] = {"matchId": match_id}
                return self._moves
        return None
