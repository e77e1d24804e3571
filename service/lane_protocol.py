"""uvicorn's protocol of a connection, which leads the busiest requests past ASGI.

It does so once uvicorn has read the head of a request, and gives back when the answer is written:
bodies that come in pieces, requests behind one another, clients that are slow or go away, and the
end of the process are uvicorn's business on both ways.
"""

from typing import Final, cast

from starlette.requests import Request
from starlette.types import Receive, Scope
from uvicorn._types import ASGI3Application
from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)

from service.chunks import offer_chunks
from service.fields import RawHeader
from service.lane import Answers, Lane
from service.middleware import BODY_BYTES, limited

LANE: Final = "lane"
"""By this name the state of the application's lifespan holds the lane, if there is one."""

_KEPT: Final = b"\r\n\r\n"
_CLOSED: Final = b"\r\nconnection: close\r\n\r\n"


class LaneProtocol(HttpToolsProtocol):
    """Starts each request of a connection on its way."""

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        if app is self.app:  # and not what refuses more requests
            lane: Lane | None = self.app_state.get(LANE)
            endpoint = None if lane is None else lane.endpoint(cast("Scope", cycle.scope))
            if lane is not None and endpoint is not None:
                app = cast("ASGI3Application", _Ride(lane, endpoint, cycle))
            else:
                offer_chunks(cycle)
        super()._start_asgi_task(cycle, app)


class _Ride:
    """Stands for the application before one request, and sends its answer past it."""

    __slots__ = ("_cycle", "_endpoint", "_lane")

    def __init__(self, lane: Lane, endpoint: Answers, cycle: RequestResponseCycle) -> None:
        self._lane = lane
        self._endpoint = endpoint
        self._cycle = cycle

    async def __call__(self, scope: Scope, receive: Receive, send: object) -> None:
        del send
        cycle = self._cycle
        if cycle.more_body or len(cycle.body) > BODY_BYTES:
            receive = limited(scope, receive)
        await self._lane.answer(self._endpoint, Request(scope, receive), self._send)

    async def _send(self, status: int, headers: list[RawHeader], body: bytes) -> None:
        cycle = self._cycle
        if cycle.flow.write_paused and not cycle.disconnected:
            await cycle.flow.drain()
        if cycle.disconnected:
            return
        cycle.waiting_for_100_continue = False
        cycle.response_started = cycle.response_complete = True
        cycle.message_event.set()
        head = written(status, [*cycle.default_headers, *headers], keep_alive=cycle.keep_alive)
        cycle.transport.write(head if cycle.scope["method"] == "HEAD" else head + body)
        if not cycle.keep_alive:
            cycle.transport.close()
        cycle.on_response()


def written(status: int, headers: list[RawHeader], *, keep_alive: bool) -> bytes:
    """Return the head of an answer as it is sent; raises ValueError for what would end it."""
    lines = b"\r\n".join(map(b": ".join, headers))
    if lines.count(b"\n") >= len(headers):
        raise ValueError("a header holds the end of a line")
    return b"%b%b%b" % (STATUS_LINE[status], lines, _KEPT if keep_alive else _CLOSED)
