"""The store in one process, without a server: for tests and for trying things out.

It keeps what the server's scripts keep and decides as they do. Nothing waits between reading and
committing, so that no race is ever lost.
"""

from bisect import bisect_right
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import chain
from typing import Final

from msgspec.structs import replace

from engine.events import Entry
from engine.rules import Rules, rules_hash
from service.store.analyses_memory import MemoryAnalyses
from service.store.chain import seal
from service.store.clock import HostClock
from service.store.errors import (
    KeyReusedError,
    LostRaceError,
    MatchNotFoundError,
    RulesNotFoundError,
    StoreUnavailableError,
)
from service.store.lists_memory import MemoryLists
from service.store.people.memory import MemoryAccounts, MemoryAudit, MemoryBots, MemoryTokens
from service.store.ports import Claim, Listener
from service.store.record import Change, Committed, Once, Record, Snapshot, Step
from service.store.watch import Watch


class _Match:
    """What is kept of one match; `log[n]` is the entry of seq n + 1."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.log: list[Entry] = []
        self.once: dict[bytes, tuple[bytes, int]] = {}
        self.checkpoints: dict[int, Record] = {}

    def standing(self, commit: bytes, once: Once | None) -> Entry | None:
        """Return the entry that a call has made before; raises KeyReusedError."""
        if once is not None and once.key in self.once:
            body, seq = self.once[once.key]
            if body != once.body:
                raise KeyReusedError("the key has been used for another request")
            return self.log[seq - 1]
        return self.log[-1] if self.record.commit == commit else None


class MemoryStore:
    """Implements `Store` in dictionaries; `clock_ms` is its time."""

    def __init__(self, clock_ms: Callable[[], int]) -> None:
        self.clock = HostClock(clock_ms)
        self._clock_ms = clock_ms
        self._matches: dict[str, _Match] = {}
        self._touched: dict[str, dict[int, int]] = {}
        self._due: dict[str, int] = {}
        self._leased: set[str] = set()
        self._rules: dict[str, Rules] = {}
        self.lists: Final = MemoryLists(clock_ms)
        self.analyses: Final = MemoryAnalyses(self._matches, clock_ms)
        self.accounts: Final = MemoryAccounts(self.lists)
        self.tokens: Final = MemoryTokens(clock_ms)
        self.bots: Final = MemoryBots(clock_ms)
        self.audit: Final = MemoryAudit()
        self._listeners: dict[str, list[Listener]] = {}

    async def create(self, change: Change, commit: bytes) -> Committed:
        """Store a new match; raises LostRaceError if its id is taken."""
        match = self._matches.get(change.record.id)
        if match is None:
            match = self._matches[change.record.id] = _Match(change.record)
            return self._commit(match, change, commit)
        if match.log[0].commit == commit:
            return Committed(match.log[0], None, repeated=True)
        raise LostRaceError("there is a match of that id")

    async def read(self, match_id: str) -> Snapshot:
        """Return a match, its rules and the time; raises MatchNotFoundError."""
        return self._snapshot(self._match(match_id))

    async def update(
        self, match_id: str, step: Step, commit: bytes, once: Once | None = None
    ) -> Committed:
        """Run a step and commit what it makes."""
        match = self._match(match_id)
        standing = match.standing(commit, once)
        if standing is not None:
            return Committed(standing, None, repeated=True)
        done = self._commit(match, step(self._snapshot(match)), commit)
        if once is not None:
            match.once[once.key] = (once.body, done.entry.seq)
        return done

    def _match(self, match_id: str) -> _Match:
        if match_id not in self._matches:
            raise MatchNotFoundError("there is no such match")
        return self._matches[match_id]

    def _snapshot(self, match: _Match) -> Snapshot:
        record = match.record
        now_ms = max(self._clock_ms(), record.updated_ms)
        return Snapshot(record, self._rules_of(record.rules_hash), now_ms)

    def _commit(self, match: _Match, change: Change, commit: bytes) -> Committed:
        at_ms = max(self._clock_ms(), match.record.updated_ms)
        sealed = seal(match.record, change, at_ms, commit)
        match.record = sealed.record
        match.log.append(sealed.entry)
        if change.checkpoint:
            match.checkpoints[sealed.entry.seq] = sealed.record
        self._leased.discard(sealed.record.id)
        if change.due_ms is None:
            self._due.pop(sealed.record.id, None)
        else:
            self._due[sealed.record.id] = change.due_ms
        for listener in self._listeners.get(sealed.record.id, ()):
            listener.tell(sealed.entry.seq, sealed.entry)
        return Committed(sealed.entry, sealed.record)

    async def entries(self, match_id: str, after: int, limit: int) -> tuple[Entry, ...]:
        """Return up to `limit` entries with a `seq` above `after`, in order."""
        match = self._matches.get(match_id)
        return tuple(match.log[after : after + limit]) if match else ()

    async def checkpoint(self, match_id: str, version: int) -> Record | None:
        """Return the newest kept record of at most that version, or nothing."""
        match = self._matches.get(match_id)
        kept = sorted(match.checkpoints) if match else []
        place = bisect_right(kept, version)
        return match.checkpoints[kept[place - 1]] if match and place else None

    async def pack(self, match_id: str, version: int) -> bool:
        """Forget what a packed match does not keep."""
        match = self._matches.get(match_id)
        if match is None or match.record.version != version:
            return False
        match.log = [replace(entry, commit=b"", hash=b"") for entry in match.log]
        match.once.clear()
        return True

    @asynccontextmanager
    async def follow(self, match_id: str) -> AsyncIterator[AsyncIterator[int]]:
        """Watch a match; raises MatchNotFoundError."""
        watch = Watch()
        async with self.listen(match_id, watch):
            yield watch

    @asynccontextmanager
    async def listen(self, match_id: str, listener: Listener) -> AsyncIterator[None]:
        """Let a listener be told of a match; raises MatchNotFoundError."""
        listener.tell(self._match(match_id).record.version)
        listeners = self._listeners.setdefault(match_id, [])
        listeners.append(listener)
        try:
            yield
        finally:
            listeners.remove(listener)
            if not listeners:
                del self._listeners[match_id]

    async def touch(self, match_id: str, seat: int) -> None:
        """Note that the account of a seat is there."""
        self._touched.setdefault(match_id, {})[seat] = self._clock_ms()

    async def seen(self, match_id: str) -> dict[int, int]:
        """Return how many milliseconds ago the account of each seat was seen."""
        now_ms, touched = self._clock_ms(), self._touched.get(match_id, {})
        return {seat: now_ms - at_ms for seat, at_ms in touched.items()}

    async def put_rules(self, rules: Rules) -> str:
        """Keep rules by their content and return their hash."""
        kept = rules_hash(rules)
        self._rules[kept] = rules
        return kept

    async def rules(self, rules_hash: str) -> Rules:
        """Return the rules of that hash; raises RulesNotFoundError."""
        return self._rules_of(rules_hash)

    def _rules_of(self, rules_hash: str) -> Rules:
        if rules_hash not in self._rules:
            raise RulesNotFoundError("there are no rules of that hash")
        return self._rules[rules_hash]

    @asynccontextmanager
    async def follow_player(self, player_id: str) -> AsyncIterator[AsyncIterator[int]]:
        """Watch an account's list of matches that go on."""
        watch = Watch()
        watch.tell(1)
        watches = self.lists.watches.setdefault(player_id, [])
        watches.append(watch)
        try:
            yield watch
        finally:
            watches.remove(watch)

    async def claim_due(self, lease_ms: int, limit: int) -> tuple[Claim, ...]:
        """Return matches whose due time has come, and move that time on by the lease."""
        now_ms = self._clock_ms()
        due = [(match, at_ms) for match, at_ms in self._due.items() if at_ms <= now_ms][:limit]
        taken = tuple(Claim(match, now_ms - at_ms, match in self._leased) for match, at_ms in due)
        for claim in taken:
            self._due[claim.match_id] = now_ms + lease_ms
            self._leased.add(claim.match_id)
        return taken

    async def set_due(self, match_id: str, at_ms: int, *, unless_due: bool = False) -> None:
        """Let a match be due at a time; `unless_due`: leave it as it is if it is due at all."""
        if not unless_due or match_id not in self._due:
            self._due[match_id] = at_ms
            self._leased.discard(match_id)

    async def forget_due(self, match_id: str) -> None:
        """Let a match be due no more."""
        self._due.pop(match_id, None)
        self._leased.discard(match_id)

    async def now_ms(self) -> int:
        """Return the store's time, milliseconds of Unix time."""
        return self._clock_ms()

    async def ping(self) -> None:
        """Return at once."""

    async def close(self) -> None:
        """End every watch."""
        every: tuple[list[Listener] | list[Watch], ...]
        every = (*self._listeners.values(), *self.lists.watches.values())
        for listener in chain.from_iterable(every):
            listener.fail(StoreUnavailableError("the store is closed"))
