"""One subscription of a socket, which needs no task of its own while its client keeps up."""

import asyncio
from collections.abc import Callable, Hashable
from typing import Final

from msgspec import Struct

from service.counting import Count
from service.graphql.messages import Voice
from service.graphql.payloads import Payloads
from service.metrics import Metrics, Transport
from service.tasks import cancelled
from service.websocket import Write, frame_of

_SHORT: Final = 8  # characters; a longer id is one client's own: its payloads are shared alone


class Counted(Struct, frozen=True):
    """What the sockets of one endpoint count of their subscriptions."""

    items: Count
    are_open: Count


def counted_by(metrics: Metrics) -> Counted:
    """Return where sockets count."""
    at = Transport.WEBSOCKET.value
    return Counted(metrics.feed_items.labels(at), metrics.streams_open.labels(at))


class Following:
    """Implements `schema.live_ports.Listener`: writes the message of an item to the socket at once.

    Where the socket cannot be written to like that, `write` is nothing, and everything is asked
    for. `go_on` is called when payloads are to be asked for again.
    """

    __slots__ = (
        "_counted",
        "_go_on",
        "_is_open",
        "_is_short",
        "_write",
        "form",
        "payloads",
        "voice",
    )

    def __init__(self, voice: Voice, payloads: Payloads, counted: Counted) -> None:
        self.voice: Final = voice
        self.payloads: Final = payloads
        self._is_short = len(voice.operation_id) <= _SHORT
        self.form: Hashable = (payloads.form, voice.operation_id if self._is_short else None)
        self._counted = counted
        self._write: Write | None = None
        self._go_on: Callable[[Following], None] | None = None
        self._is_open = True
        counted.are_open.inc()

    def sent(self) -> None:
        """Count an item that has been asked for and sent."""
        self._counted.items.inc()

    def keeps_up(self, write: Write, go_on: "Callable[[Following], None]") -> bool:
        """Begin to write what comes as it comes, if there is nothing to be asked for."""
        self._write, self._go_on = write, go_on
        return self.payloads.give_to(self)

    @property
    def take(self) -> Write:
        """Return what writes a frame; or a payload, where the frame is this client's own."""
        assert self._write is not None, "whoever is given items has said where to write"
        return self._write if self._is_short else self._take_payload

    def _take_payload(self, payload: bytes) -> bool:
        return self._write is not None and self._write(self._frame(payload))

    def made(self, item: object) -> bytes:
        """Return the frame of an item, or its payload alone."""
        payload = self.payloads.of(item)
        return self._frame(payload) if self._is_short else payload

    def _frame(self, payload: bytes) -> bytes:
        return frame_of(self.voice.message(payload))

    def taken(self, times: int) -> None:
        """Count items that have been written."""
        self._counted.items.inc(times)

    def ask(self) -> None:
        """Ask for the payloads again."""
        assert self._go_on is not None, "whoever is given items has said how to go on"
        self._go_on(self)

    async def close(self) -> None:
        """Follow nothing any more; may be said again."""
        if self._is_open:
            self._is_open = False
            self._write = self._go_on = None  # the socket, which knows of this, can go at once
            self._counted.are_open.dec()
            await self.payloads.aclose()


class Running:
    """An operation of a socket: a task, or a subscription that needs none at the moment."""

    __slots__ = ("following", "stopping", "task")

    def __init__(self) -> None:
        self.task: asyncio.Task[None] | None = None
        self.following: Following | None = None
        self.stopping: asyncio.Task[None] | None = None

    def halt(self) -> None:
        """Let it say nothing more."""
        if self.following is not None:
            self.following.payloads.stop_giving()
        if self.task is not None:
            self.task.cancel()

    async def stop(self) -> None:
        """Return once nothing of it goes on."""
        try:
            if self.task is not None:
                await cancelled(self.task)
        finally:
            if self.following is not None:
                await self.following.close()
