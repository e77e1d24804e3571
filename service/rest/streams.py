"""Sends a feed as it happens: server-sent events, or one JSON object a line."""

import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack
from typing import Final

import msgspec
import structlog
from msgspec import Struct
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from schema.context import Viewer
from schema.errors import Refused
from schema.model import FeedItem, FeedKind
from schema.rest.models import SEEN_END
from schema.rest.operation import StreamItem
from schema.rest.responses import EVENT_STREAM, NDJSON
from service.edge import Edge
from service.errors import ClientGoneError
from service.limits.refusals import RateLimited
from service.live import Ending, Outlet
from service.metrics import Transport
from service.rest.problems import refusal_response
from service.tasks import first_of

_RETRY_MS: Final = 1_000
_RETRY_SPREAD_MS: Final = 2_000  # so that not everybody comes back at once after a deploy

_SEEN_END: Final = SEEN_END.encode()

_encode = msgspec.json.Encoder().encode
_log = structlog.get_logger(__name__)


class Framing(Struct, frozen=True):
    """How one kind of stream puts an item into bytes, and what it says first and last."""

    frame: Callable[[StreamItem], bytes]
    first: Callable[[], bytes]
    last: Callable[[], bytes]


class FeedResponse(Response):
    """A feed to its end, until the client has gone, or until the process has it end.

    A refusal on the way ends the stream; the client learns of it when it comes back.
    """

    def __init__(
        self,
        items: AsyncIterator[StreamItem],
        media_type: str,
        edge: Edge,
        viewer: Viewer,
    ) -> None:
        super().__init__(media_type=media_type)
        del self.headers["Content-Length"]
        self.headers["X-Accel-Buffering"] = "no"  # nginx would hold items back
        self._items = items
        self._form, self._framing = media_type, FRAMINGS[media_type]
        self._edge = edge
        self._viewer = viewer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the stream, or a refusal to a client that has too many of them open."""
        streams, address = self._edge.streams, self._edge.admission.address(scope)
        with ExitStack() as held:
            try:
                held.enter_context(streams.from_address(address))
                held.enter_context(streams.of_account(self._viewer.player_id))
            except RateLimited as error:
                self._edge.metrics.refused(Transport.REST, error.refusal.code)
                await refusal_response(error)(scope, receive, send)
            else:
                await self._send_stream(scope, receive, send)

    async def _send_stream(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the stream; to HEAD its headers only."""
        start = {"type": "http.response.start", "status": 200, "headers": self.raw_headers}
        await send(start)
        if scope["method"] == "HEAD":
            await send(_body(b"", more=False))
            return
        await send(_body(self._framing.first(), more=True))
        is_open = self._edge.metrics.streams_open.labels(Transport.REST.value)
        with is_open.track_inprogress():
            async with self._edge.live.outlet(send, self._viewer) as outlet:
                ended = await first_of(
                    self._send_items(outlet), _disconnected(receive), outlet.ended()
                )
        if ended is not Ending.STUCK:  # who takes nothing takes no last word either
            await send(_body(self._framing.last(), more=False))

    async def _send_items(self, outlet: Outlet) -> None:
        frames = self._edge.live.frames
        sent = self._edge.metrics.feed_items.labels(Transport.REST.value)
        try:
            async for item in self._items:
                frame = frames.frame(item, self._form, self._framing.frame)
                await outlet.send(_body(frame, more=True))
                sent.inc()
        except ClientGoneError:
            _log.debug("client_gone")
        except Refused as error:
            _log.info("feed_refused", code=error.refusal.code)
        finally:
            # the port promises an iterator; a generator holds what it reads from until it is closed
            close = getattr(self._items, "aclose", None)
            if close is not None:
                await close()


def _body(data: bytes, *, more: bool) -> Message:
    return {"type": "http.response.body", "body": data, "more_body": more}


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _event(item: StreamItem) -> bytes:
    return b"%bdata: %b\n\n" % (_event_id(item), _encode(item))


def _event_id(item: StreamItem) -> bytes:
    if not isinstance(item, FeedItem) or item.cursor is None:
        return b""
    is_end = item.kind is FeedKind.END
    return b"id: %b%b\n" % (item.cursor.encode(), _SEEN_END if is_end else b"")


def _line(item: StreamItem) -> bytes:
    return _encode(item) + b"\n"


def _retry() -> bytes:
    return b"retry: %d\n\n" % (_RETRY_MS + secrets.randbelow(_RETRY_SPREAD_MS))


FRAMINGS: Final = {
    EVENT_STREAM: Framing(_event, _retry, _retry),
    NDJSON: Framing(_line, bytes, bytes),
}
