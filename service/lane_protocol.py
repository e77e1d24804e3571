"""uvicorn's protocol of a connection, which leads the busiest requests past ASGI.

It does so once uvicorn has read the head of a request, and gives back when the answer is written.
Whatever is unusual about a request takes uvicorn's own way: an address that has to be decoded, a
body of unknown or great length, `Expect`, an upgrade, a request behind another one.
"""

import re
from contextvars import Context
from typing import Final, cast

from starlette.types import Scope
from uvicorn._types import ASGI3Application
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from service.chunks import offer_chunks
from service.fields import field
from service.lane import Lane
from service.middleware import BODY_BYTES, announced
from service.ride import Ride

LANE: Final = "lane"
"""By this name the state of the application's lifespan holds the lane, if there is one."""

_PLAIN: Final = re.compile(rb"[A-Za-z0-9_/-]+")


class LaneProtocol(HttpToolsProtocol):
    """Starts each request of a connection on its way."""

    def on_headers_complete(self) -> None:
        """Begin with a request whose head has come."""
        ride = self._ride()
        if ride is None:
            super().on_headers_complete()
            return
        self.cycle = cast("RequestResponseCycle", ride)
        # in a context of its own: what is bound to its log lines stays there
        ride.task = self.loop.create_task(ride.run(), context=Context())
        self.tasks.add(ride.task)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        """Start a request on ASGI's way, whose answer may be a stream."""
        offer_chunks(cycle)
        super()._start_asgi_task(cycle, app)

    def _ride(self) -> Ride | None:
        """Return the ride of a request that is usual in everything."""
        lane: Lane | None = self.app_state.get(LANE)
        if lane is None or not self._is_plain():
            return None
        scope = cast("Scope", self.scope)
        scope["method"] = self.parser.get_method().decode("ascii")
        scope["path"] = self.url.decode("ascii")
        scope["raw_path"], scope["query_string"] = self.url, b""
        endpoint = lane.endpoint(scope)
        if endpoint is None or not _has_short_body(scope):
            return None
        return Ride(self, lane, endpoint)

    def _is_plain(self) -> bool:
        cycle = cast("RequestResponseCycle | None", self.cycle)
        return (
            (cycle is None or cycle.response_complete)
            and _PLAIN.fullmatch(self.url) is not None
            and not (self.root_path or self.expect_100_continue or self.limit_concurrency)
            and not self.parser.should_upgrade()
            and self.parser.get_http_version() == "1.1"
        )


def _has_short_body(scope: Scope) -> bool:
    return announced(scope) <= BODY_BYTES and field(scope, b"transfer-encoding") is None
