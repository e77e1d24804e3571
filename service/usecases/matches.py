"""Reading matches and making moves in them."""

import asyncio
import hashlib
import secrets
from collections.abc import AsyncIterator
from typing import Final

from engine.errors import NotationError
from engine.events import Cause
from engine.moves import Move, move_text, parse_move
from engine.views import entry_for
from schema.context import Viewer
from schema.errors import Code, refused
from schema.model import Accepted, FeedItem, MatchPage, MatchView, MoveRequest, RulesView
from service.feed.hub import Hub
from service.store.errors import MatchNotFoundError
from service.store.ports import Store
from service.store.record import Change, Committed, Once, SeatKind, Snapshot
from service.usecases import steps
from service.usecases.catalogue import rules_view
from service.usecases.players import signed_in
from service.usecases.ports import Jobs
from service.usecases.refusals import notation_refused, store_errors_refused
from service.usecases.turns import next_bot_turn
from service.usecases.views import match_view

PAGE_MAX: Final = 100
_KEY_BYTES: Final = 8  # digest of account and key: unique within one match
_BODY_BYTES: Final = 8


class MatchService:
    """Implements `schema.context.Matches` on a store and a feed."""

    def __init__(self, store: Store, jobs: Jobs, hub: Hub) -> None:
        self._store = store
        self._jobs = jobs
        self._hub = hub

    async def match(self, viewer: Viewer, match_id: str) -> MatchView:
        """Return a match as the viewer may see it; refuses MATCH_NOT_FOUND."""
        with store_errors_refused():
            return match_view(await self._store.read(match_id), viewer.player_id)

    async def rules(self, viewer: Viewer, match_id: str) -> RulesView:
        """Return the rules that a match is pinned to; refuses MATCH_NOT_FOUND."""
        with store_errors_refused():
            return rules_view((await self._store.read(match_id)).rules)

    async def mine(self, viewer: Viewer, first: int, after: str | None) -> MatchPage:
        """Return the viewer's matches, newest first; refuses UNAUTHENTICATED, INVALID_INPUT."""
        player = signed_in(viewer)
        if not 1 <= first <= PAGE_MAX:
            raise refused(Code.INVALID_INPUT, f"first is 1 to {PAGE_MAX}.")
        with store_errors_refused():
            ids = await self._store.matches_of(player.id, first + 1, after)
            reads = (self._read(match_id) for match_id in ids[:first])
            found = await asyncio.gather(*reads)
        items = tuple(match_view(at, player.id) for at in found if at is not None)
        return MatchPage(items=items, next=ids[first - 1] if len(ids) > first else None)

    async def _read(self, match_id: str) -> Snapshot | None:
        """Return a match of an index, or nothing if it has passed its retention."""
        try:
            return await self._store.read(match_id)
        except MatchNotFoundError:
            return None

    async def submit(self, viewer: Viewer, match_id: str, request: MoveRequest) -> Accepted:
        """Make a move, once per idempotency key.

        Refuses BAD_MOVE, NOT_SEATED, MATCH_NOT_STARTED, STALE_VERSION, DEADLINE_PASSED,
        IDEMPOTENCY_KEY_REUSED and the codes of the rules; then nothing has changed.
        """
        player = signed_in(viewer)
        move = _parsed(request.move)
        with store_errors_refused():
            done = await self._commit(player.id, match_id, request, move)
        turn = None if done.record is None else next_bot_turn(done.record)
        if turn is not None:
            await self._jobs.bot_turn(turn)
        entry = entry_for(done.entry, done.entry.action.seat)
        return Accepted(match_id=match_id, version=entry.seq, entry=entry)

    async def _commit(
        self, player_id: str, match_id: str, request: MoveRequest, move: Move
    ) -> Committed:
        def step(snapshot: Snapshot) -> Change:
            return _player_move(snapshot, player_id, request.expected_version, move)

        key = _digest(_KEY_BYTES, player_id, request.idempotency_key)
        body = _digest(_BODY_BYTES, move_text(move), str(request.expected_version))
        commit = secrets.token_bytes(_BODY_BYTES)
        return await self._store.update(match_id, step, commit, Once(key, body))

    def feed(self, viewer: Viewer, match_id: str, after: str | None) -> AsyncIterator[FeedItem]:
        """Yield a match's log from a cursor on, then live, to its end."""
        return self._hub.feed(match_id, viewer.player_id, after)

    async def entries(
        self, viewer: Viewer, match_id: str, after: str | None, wait_s: float
    ) -> tuple[FeedItem, ...]:
        """Return what the feed holds after a cursor, waiting up to `wait_s` for the first."""
        return await self._hub.page(match_id, viewer.player_id, after, wait_s)


def _player_move(snapshot: Snapshot, player_id: str, expected: int, move: Move) -> Change:
    """Check who asks, on which version and when, then move.

    The order of the checks is the contract: seat, start, version, deadline, turn, rules.
    """
    record = snapshot.record
    seat = steps.seat_of(record, player_id)
    steps.in_play(record)
    if not record.decision_versions[seat] <= expected <= record.version:
        detail = "The match has moved on since that version; read it again."
        raise refused(Code.STALE_VERSION, detail, version=record.version)
    asked = steps.asked_seat(record, SeatKind.PERSON) == seat
    if asked and record.deadline_ms is not None and snapshot.now_ms >= record.deadline_ms:
        detail = "The time for this choice is over."
        raise refused(Code.DEADLINE_PASSED, detail, version=record.version)
    return steps.moved(snapshot, seat, move, Cause.PLAYER)


def _parsed(text: str) -> Move:
    try:
        return parse_move(text)
    except NotationError as error:
        raise notation_refused(error) from error


def _digest(size: int, *parts: str) -> bytes:
    """Return a digest of texts; lengths go in, so that no two lists of texts run together."""
    text = "".join(f"{len(part)}:{part}" for part in parts)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:size]
