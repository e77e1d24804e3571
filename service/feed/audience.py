"""Those viewers of one match who keep up: they are given what is new, and wait for nothing.

All of them have been told everything up to one entry, so that the next one is looked into once,
made into bytes once for each form, and written to each in the same turn of the loop, without a
task, a queue or a wait of his own. Whoever cannot take an item is let go at once, and asks for it
himself.
"""

import asyncio
from collections.abc import Hashable, Iterable, Iterator
from contextlib import suppress
from typing import Final, Protocol

import structlog

from engine.seat_view import Viewer as Eyes
from engine.views import SPECTATOR
from schema.live_ports import Listener, Take
from schema.model import FeedItem, FeedKind
from service.feed.seen import Seen
from service.store.errors import StoreError
from service.store.ports import Store
from service.tasks import cancelled
from service.usecases.presence import PresenceService

_log = structlog.get_logger(__name__)

HEARTBEAT_S: Final = 15.0
_TOUCH_S: Final = 1.0  # so seldom is it looked who is to be noted as present
_EARLY: Final = 16  # heartbeats due within this part of their time are sent together


class Member(Protocol):
    """A viewer who keeps up."""

    quiet_since: float  # seconds of the loop's clock

    @property
    def eyes(self) -> Eyes:
        """Return with whose eyes he looks."""
        ...

    @property
    def listener(self) -> Listener[FeedItem]:
        """Return who takes his items."""
        ...

    def let_go(self, seq: int, *, is_quiet: bool = False) -> None:
        """Ask again from now on for what follows an entry; at once for a heartbeat, if `is_quiet`.

        Up to that entry he has been told all.
        """
        ...


_Group = dict[Member, Take]


class Audience:
    """Everybody who has been told all up to entry `at`, by the form of what each takes."""

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
        self._groups: dict[Hashable, _Group] = {}
        self._told_at = self._touched_at = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._beating: asyncio.Task[None] | None = None

    def __bool__(self) -> bool:
        """Return whether there is anybody."""
        return bool(self._groups)

    def __iter__(self) -> Iterator[Member]:
        """Iterate over everybody there is now."""
        return iter([member for group in self._groups.values() for member in group])

    def join(self, member: Member, seq: int) -> bool:
        """Let somebody in who has been told all up to an entry, if all others have, too."""
        if self._groups and self.at != seq:
            return False
        self.at = seq
        member.quiet_since = asyncio.get_running_loop().time()
        listener = member.listener
        self._groups.setdefault(listener.form, {})[member] = listener.take
        self._keep_beating()
        return True

    def leave(self, member: Member) -> None:
        """Give nothing more to a member; nothing happens if he is none."""
        form = member.listener.form
        group = self._groups.get(form, {})
        if member not in group:
            return
        del group[member]
        if not group:
            del self._groups[form]
        if not self._groups and self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def dismiss(self) -> None:
        """Let everybody ask for himself."""
        self._let_go(self, self.at)

    def _let_go(self, members: Iterable[Member], seq: int, *, is_quiet: bool = False) -> None:
        for member in members:
            self.leave(member)
            member.let_go(seq, is_quiet=is_quiet)

    def give(self, seen: Seen) -> None:
        """Give everybody the next entry as he may see it; all are told up to there then."""
        before, self.at = self.at, seen.entry.seq
        self._told_at = asyncio.get_running_loop().time()
        for group in tuple(self._groups.values()):
            self._let_go(_left_behind(group, seen), before)

    @property
    def is_to_touch(self) -> bool:
        """Return whether those who were given something may have to be noted as present."""
        return self._told_at - self._touched_at >= _TOUCH_S

    async def touch(self) -> None:
        """Note who is there, as if each had asked."""
        self._touched_at = asyncio.get_running_loop().time()
        for eyes in {member.eyes for member in self}:
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
        beat = FeedItem(kind=FeedKind.HEARTBEAT, seq=self.at, server_time_ms=now_ms)
        made: dict[Hashable, bytes | None] = {}
        for member in self._quiet():
            member.quiet_since = asyncio.get_running_loop().time()
            listener = member.listener
            if listener.form not in made:
                made[listener.form] = None if now_ms is None else _made(listener, beat)
            data = made[listener.form]
            if data is not None and listener.take(data):
                listener.taken(1)
            else:
                self._let_go((member,), self.at, is_quiet=True)
        if self._groups and self._timer is None:
            self._keep_beating()


def _left_behind(group: _Group, seen: Seen) -> list[Member]:
    """Give an entry to all of one form; return whoever could not take it."""
    listener = next(iter(group)).listener
    if seen.looks_alike:
        data = _made(listener, seen.by(SPECTATOR))
        behind = [at for at, take in group.items() if data is None or not take(data)]
    else:
        made = {eyes: _made(listener, seen.by(eyes)) for eyes in {at.eyes for at in group}}
        behind = [
            at for at, take in group.items() if (data := made[at.eyes]) is None or not take(data)
        ]
    listener.taken(len(group) - len(behind))
    return behind


def _made(listener: Listener[FeedItem], item: FeedItem) -> bytes | None:
    """Return what an item is made into, if it can be."""
    try:
        return listener.made(item)
    except Exception as fault:  # noqa: BLE001 - whoever asks for the same item meets it, and tells it
        _log.warning("item_not_made", exc_info=fault)  # he may not meet what has passed
        return None
