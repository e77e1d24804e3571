"""GraphQL over WebSocket: opens and closes the sockets of one endpoint.

They speak graphql-transport-ws and close with its codes: 4400 for what is no message, 4401 for an
operation before the beginning, 4403 for a token that is wrong or has ended, 4406 for another
protocol, 4408 for no beginning in time, 4409 for an id in use, 4429 for a second beginning; and
with 1009 for a message that is too long, 1011 for a fault of ours, 1012 when the process ends, 1013
when it or the client has too many sockets open, a token cannot be looked up, or the client takes
nothing any more.
"""

from typing import Final

import structlog
from starlette.types import Receive, Scope, Send

from schema.context import Viewer
from schema.errors import Refused
from service.graphql import messages as words
from service.graphql.connection import Connection, Terms
from service.graphql.messages import Close
from service.metrics import Transport

MAX_OPEN: Final = 10_000  # streams and sockets of one process

_log = structlog.get_logger(__name__)


class Sockets:
    """The sockets of one endpoint."""

    def __init__(self, terms: Terms, max_open: int = MAX_OPEN) -> None:
        self._terms = terms
        self._live = terms.edge.live
        self._max_open = max_open

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one socket from its upgrade to its close."""
        await receive()  # the wish to connect
        is_known = words.PROTOCOL in scope["subprotocols"]
        protocol = words.PROTOCOL if is_known else None
        try:
            await send({"type": "websocket.accept", "subprotocol": protocol})
            if not is_known:
                await send(_closing(words.OTHER_PROTOCOL))
            elif len(self._live) >= self._max_open:
                await send(_closing(words.TRY_AGAIN_LATER))
            else:
                await self._serve(scope, receive, send)
        except OSError:
            _log.debug("client_gone")

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        edge = self._terms.edge
        outlet = edge.live.open(send, Viewer())
        try:
            with edge.streams.from_address(edge.admission.address(scope)):
                await Connection(self._terms, outlet, scope).serve(receive)
        except Refused as error:
            edge.metrics.refused(Transport.WEBSOCKET, error.refusal.code)
            await send(_closing(words.TRY_AGAIN_LATER))
        except Exception as fault:  # noqa: BLE001 - a socket's edge: noted, closed by its code
            edge.faults.note(fault, Transport.WEBSOCKET)
            await send(_closing(words.FAULT))
        finally:
            await edge.live.close(outlet)


def _closing(close: Close) -> dict[str, object]:
    return {"type": "websocket.close", "code": close.code, "reason": close.reason}
