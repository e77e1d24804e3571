"""Those viewers of one match who keep up: they are given what is new, and wait for nothing.

All of them have been told everything up to one entry, so that the next one is looked into once and
written to each in the same turn of the loop, without a task, a queue or a wait of his own. Whoever
cannot take an item is let go at once, and asks for it himself.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import chain
from typing import Final, Protocol

from engine.seat_view import Viewer as Eyes
from schema.model import FeedItem, FeedKind
from service.store.errors import StoreError
from service.store.ports import Store
from service.tasks import cancelled
from service.usecases.presence import PresenceService

HEARTBEAT_S: Final = 15.0
_EARLY: Final = 16  # heartbeats due within this part of their time are sent together

ItemsFor = Callable[[Eyes], tuple[FeedItem, ...]]
"""Returns what is new, as some eyes may see it."""


class Member(Protocol):
    """A viewer who keeps up."""

    quiet_since: float  # seconds of the loop's clock

    @property
    def eyes(self) -> Eyes:
        """Return with whose eyes he looks."""
        ...

    def give(self, items: tuple[FeedItem, ...]) -> bool:
        """Take items in their order; false: from one of them on he cannot, and asks again."""
        ...

    def let_go(self, *, is_quiet: bool = False) -> None:
        """Ask again from now on; at once for a heartbeat, if it `is_quiet`."""
        ...


class Audience:
    """Everybody who has been told all up to entry `at`, by the eyes with which he looks."""

    def __init__(
        self,
        store: Store,
        match_id: str,
        presence: PresenceService | None = None,
        heartbeat_s: float = HEARTBEAT_S,
    ) -> None:
        self.at = 0
        self._store = store
        self._match_id = match_id
        self._presence = presence or PresenceService(store)
        self._heartbeat_s = heartbeat_s
        self._groups: dict[Eyes, dict[Member, None]] = {}
        self._told_at = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._beating: asyncio.Task[None] | None = None

    def __bool__(self) -> bool:
        """Return whether there is anybody."""
        return bool(self._groups)

    def __iter__(self) -> Iterator[Member]:
        """Iterate over everybody there is now."""
        return iter(tuple(chain.from_iterable(self._groups.values())))

    def join(self, member: Member, seq: int) -> bool:
        """Let somebody in who has been told all up to an entry, if all others have, too."""
        if self._groups and self.at != seq:
            return False
        self.at = seq
        member.quiet_since = asyncio.get_running_loop().time()
        self._groups.setdefault(member.eyes, {})[member] = None
        self._keep_beating()
        return True

    def leave(self, member: Member) -> None:
        """Give nothing more to a member; nothing happens if he is none."""
        group = self._groups.get(member.eyes, {})
        if member not in group:
            return
        del group[member]
        if not group:
            del self._groups[member.eyes]
        if not self._groups and self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def dismiss(self) -> None:
        """Let everybody ask for himself."""
        for member in self:
            self.leave(member)
            member.let_go()

    def give(self, items_for: ItemsFor, seq: int) -> None:
        """Give everybody what is new as he may see it; all are told up to an entry then."""
        self.at = seq
        self._told_at = asyncio.get_running_loop().time()
        for eyes, group in tuple(self._groups.items()):
            items = items_for(eyes)
            behind = [member for member in tuple(group) if not member.give(items)]
            for member in behind:
                self.leave(member)
                member.let_go()

    async def touch(self) -> None:
        """Note who is there, as if each had asked."""
        for eyes in tuple(self._groups):
            if isinstance(eyes, int) and self._presence.is_new(self._match_id, eyes):
                await self._presence.touch(self._match_id, eyes)

    async def close(self) -> None:
        """Stop what goes on by itself, once everybody has left."""
        if self._beating is not None:
            await cancelled(self._beating)

    def _keep_beating(self) -> None:
        if self._timer is None:
            loop = asyncio.get_running_loop()
            wait_s = max(0.0, min(map(self._due_at, self)) - loop.time())
            self._timer = loop.call_later(wait_s, self._begin_beat)

    def _due_at(self, member: Member) -> float:
        return max(member.quiet_since, self._told_at) + self._heartbeat_s

    def _begin_beat(self) -> None:
        self._timer = None
        if self._beating is not None and not self._beating.done():
            return  # at its end it looks when the next is due
        if self._quiet():
            self._beating = asyncio.create_task(self._beat(), name=f"beat-{self._match_id}")
        else:
            self._keep_beating()

    def _quiet(self) -> list[Member]:
        """Return for whom it is time to be given a heartbeat, or will be in a moment."""
        soon = asyncio.get_running_loop().time() + self._heartbeat_s / _EARLY
        return [member for member in self if self._due_at(member) <= soon]

    async def _beat(self) -> None:
        """Give the same heartbeat to all for whom it is time."""
        now_ms: int | None = None
        with suppress(StoreError):  # whoever asks for his own is told that there is none
            now_ms = await self._store.now_ms()
        await self.touch()
        items = (FeedItem(kind=FeedKind.HEARTBEAT, seq=self.at, server_time_ms=now_ms),)
        for member in self._quiet():
            member.quiet_since = asyncio.get_running_loop().time()
            if now_ms is None or not member.give(items):
                self.leave(member)
                member.let_go(is_quiet=True)
        if self._groups and self._timer is None:
            self._keep_beating()
