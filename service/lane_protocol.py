"""uvicorn's protocol of a connection, which leads the busiest requests past ASGI.

It does so once uvicorn has read the head of a request, and gives back when the answer is written.
Whatever is unusual about a request takes uvicorn's own way: an address that has to be decoded, a
body of unknown or great length, `Expect`, an upgrade, a request behind another one.
"""

import asyncio
import re
from contextvars import Context
from typing import Any, Final, cast

from starlette.types import Scope
from uvicorn._types import ASGI3Application
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

from service.chunks import offer_chunks
from service.fields import field
from service.heads import KEPT, Head, head_of
from service.lane import LANE, Answers, Lane
from service.middleware import BODY_BYTES, announced
from service.ride import Ride

_IN_VAIN_MAX: Final = 32
"""After so many heads that have not come again, none of a connection is kept any more."""
_PLAIN: Final = re.compile(rb"[A-Za-z0-9_/-]+")


class LaneProtocol(HttpToolsProtocol):
    """Starts each request of a connection on its way."""

    # uvicorn's class has nearly as many attributes as the interpreter keeps small
    __slots__ = ("_heads", "_kept_in_vain", "piece")

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],  # Any: as uvicorn has it
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.piece = b""  # what the next request begins with; nothing if that is not known
        self._heads: tuple[Head, ...] = ()
        self._kept_in_vain = 0

    def begins_again(self, data: bytes) -> bool:
        """Begin with a request between two others whose head has come before; say if it is one."""
        cycle = cast("RequestResponseCycle | None", self.cycle)
        if cycle is None or not cycle.response_complete:
            return False
        for head in self._heads:
            found = head.again(data)
            if found is not None:
                self._unset_keepalive_if_required()
                self._kept_in_vain = 0
                self._begin_again(head.endpoint, *found)
                return True
        return False

    def on_headers_complete(self) -> None:
        """Begin with a request whose head has come."""
        piece, self.piece = self.piece, b""
        endpoint = self._endpoint()
        if endpoint is None:
            super().on_headers_complete()
            return
        scope = cast("Scope", self.scope)
        ride = Ride(self, endpoint, scope)
        ride.keep_alive = self.parser.should_keep_alive()
        if ride.keep_alive and self._kept_in_vain < _IN_VAIN_MAX:
            self._keep(head_of(piece, endpoint, scope))
        self._begin(ride)

    def _keep(self, head: Head | None) -> None:
        self._kept_in_vain += 1
        if self._kept_in_vain == _IN_VAIN_MAX:
            self._heads = ()
        elif head is not None:
            self._heads = (head, *self._heads[: KEPT - 1])

    def _begin_again(self, endpoint: Answers, scope: Scope, body: bytes) -> None:
        scope["state"] = self.app_state.copy()
        ride = Ride(self, endpoint, scope)
        ride.body, ride.more_body = body, False
        self._begin(ride)

    def _begin(self, ride: Ride) -> None:
        self.cycle = cast("RequestResponseCycle", ride)
        # in a context of its own: what is bound to its log lines stays there
        ride.task = self.loop.create_task(ride.run(), context=Context())
        self.tasks.add(ride.task)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        """Start a request on ASGI's way, whose answer may be a stream."""
        offer_chunks(cycle)
        super()._start_asgi_task(cycle, app)

    def _endpoint(self) -> Answers | None:
        """Return what answers a request that is usual in everything."""
        lane: Lane | None = self.app_state.get(LANE)
        if lane is None or not self._is_plain():
            return None
        scope = cast("Scope", self.scope)
        scope["method"] = self.parser.get_method().decode("ascii")
        scope["path"] = self.url.decode("ascii")
        scope["raw_path"], scope["query_string"] = self.url, b""
        endpoint = lane.endpoint(scope)
        return endpoint if endpoint is not None and _has_short_body(scope) else None

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
