"""Who looks at a match, and what of it: the one place that decides how late and with whose eyes.

A seat sees the match as it is. Whoever has no seat sees the lobby as it is, and the play as the
owner allows: nothing, the open table, or every hand; and all of it late if he has said so. What a
late viewer sees is the match as it stood at a version, and nothing newer shows in any answer.
"""

from typing import Final

from msgspec import Struct

from engine.events import ActionKind, DealStarted, Entry
from engine.seat_view import Viewer as Eyes
from engine.views import CASTER, SPECTATOR
from schema.context import Viewer
from schema.errors import Code, refused
from schema.identity import OverlayGrant
from service.store.ports import Store
from service.store.record import Record, Snapshot, Spectators, Status, Watching
from service.usecases.history import snapshot_at

_PAGE: Final = 200  # entries read at a time, from the newest back

_BEFORE_PLAY: Final = frozenset(
    {
        ActionKind.CREATED,
        ActionKind.JOINED,
        ActionKind.LEFT,
        ActionKind.BOT_ADDED,
        ActionKind.KICKED,
        ActionKind.REORDERED,
        ActionKind.SEAT_KEPT,
    }
)


class Sight(Struct, frozen=True):
    """How a viewer sees a match. `delay_ms` 0: as it is; null: each deal once it is over."""

    eyes: Eyes
    delay_ms: int | None = 0

    @property
    def seat(self) -> int | None:
        """Return the seat whose eyes these are, or nothing."""
        return self.eyes if isinstance(self.eyes, int) else None

    @property
    def live(self) -> bool:
        """Return whether the viewer sees the match as it is."""
        return self.delay_ms == 0


def sight_of(record: Record, viewer: Viewer) -> Sight:
    """Return how a viewer sees a match; refuses NOT_FOR_SPECTATORS, FORBIDDEN."""
    _check_grant(record, viewer.overlay)
    seat = None if viewer.player_id is None else record.seat_of(viewer.player_id)
    if seat is not None:
        return Sight(seat)
    if record.status is Status.LOBBY or record.state is None:
        return Sight(SPECTATOR)
    return _spectator(record.settings.spectators)


def _check_grant(record: Record, grant: OverlayGrant | None) -> None:
    """Refuse an overlay key outside of its match, or of the matches in which its player sits."""
    if grant is None or grant.match_id == record.id:
        return
    if grant.player_id is None or record.seat_of(grant.player_id) is None:
        raise refused(Code.FORBIDDEN, "This overlay key does not open this match.")


def _spectator(allowed: Spectators) -> Sight:
    if allowed.watching is Watching.NOBODY:
        raise refused(Code.NOT_FOR_SPECTATORS, "This match is shown to none but its seats.")
    eyes = CASTER if allowed.watching is Watching.OPEN_HANDS else SPECTATOR
    return Sight(eyes, allowed.delay_ms)


def through_seat(record: Record, sight: Sight, seat: int) -> Sight:
    """Return how a viewer sees a match through a seat: its own, or any once all is revealed.

    `record` is the match as it stands for the viewer. Refuses NO_SUCH_SEAT, MATCH_NOT_OVER.
    """
    if not 0 <= seat < len(record.seats):
        raise refused(Code.NO_SUCH_SEAT, f"The seats are 0 to {len(record.seats) - 1}.")
    if sight.seat != seat and record.status is not Status.FINISHED:
        raise refused(Code.MATCH_NOT_OVER, "Other seats' cards are secret until the match is over.")
    return Sight(seat, sight.delay_ms)


async def seen_by(store: Store, snapshot: Snapshot, sight: Sight) -> Snapshot:
    """Return the match as it stands for a viewer; raises the errors of the store."""
    if sight.live:
        return snapshot
    version = await _seen_version(store, snapshot, sight)
    return await snapshot_at(store, snapshot, version)


async def _seen_version(store: Store, snapshot: Snapshot, sight: Sight) -> int:
    """Return the newest version that is open to a viewer, at least that of the lobby's end."""
    end = snapshot.record.version
    while end > 0:
        start = max(0, end - _PAGE)
        page = await store.entries(snapshot.record.id, start, end - start)
        is_newest = end == snapshot.record.version
        seen = released(page, snapshot.now_ms, sight, complete=is_newest and _ended(snapshot))
        if seen:
            return seen[-1].seq
        end = start
    return 1


def _ended(snapshot: Snapshot) -> bool:
    return snapshot.record.status.ended


def released(
    entries: tuple[Entry, ...], now_ms: int, sight: Sight, *, complete: bool
) -> tuple[Entry, ...]:
    """Return the first of some entries in order, as far as they are open to a viewer.

    Each is open its own delay after it was made; where deals open as a whole, once another deal
    starts after it, or the match has ended (`complete`). The lobby is always open.
    """
    if sight.delay_ms is None:
        return entries if complete else entries[: _last_start(entries)]
    latest_ms = now_ms - sight.delay_ms
    open_count = sum(1 for entry in entries if entry.at_ms <= latest_ms)
    return entries[: max(open_count, _lobby(entries))]


def _last_start(entries: tuple[Entry, ...]) -> int:
    """Return the place of the newest entry that deals cards; what is before it is over."""
    starts = (place for place, entry in enumerate(entries) if _deals(entry))
    return max(starts, default=_lobby(entries))


def _lobby(entries: tuple[Entry, ...]) -> int:
    """Return how many of the entries were made before the first card was dealt."""
    return next((at for at, entry in enumerate(entries) if not _waits(entry)), len(entries))


def _waits(entry: Entry) -> bool:
    kind = entry.action.kind
    return kind in _BEFORE_PLAY or (kind is ActionKind.ENTROPY_ADDED and entry.next.phase is None)


def _deals(entry: Entry) -> bool:
    return any(isinstance(effect, DealStarted) for effect in entry.effects)
