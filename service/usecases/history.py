"""A match as it stood at any version, from the newest kept record before it and the log.

A record is kept where a deal starts, and with everything that is neither a move nor entropy; so
no more than one deal is played again, and never the shuffle of another.
"""

from collections.abc import AsyncIterator
from typing import Final

from msgspec.structs import replace

from engine.events import Action, ActionKind, DealStarted, Entry
from engine.moves import parse_move
from service.store.errors import MatchNotFoundError
from service.store.ports import Store
from service.store.record import Record, Snapshot
from service.usecases import steps

_PAGE: Final = 500  # entries read at a time
_PLAYED_AGAIN: Final = frozenset({ActionKind.MOVED, ActionKind.ENTROPY_ADDED})
_UNKNOWN: Final = b"\0"  # entropy that the log has not told yet: that it was added is all to see


async def snapshot_at(store: Store, newest: Snapshot, version: int) -> Snapshot:
    """Return a match as it stood at a version from 1 to that of `newest`, and when.

    Raises MatchNotFoundError if it has passed its retention, and the other errors of the store.
    """
    if version == newest.record.version:
        return replace(newest, now_ms=newest.record.updated_ms)
    record = await store.checkpoint(newest.record.id, version)
    if record is None:
        raise MatchNotFoundError("its history has passed its retention")
    while record.version < version:
        limit = min(version - record.version, _PAGE)
        page = await store.entries(record.id, record.version, limit)
        if not page:
            raise MatchNotFoundError("its history has passed its retention")
        for entry in page:
            record = advanced(Snapshot(record, newest.rules, entry.at_ms), entry)
    return Snapshot(record, newest.rules, record.updated_ms)


async def entries_after(
    store: Store, newest: Snapshot, version: int
) -> AsyncIterator[tuple[Snapshot, Entry]]:
    """Yield each entry after a version, up to that of `newest`, and the match as it stood before.

    The entry that made the match is left out. Raises the errors of `snapshot_at`.
    """
    record = (await snapshot_at(store, newest, max(1, version))).record
    while record.version < newest.record.version:
        limit = min(newest.record.version - record.version, _PAGE)
        page = await store.entries(record.id, record.version, limit)
        if not page:
            raise MatchNotFoundError("its history has passed its retention")
        for entry in page:
            before = Snapshot(record, newest.rules, entry.at_ms)
            yield before, entry
            record = await _after(store, before, entry)


async def _after(store: Store, before: Snapshot, entry: Entry) -> Record:
    """Return the record after an entry: where a deal starts, only the kept one tells the cards."""
    deals = any(isinstance(effect, DealStarted) for effect in entry.effects)
    if entry.action.kind in _PLAYED_AGAIN and not deals:
        return advanced(before, entry)
    kept = await store.checkpoint(before.record.id, entry.seq)
    if kept is None or kept.version != entry.seq:
        raise MatchNotFoundError("its history has passed its retention")
    return kept


def advanced(before: Snapshot, entry: Entry) -> Record:
    """Return the record after an entry that is a move or entropy, `before` read at its time."""
    after = _again(before, entry.action)
    return replace(
        after,
        version=entry.seq,
        chain=entry.hash,
        commit=entry.commit,
        updated_ms=entry.at_ms,
    )


def _again(before: Snapshot, action: Action) -> Record:
    seat = action.seat or 0
    match action.kind:
        case ActionKind.MOVED:
            move = parse_move(action.move or "")
            return steps.moved(before, seat, move, action.cause).record
        case ActionKind.ENTROPY_ADDED:
            return steps.entropy_of_seat_added(before, seat, _UNKNOWN).record
        case _:
            raise AssertionError(action.kind)  # its record is kept
