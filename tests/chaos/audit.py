"""Checks a match in the store against all that was ever promised about it."""

import sys
from collections import Counter
from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from engine.events import ActionKind, Cause, Entry
from service.store.chain import entry_hash
from service.store.ports import Store
from service.store.record import Record, Snapshot
from service.usecases.history import advanced

_PAGE: Final = 1_000
_REPLAYED: Final = {ActionKind.MOVED, ActionKind.ENTROPY_ADDED}


class Promise(Struct, frozen=True):
    """A move that the API has said to be made: by which request of which seat, as which entry."""

    key: str
    seat: int
    seq: int
    move: str


class BrokenError(AssertionError):
    """Something that was promised does not hold: of what, and what is instead."""

    def __init__(self, what: str, otherwise: str) -> None:
        super().__init__(f"{what}: {otherwise}")


class Audit:
    """What has been checked of one match; each look goes on where the last one ended.

    `entries` are all that were seen, `lost` counts those that a server has forgotten since, and
    `doubles` the moves that were made without being asked for, or twice for one request.
    """

    def __init__(self, match_id: str) -> None:
        self.match_id = match_id
        self.entries: list[Entry] = []
        self.promises: dict[str, Promise] = {}
        self.lost = 0
        self.doubles = 0
        self._record: Record | None = None

    def promised(self, promise: Promise) -> None:
        """Note an answer; the same request never has two."""
        before = self.promises.setdefault(promise.key, promise)
        if before != promise:
            self._twice(f"{promise.key} was answered with {before} and {promise}")

    async def look(self, store: Store) -> bool:
        """Check what is new; return whether the match has ended."""
        promises = tuple(self.promises.values())  # what is promised from now on may be newer
        newest = await store.read(self.match_id)
        if newest.record.version < len(self.entries):
            self._forget_after(newest.record)
        while len(self.entries) < newest.record.version:
            after = len(self.entries)
            limit = min(_PAGE, newest.record.version - after)
            page = await store.entries(self.match_id, after, limit)
            self._check(bool(page), f"there are no entries after {after}")
            for entry in page:
                await self._look_at(store, newest, entry)
        self._check(self._record == newest.record, "the state is not what its log makes of it")
        self._check_promises(promises)
        return newest.record.status.ended

    async def _look_at(self, store: Store, newest: Snapshot, entry: Entry) -> None:
        previous = self.entries[-1] if self.entries else None
        self._check(entry.seq == len(self.entries) + 1, f"entry {entry.seq} comes out of turn")
        self._check(previous is None or previous.at_ms <= entry.at_ms, "times decrease")
        chained = entry_hash(newest.record.log_key, previous.hash if previous else b"", entry)
        self._check(chained == entry.hash, f"the chain breaks at {entry.seq}")
        self._record = await self._after(store, newest, entry)
        self.entries.append(entry)

    async def _after(self, store: Store, newest: Snapshot, entry: Entry) -> Record:
        """Return the record after an entry: played again, or kept where it cannot be."""
        if self._record is not None and entry.action.kind in _REPLAYED:
            return advanced(Snapshot(self._record, newest.rules, entry.at_ms), entry)
        kept = await store.checkpoint(self.match_id, entry.seq)
        if kept is None or kept.version != entry.seq:
            raise BrokenError(self.match_id, f"no record was kept at {entry.seq}")
        return kept

    def _check_promises(self, promises: Iterable[Promise]) -> None:
        """Check that each promised move stands where it was said to."""
        for promise in promises:
            if promise.seq > len(self.entries):
                self.lost += 1
                continue
            action = self.entries[promise.seq - 1].action
            kept = (action.kind, action.cause, action.seat, action.move)
            said = (ActionKind.MOVED, Cause.PLAYER, promise.seat, promise.move)
            self._check(kept == said, f"entry {promise.seq} is {kept}, promised was {said}")

    def count_whole(self, seats: set[int]) -> None:
        """Count the moves of these seats that no request has made, once nothing is under way."""
        made = {
            entry.seq
            for entry in self.entries
            if entry.action.cause is Cause.PLAYER
            and entry.action.kind is ActionKind.MOVED
            and entry.action.seat in seats
        }
        said = Counter(promise.seq for promise in self.promises.values())
        for seq in made - said.keys():
            self._twice(f"nobody was told of {self.entries[seq - 1]}")
        for seq, times in said.items():
            if times > 1:
                self._twice(f"{times} requests were answered with {self.entries[seq - 1]}")

    def _twice(self, how: str) -> None:
        self.doubles += 1
        sys.stderr.write(f"{self.match_id}: {how}\n")

    def _forget_after(self, newest: Record) -> None:
        """Begin anew with what a server still knows that has lost its newest entries."""
        self.lost += len(self.entries) - newest.version
        kept = newest.version
        self.entries, self._record = [], None
        self.promises = {key: at for key, at in self.promises.items() if at.seq <= kept}

    def _check(self, holds: bool, otherwise: str) -> None:
        if not holds:
            raise BrokenError(self.match_id, otherwise)
