"""Making a match, filling its seats, starting it."""

import secrets
from typing import Final

from engine.shuffle import SECRET_BYTES, practice_secret
from schema.context import Viewer
from schema.identity import Scope
from schema.model import MatchView, NewMatch, PlayerView
from service.store.ports import Store
from service.store.record import (
    Occupant,
    Record,
    SeatKind,
    Settings,
    Snapshot,
    Status,
    Step,
    Visibility,
)
from service.usecases import steps
from service.usecases.catalogue import rules_of
from service.usecases.ports import Jobs
from service.usecases.refusals import store_errors_refused
from service.usecases.rights import allowed, may_play
from service.usecases.turns import next_bot_turn
from service.usecases.views import MS_PER_SECOND, match_view

HOUSE_BOT: Final = Occupant(SeatKind.BOT, "house", "House bot")
_COMMIT_BYTES: Final = 8
_ID_BYTES: Final = 10


class LobbyService:
    """Implements `schema.context.Lobby` on a store."""

    def __init__(self, store: Store, jobs: Jobs) -> None:
        self._store = store
        self._jobs = jobs

    async def create(self, viewer: Viewer, new: NewMatch) -> MatchView:
        """Make a match of known rules; refuses with the codes of RuleSetCode."""
        player = allowed(viewer, Scope.MATCH_CREATE)
        rules = rules_of(new)
        with store_errors_refused():
            rules_hash = await self._store.put_rules(rules)
            now_ms = await self._store.now_ms()
            record = _new_record(player, new, rules_hash, now_ms)
            commit = secrets.token_bytes(_COMMIT_BYTES)
            done = await self._store.create(steps.created(record), commit)
            await self._store.index_match(player.id, record.id, now_ms)
        return match_view(Snapshot(done.record or record, rules, now_ms), player.id)

    async def join(self, viewer: Viewer, match_id: str, seat: int | None) -> MatchView:
        """Sit down on a seat, the first empty one if none is named."""
        player = may_play(viewer)
        who = Occupant(SeatKind.PERSON, player.id, player.name)
        seen = await self._do(player, match_id, lambda at: steps.joined(at, who, seat))
        with store_errors_refused():
            await self._store.index_match(player.id, match_id, seen.created_at_ms)
        return seen

    async def leave(self, viewer: Viewer, match_id: str) -> MatchView:
        """Stand up before the match has started."""
        player = may_play(viewer)
        return await self._do(player, match_id, lambda at: steps.left(at, player.id))

    async def add_bot(self, viewer: Viewer, match_id: str, seat: int | None) -> MatchView:
        """Put a house bot on a seat, the first empty one if none is named."""
        player = allowed(viewer, Scope.MATCH_CREATE)
        return await self._do(
            player, match_id, lambda at: steps.bot_added(at, player.id, HOUSE_BOT, seat)
        )

    async def start(self, viewer: Viewer, match_id: str, *, fill: bool) -> MatchView:
        """Deal the first cards, with bots on the empty seats if `fill`."""
        player = allowed(viewer, Scope.MATCH_CREATE)
        bot = HOUSE_BOT if fill else None
        return await self._do(player, match_id, lambda at: steps.started(at, player.id, bot))

    async def _do(self, player: PlayerView, match_id: str, step: Step) -> MatchView:
        """Commit a step and return the match as the player then sees it."""
        with store_errors_refused():
            await self._store.update(match_id, step, secrets.token_bytes(_COMMIT_BYTES))
            snapshot = await self._store.read(match_id)
        turn = next_bot_turn(snapshot.record)
        if turn is not None:
            await self._jobs.bot_turn(turn)
        return match_view(snapshot, player.id)


def _new_record(player: PlayerView, new: NewMatch, rules_hash: str, now_ms: int) -> Record:
    owner = Occupant(SeatKind.PERSON, player.id, player.name) if new.sit else None
    secret = secrets.token_bytes(SECRET_BYTES) if new.seed is None else practice_secret(new.seed)
    return Record(
        id=f"m_{secrets.token_hex(_ID_BYTES)}",
        status=Status.LOBBY,
        owner_id=player.id,
        rules_hash=rules_hash,
        settings=_settings(new),
        seats=(owner, *(None,) * (new.players - 1)),
        created_ms=now_ms,
        secret=secret,
        log_key=secrets.token_bytes(SECRET_BYTES),
        updated_ms=now_ms,
        decision_versions=(0,) * new.players,
    )


def _settings(new: NewMatch) -> Settings:
    turn_ms = None if new.turn_seconds is None else new.turn_seconds * MS_PER_SECOND
    return Settings(Visibility(new.visibility), turn_ms, new.bot_pace_ms, new.seed)
