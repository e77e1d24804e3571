"""One account followed for all its streams in this process: which matches wait for it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Final

from schema.model import WaitingTurn
from service.store.errors import MatchNotFoundError, StoreUnavailableError
from service.store.places import ListKind, ListName, Place
from service.store.ports import Store
from service.store.record import Record, SeatKind
from service.tasks import cancelled
from service.usecases import steps

_PAGE: Final = 500
FRESH_MS: Final = 60_000  # a match that is listed may not have been stored yet

Waiting = dict[str, WaitingTurn]


class Desk:
    """Knows which of an account's live matches wait for it, and tells when that changes.

    It follows each of them, and the list of them. What it knows is the present state: whoever
    has missed a change has missed nothing.
    """

    def __init__(self, store: Store, player_id: str) -> None:
        self.users = 0
        self.waiting: Waiting = {}
        self.seats: dict[str, int] = {}
        self._store = store
        self._player_id = player_id
        self._live: Final = ListName(ListKind.LIVE, player_id)
        self._followed: dict[str, asyncio.Task[None]] = {}
        self._versions: dict[str, int] = {}
        self._listing = asyncio.Lock()
        self._ready = asyncio.Event()
        self._changed = asyncio.Event()
        self._fault: BaseException | None = None
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin to follow the account."""
        self._task = asyncio.create_task(self._run(), name=f"turns-of-{self._player_id}")
        self._task.add_done_callback(self._ended)

    async def close(self) -> None:
        """Stop following."""
        if self._task is not None:
            await cancelled(self._task)
        for task in tuple(self._followed.values()):
            await cancelled(task)

    async def ready(self) -> None:
        """Return once everything that waits now is known; raises the errors of the store."""
        await self._ready.wait()
        if self._fault is not None:
            raise self._fault

    async def unlike(self, told: Waiting, wait_s: float) -> Waiting:
        """Return what waits as soon as it is not what was told, or as it is after a wait."""
        try:
            async with asyncio.timeout(wait_s):
                while self.waiting == told and self._fault is None:
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            pass
        if self._fault is not None:
            raise self._fault
        return dict(self.waiting)

    async def catch_up(self) -> None:
        """Follow the matches that have come into the list, and look at them at once."""
        async with self._listing:
            places = [at async for at in self._places() if at.match_id not in self._followed]
            await asyncio.gather(*(self._look(at) for at in places))
            for at in places:
                if at.match_id in self._versions:
                    self._follow(at)

    async def _places(self) -> AsyncIterator[Place]:
        last: Place | None = None
        while page := await self._store.lists.page(self._live, _PAGE, last):
            for place in page:
                yield place
            last = page[-1]

    async def _run(self) -> None:
        async with self._store.follow_player(self._player_id) as news:
            async for _ in news:
                await self.catch_up()
                self._ready.set()

    def _ended(self, task: asyncio.Task[None]) -> None:
        """Let every stream know that nothing follows any more."""
        if not task.cancelled():
            self._failed(task.exception() or StoreUnavailableError("nothing follows the account"))

    def _failed(self, fault: BaseException) -> None:
        self._fault = self._fault or fault
        self._ready.set()
        self._changed.set()

    def _follow(self, place: Place) -> None:
        task = asyncio.create_task(self._stay(place), name=f"turns-in-{place.match_id}")
        self._followed[place.match_id] = task
        task.add_done_callback(lambda done: self._left(place.match_id, done))

    def _left(self, match_id: str, task: asyncio.Task[None]) -> None:
        self._followed.pop(match_id, None)
        self._versions.pop(match_id, None)
        self.seats.pop(match_id, None)
        fault = None if task.cancelled() else task.exception()
        if isinstance(fault, MatchNotFoundError):
            self._set(match_id, None)
        elif fault is not None:
            self._failed(fault)

    async def _stay(self, place: Place) -> None:
        """Look at a match whenever it changes, until it is the account's no longer."""
        async with AsyncExitStack() as stack:
            heads = await stack.enter_async_context(self._store.follow(place.match_id))
            async for head in heads:
                if head > self._versions.get(place.match_id, 0):
                    await self._look(place)
                if place.match_id not in self._versions:
                    return

    async def _look(self, place: Place) -> None:
        """Read a match, and note whether it waits for the account."""
        try:
            snapshot = await self._store.read(place.match_id)
        except MatchNotFoundError:
            await self._forget(place, await self._store.now_ms())
            return
        record = snapshot.record
        seat = record.seat_of(self._player_id)
        if record.status.ended or seat is None:
            await self._forget(place, snapshot.now_ms, sure=record.status.ended)
            return
        self._versions[record.id] = record.version
        self.seats[record.id] = seat
        self._set(record.id, waiting_turn(record, seat))

    async def _forget(self, place: Place, now_ms: int, *, sure: bool = False) -> None:
        """Let a match be, and take it out of the list, unless it may be on its way there."""
        self._versions.pop(place.match_id, None)
        self._set(place.match_id, None)
        if sure or place.at_ms + FRESH_MS < now_ms:
            await self._store.lists.drop(self._live, place.match_id)

    def _set(self, match_id: str, turn: WaitingTurn | None) -> None:
        before = self.waiting.get(match_id)
        if turn is None:
            self.waiting.pop(match_id, None)
        elif before is None or _choice(before) != _choice(turn):
            self.waiting[match_id] = turn
        if self.waiting.get(match_id) is not before:
            self._changed.set()


def waiting_turn(record: Record, seat: int) -> WaitingTurn | None:
    """Return what a match asks of a seat that its person plays, or nothing."""
    if steps.asked(record).get(seat) is not SeatKind.PERSON:
        return None
    return WaitingTurn(
        match_id=record.id,
        seat=seat,
        version=record.version,
        decision_version=record.decision_versions[seat],
        deadline_ms=steps.deadline_of(record, seat),
    )


def _choice(turn: WaitingTurn) -> tuple[int, int, int | None]:
    """Return what makes a turn another one; others may move meanwhile."""
    return turn.seat, turn.decision_version, turn.deadline_ms
