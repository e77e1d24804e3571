"""Sends a feed as it happens: server-sent events, or one JSON object a line."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import ExitStack
from contextvars import copy_context
from enum import Enum, auto
from functools import partial
from typing import Final

import msgspec
import structlog
from msgspec import Struct
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from schema.context import Viewer
from schema.errors import Refused
from schema.live_ports import Giving
from schema.model import FeedItem, FeedKind
from schema.rest.models import SEEN_END
from schema.rest.operation import StreamItem
from schema.rest.responses import EVENT_STREAM, NDJSON
from service.chunks import chunk_of, chunk_writer
from service.edge import Edge
from service.errors import ClientGoneError
from service.limits.refusals import RateLimited
from service.live import Ending, Outlet
from service.metrics import Transport
from service.rest.problems import refusal_response
from service.tasks import Interruption, cancelled
from service.websocket import Write

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


class _Over(Enum):
    """Why a stream ends that has come to its end."""

    OVER = auto()


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
        self.items = items
        self.form = media_type
        self.edge = edge
        self._framing = FRAMINGS[media_type]
        self._viewer = viewer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the stream, or a refusal to a client that has too many of them open."""
        streams, address = self.edge.streams, self.edge.admission.address(scope)
        with ExitStack() as held:
            try:
                held.enter_context(streams.from_address(address))
                held.enter_context(streams.of_account(self._viewer.player_id))
            except RateLimited as error:
                self.edge.metrics.refused(Transport.REST, error.refusal.code)
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
        is_open = self.edge.metrics.streams_open.labels(Transport.REST.value)
        with is_open.track_inprogress():
            outlet = self.edge.live.open(send, self._viewer)
            stream = _Stream(self, outlet, chunk_writer(scope))
            try:
                ended = await stream.run(receive)
            finally:
                await self.edge.live.close(outlet)
        if ended is not Ending.STUCK:  # who takes nothing takes no last word either
            await send(_body(self._framing.last(), more=False))


class _Stream:
    """A stream under way: a task asks for its items, or none while the client keeps up.

    Implements `schema.live_ports.Listener`.
    """

    __slots__ = (
        "_asking",
        "_context",
        "_form",
        "_frame",
        "_frames",
        "_interruption",
        "_items",
        "_outlet",
        "_sent",
        "_write",
    )

    def __init__(self, response: FeedResponse, outlet: Outlet, write: Write | None) -> None:
        self._items = response.items
        self._form = response.form
        self._frame = FRAMINGS[response.form].frame
        self._frames = response.edge.live.frames
        self._sent = response.edge.metrics.feed_items.labels(Transport.REST.value)
        self._outlet = outlet
        self._write = write
        self._context = copy_context()
        self._interruption: Interruption[Ending | _Over] = Interruption()
        self._asking: asyncio.Task[None] | None = None

    async def run(self, receive: Receive) -> Ending | _Over | None:
        """Return why the stream has ended: nothing once the client has gone.

        Raises what nobody has expected.
        """
        self._outlet.when_to_end(self._interruption.because)
        self.ask()
        try:
            await self._interruption.run(partial(_disconnected, receive))
        finally:
            await self._close()
        return self._interruption.reason

    async def _close(self) -> None:
        if isinstance(self._items, Giving):
            self._items.stop_giving()
        asking = self._asking
        is_over = asking is not None and asking.done()
        try:
            if asking is not None:
                await cancelled(asking)
        finally:
            # the port promises an iterator; a generator holds what it reads until it is closed
            close = getattr(self._items, "aclose", None)
            if close is not None:
                await close()
        if asking is not None and is_over:
            asking.result()

    @property
    def form(self) -> Hashable:
        """Return what the chunk of an item depends on."""
        return self._form

    @property
    def take(self) -> Write:
        """Return what writes a chunk, if the connection takes it now."""
        assert self._write is not None, "whoever is given items can write them"
        return self._write

    def made(self, item: StreamItem) -> bytes:
        """Return the chunk of an item."""
        return chunk_of(self._frame(item))

    def taken(self, times: int) -> None:
        """Count items that have been written."""
        self._sent.inc(times)

    def ask(self) -> None:
        """Ask for items, in a task and in the name of the stream's own request."""
        context = self._context.copy()
        loop = asyncio.get_running_loop()
        self._asking = loop.create_task(self._ask(), name="stream", context=context)
        self._asking.add_done_callback(self._asked)

    def _asked(self, task: asyncio.Task[None]) -> None:
        """Let the stream end unless it is given what follows."""
        if task is self._asking:
            self._interruption.because(_Over.OVER)

    async def _ask(self) -> None:
        try:
            async for item in self._items:
                frame = self._frames.frame(item, self._form, self._frame)
                await self._outlet.send(_body(frame, more=True))
                del item, frame  # the first one is large, and the next may be long in coming
                self._sent.inc()
                if self._keeps_up():
                    return
        except ClientGoneError:
            _log.debug("client_gone")
        except Refused as error:
            _log.info("feed_refused", code=error.refusal.code)

    def _keeps_up(self) -> bool:
        """Begin to be given what comes, if there is nothing to be asked for."""
        items = self._items
        if self._write is None or not isinstance(items, Giving) or not items.give_to(self):
            return False
        self._asking = None
        return True


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
