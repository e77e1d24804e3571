"""Reading matches and making moves in them."""

import hashlib
from collections.abc import AsyncIterator
from typing import Final

from engine.errors import NotationError
from engine.events import Cause
from engine.moves import Move, move_text, parse_move
from engine.notation.model import WrittenMatch
from engine.shuffle import receipt
from engine.views import entry_for
from schema.context import Viewer
from schema.errors import Code, refused
from schema.model import (
    Accepted,
    EntropyReceipt,
    EntropyRequest,
    FeedItem,
    MatchView,
    MoveAllowed,
    MoveCheck,
    MoveRequest,
    RulesView,
)
from service.feed.hub import Hub
from service.store.errors import StoreError
from service.store.ports import Store
from service.store.record import Change, Once, Snapshot
from service.usecases import steps
from service.usecases.catalogue import rules_view
from service.usecases.commits import Commits
from service.usecases.export import exported
from service.usecases.history import snapshot_at
from service.usecases.ports import Jobs
from service.usecases.presence import PresenceService
from service.usecases.refusals import notation_refused, refuse_store_error, store_errors_refused
from service.usecases.rights import may_play, may_read
from service.usecases.sight import seen_by, sight_of, through_seat
from service.usecases.views import view_of

_KEY_BYTES: Final = 8  # digest of account and key: unique within one match
_BODY_BYTES: Final = 8


class MatchService:
    """Implements `schema.context.Matches` on a store and a feed."""

    def __init__(self, store: Store, jobs: Jobs, hub: Hub, presence: PresenceService) -> None:
        self._store = store
        self._presence = presence
        self._commits = Commits(store, jobs)
        self._hub = hub

    @property
    def followed(self) -> int:
        """Return how many matches somebody follows in this process."""
        return self._hub.channels

    async def match(self, viewer: Viewer, match_id: str) -> MatchView:
        """Return a match as the viewer may see it.

        Refuses MATCH_NOT_FOUND, NOT_FOR_SPECTATORS, FORBIDDEN.
        """
        may_read(viewer)
        with store_errors_refused():
            return await self._view(viewer, await self._store.read(match_id))

    async def _view(self, viewer: Viewer, newest: Snapshot) -> MatchView:
        sight = sight_of(newest.record, viewer)
        await self._presence.touch(newest.record.id, sight.seat)
        return view_of(await seen_by(self._store, newest, sight), sight)

    async def match_at(
        self, viewer: Viewer, match_id: str, version: int, seat: int | None
    ) -> MatchView:
        """Return a match as it stood at a version, through a seat's eyes if one is named.

        Refuses also NO_SUCH_VERSION, NO_SUCH_SEAT, and MATCH_NOT_OVER for another's seat.
        """
        may_read(viewer)
        with store_errors_refused():
            newest = await self._store.read(match_id)
            sight = sight_of(newest.record, viewer)
            seen = await seen_by(self._store, newest, sight)
            if not 1 <= version <= seen.record.version:
                raise refused(Code.NO_SUCH_VERSION, f"The versions are 1 to {seen.record.version}.")
            if seat is not None:
                sight = through_seat(seen.record, sight, seat)
            return view_of(await snapshot_at(self._store, newest, version), sight)

    async def rules(self, viewer: Viewer, match_id: str) -> RulesView:
        """Return the rules that a match is pinned to; refuses as `match` does."""
        may_read(viewer)
        with store_errors_refused():
            snapshot = await self._store.read(match_id)
        sight_of(snapshot.record, viewer)
        return rules_view(snapshot.rules)

    async def submit(self, viewer: Viewer, match_id: str, request: MoveRequest) -> Accepted:
        """Make a move, once per idempotency key.

        Refuses BAD_MOVE, NOT_SEATED, MATCH_NOT_STARTED, STALE_VERSION, DEADLINE_PASSED,
        IDEMPOTENCY_KEY_REUSED and the codes of the rules; then nothing has changed.
        """
        player_id, expected = may_play(viewer).id, request.expected_version
        move = _parsed(request.move)

        def step(snapshot: Snapshot) -> Change:
            return _player_move(snapshot, player_id, expected, move)

        key = _digest(_KEY_BYTES, player_id, request.idempotency_key)
        body = _digest(_BODY_BYTES, move_text(move), str(expected))
        try:  # what `store_errors_refused` does, for nothing while there is no error
            done = await self._commits.commit(match_id, step, Once(key, body))
        except StoreError as error:
            refuse_store_error(error)
            raise
        seat = done.entry.action.seat
        if self._presence.is_new(match_id, seat):
            await self._presence.touch(match_id, seat)
        entry = entry_for(done.entry, seat)
        return Accepted(match_id=match_id, version=entry.seq, entry=entry)

    async def check(self, viewer: Viewer, match_id: str, wanted: MoveCheck) -> MoveAllowed:
        """Answer as `submit` would, and move nothing.

        Refuses as `submit`, but for the idempotency key that there is none of.
        """
        player = may_play(viewer)
        move = _parsed(wanted.move)
        with store_errors_refused():
            snapshot = await self._store.read(match_id)
        _player_move(snapshot, player.id, wanted.expected_version, move)
        record = snapshot.record
        return MoveAllowed(match_id=record.id, version=record.version, move=move_text(move))

    async def add_entropy(
        self, viewer: Viewer, match_id: str, request: EntropyRequest
    ) -> EntropyReceipt:
        """Add bytes to the shuffle of the next deal; the same bytes again answer alike.

        Refuses NOT_SEATED, ENTROPY_CLOSED, ENTROPY_LENGTH, ENTROPY_TWICE, NO_DEAL_FOLLOWS,
        MATCH_OVER; then nothing has changed.
        """
        player, value = may_play(viewer), bytes.fromhex(request.value)

        def step(snapshot: Snapshot) -> Change:
            _check_repeated(snapshot, player.id, request.deal, value)
            return steps.entropy_added(snapshot, player.id, request.deal, value)

        try:
            with store_errors_refused():
                done = await self._commits.commit(match_id, step)
        except _AddedBefore as before:
            version, seat = before.version, before.seat
        else:
            version, seat = done.entry.seq, done.entry.action.seat or 0
        return EntropyReceipt(
            match_id=match_id,
            version=version,
            deal=request.deal,
            seat=seat,
            receipt=receipt(match_id, request.deal, seat, value).hex(),
        )

    async def export(self, viewer: Viewer, match_id: str) -> WrittenMatch:
        """Return a finished match in its written form; refuses MATCH_NOT_OVER."""
        may_read(viewer)
        with store_errors_refused():
            newest = await self._store.read(match_id)
            seen = await seen_by(self._store, newest, sight_of(newest.record, viewer))
            return await exported(self._store, seen)

    def feed(self, viewer: Viewer, match_id: str, after: str | None) -> AsyncIterator[FeedItem]:
        """Yield a match's log from a cursor on, then live, to its end."""
        may_read(viewer)
        return self._hub.feed(match_id, viewer, after)

    async def entries(
        self, viewer: Viewer, match_id: str, after: str | None, wait_s: float
    ) -> tuple[FeedItem, ...]:
        """Return what the feed holds after a cursor, waiting up to `wait_s` for the first."""
        may_read(viewer)
        return await self._hub.page(match_id, viewer, after, wait_s)


