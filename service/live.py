"""What stays open in one process: streams and sockets, and who ends them when.

Once a second somebody goes round all of them. Whoever's token no longer stands is told to go
within five seconds, and a client that takes nothing any more does not hold its feed for ever.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from enum import Enum, auto
from typing import Final, Protocol

import structlog
from starlette.types import Message, Send

from schema.context import Viewer
from schema.errors import Refused
from service.errors import ClientGoneError
from service.feed.frames import Frames
from service.stopping import Stopping
from service.tasks import cancelled

ROUND_S: Final = 1.0
ROUNDS_A_CHECK: Final = 3  # a token that was revoked is noticed after so many rounds
STUCK_ROUNDS: Final = 20  # so long may a client take nothing of what waits for it

_log = structlog.get_logger(__name__)


class Ending(Enum):
    """Why an outlet ends that its client would have kept open."""

    LATE = auto()
    STOPPING = auto()
    EXPIRED = auto()
    STUCK = auto()


class Standing(Protocol):
    """Knows whether tokens still stand."""

    async def still_valid(self, viewer: Viewer) -> bool:
        """Return whether what the viewer came with would still be taken now."""
        ...


class Outlet:
    """One open stream or socket: sends what it is given, and hears when it has to end."""

    __slots__ = (
        "_ending",
        "_send",
        "_sent",
        "_sent_before",
        "_stuck_rounds",
        "_then",
        "_under_way",
        "viewer",
    )

    def __init__(self, send: Send, viewer: Viewer) -> None:
        self.viewer = viewer  # a socket is nobody's until it has begun
        self._send = send
        self._under_way = 0
        self._sent = 0
        self._sent_before = 0
        self._stuck_rounds = 0
        self._ending: Ending | None = None
        self._then: Callable[[Ending], object] | None = None

    async def send(self, message: Message) -> None:
        """Send a message, once the client has taken enough of those before.

        Raises ClientGoneError.
        """
        self._under_way += 1
        try:
            await self._send(message)
        except OSError as error:
            raise ClientGoneError("the client has gone") from error
        finally:
            self._under_way -= 1
            self._sent += 1

    def end(self, ending: Ending) -> None:
        """Let whoever serves the outlet know that it has to end."""
        if self._ending is None:
            self._ending = ending
            if self._then is not None:
                self._then(ending)

    def when_to_end(self, then: Callable[[Ending], object]) -> None:
        """Have somebody called, once, when the outlet has to end; at once if it has to."""
        self._then = then
        if self._ending is not None:
            then(self._ending)

    @property
    def is_to_end(self) -> bool:
        """Return whether the outlet has been told to end."""
        return self._ending is not None

    async def ended(self) -> Ending:
        """Return why the outlet has to end, as soon as it has to; only one may wait."""
        ending: asyncio.Future[Ending] = asyncio.get_running_loop().create_future()

        def end(why: Ending) -> None:
            if not ending.done():
                ending.set_result(why)

        self.when_to_end(end)
        return await ending

    def look(self) -> None:
        """End the outlet if its client has taken nothing for too many rounds."""
        is_stuck = self._under_way > 0 and self._sent == self._sent_before
        self._stuck_rounds = self._stuck_rounds + 1 if is_stuck else 0
        self._sent_before = self._sent
        if self._stuck_rounds >= STUCK_ROUNDS:
            self.end(Ending.STUCK)


class Live:
    """Everything that is open in one process, and the frames that are made once for all of it.

    Without somebody who knows better, every token stands.
    """

    def __init__(
        self,
        standing: Standing | None = None,
        stopping: Stopping | None = None,
        round_s: float = ROUND_S,
    ) -> None:
        self.frames = Frames()
        self.stopping = Stopping() if stopping is None else stopping
        self._standing = standing
        self._round_s = round_s
        self._outlets: set[Outlet] = set()
        self._rounds = 0
        self._task: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        """Return how many outlets are open."""
        return len(self._outlets)

    @asynccontextmanager
    async def outlet(self, send: Send, viewer: Viewer) -> AsyncIterator[Outlet]:
        """Have an outlet looked after for the length of a block."""
        outlet = self.open(send, viewer)
        try:
            yield outlet
        finally:
            await self.close(outlet)

    def open(self, send: Send, viewer: Viewer) -> Outlet:
        """Return an outlet that is looked after until it is closed."""
        outlet = Outlet(send, viewer)
        self._outlets.add(outlet)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._go_round(), name="rounds")
        return outlet

    async def close(self, outlet: Outlet) -> None:
        """Look after an outlet no longer."""
        self._outlets.discard(outlet)
        if not self._outlets and self._task is not None:
            task, self._task = self._task, None
            await cancelled(task)

    async def _go_round(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._round_s):
                    await self.stopping.wait()
            if self.stopping.requested:
                break
            try:
                await self.round()
            except Exception as fault:  # noqa: BLE001 - logged; the next round checks tokens again
                _log.error("round_failed", exc_info=fault)
        for outlet in self._outlets:
            outlet.end(Ending.STOPPING)

    async def round(self) -> None:
        """Look after every outlet once; every few times, at its viewer's token too."""
        for outlet in self._outlets:
            outlet.look()
        self._rounds += 1
        if self._rounds % ROUNDS_A_CHECK == 0:
            await self.check_tokens()

    async def check_tokens(self) -> None:
        """End the outlets of those whose token no longer stands; each token is looked up once."""
        viewers = {outlet.viewer for outlet in self._outlets} - {Viewer()}
        answers = await asyncio.gather(*map(self._stands, viewers))
        gone = {viewer for viewer, stands in zip(viewers, answers, strict=True) if not stands}
        for outlet in self._outlets:
            if outlet.viewer in gone:
                outlet.end(Ending.EXPIRED)

    async def _stands(self, viewer: Viewer) -> bool:
        if self._standing is None:
            return True
        try:
            return await self._standing.still_valid(viewer)
        except Refused as error:
            # who cannot be asked about stays until somebody can
            _log.info("token_not_checked", code=error.refusal.code)
            return True