class _AddedBefore(Exception):  # noqa: N818 - no error: the answer is that of the first time
    """The seat has added the same bytes already."""

    def __init__(self, version: int, seat: int) -> None:
        super().__init__(version, seat)
        self.version = version
        self.seat = seat


def _check_repeated(snapshot: Snapshot, player_id: str, deal: int, value: bytes) -> None:
    """Raise _AddedBefore for a request that has been carried out while its deal is open."""
    record = snapshot.record
    seat = steps.seat_of(record, player_id)
    if steps.next_deal(record) == deal and value and steps.entropy_of(record, seat) == value:
        raise _AddedBefore(record.version, seat)


def _player_move(snapshot: Snapshot, player_id: str, expected: int | None, move: Move) -> Change:
    """Check who asks, on which version and when, then move.

    The order of the checks is the contract: seat, start, version, deadline, turn, rules. A choice
    that the clock has made meanwhile was late, not stale. Without an expected version the present
    one is meant.
    """
    record = snapshot.record
    seat = steps.played_seat(record, player_id)
    steps.running(record)
    if expected is not None and record.late_versions and expected < record.late_versions[seat]:
        detail = "The time for this choice is over; the default move was made."
        raise refused(Code.DEADLINE_PASSED, detail, version=record.version)
    if expected is not None and not record.decision_versions[seat] <= expected <= record.version:
        is_ahead = expected > record.version
        detail = "The match is not there yet" if is_ahead else "The match has moved on since then"
        detail = f"{detail}; read it again."
        raise refused(Code.STALE_VERSION, detail, version=record.version)
    deadline_ms = steps.deadline_of(record, seat)
    if deadline_ms is not None and snapshot.now_ms >= deadline_ms:
        detail = "The time for this choice is over."
        raise refused(Code.DEADLINE_PASSED, detail, version=record.version)
    return steps.moved(snapshot, seat, move, Cause.PLAYER)


def _parsed(text: str) -> Move:
    try:
        return parse_move(text)
    except NotationError as error:
        raise notation_refused(error) from error


def _digest(size: int, first: str, second: str) -> bytes:
    """Return a digest of two texts; lengths go in, so that no two pairs run together."""
    text = f"{len(first)}:{first}{len(second)}:{second}"
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:size]
