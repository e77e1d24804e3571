"""Making a match, filling its seats, starting it."""

import secrets
from typing import Final

from engine.bot_levels import Level
from engine.shuffle import SECRET_BYTES, practice_secret
from schema.context import Viewer
from schema.errors import Code, refused
from schema.identity import Scope
from schema.model import MatchView, NewMatch, PlayerView
from schema.model import Spectators as SpectatorsView
from schema.model import Visibility as VisibilityView
from schema.model import Watching as WatchingView
from service.store.ports import Store
from service.store.record import (
    Change,
    Occupant,
    OnExpiry,
    Record,
    SeatKind,
    Settings,
    Snapshot,
    Spectators,
    Status,
    Step,
    Visibility,
    Watching,
)
from service.usecases import steps
from service.usecases.catalogue import rules_of
from service.usecases.ports import Jobs
from service.usecases.refusals import store_errors_refused
from service.usecases.rights import allowed, may_play
from service.usecases.turns import next_bot_turn
from service.usecases.views import MS_PER_SECOND, match_view

OPEN_HANDS_S: Final = 60
_COMMIT_BYTES: Final = 8
_ID_BYTES: Final = 10
_INVITE_LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # none that look alike
_INVITE_LENGTH: Final = 8


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

    async def join(
        self, viewer: Viewer, match_id: str, seat: int | None, invite_code: str = ""
    ) -> MatchView:
        """Sit down on a seat, the first empty one if none is named."""
        player = may_play(viewer)
        who = Occupant(SeatKind.PERSON, player.id, player.name, player.bot)
        seen = await self._do(player, match_id, lambda at: steps.joined(at, who, seat, invite_code))
        with store_errors_refused():
            await self._store.index_match(player.id, match_id, seen.created_at_ms)
        return seen

    async def leave(self, viewer: Viewer, match_id: str) -> MatchView:
        """Stand up before the match has started."""
        player = may_play(viewer)
        return await self._do(player, match_id, lambda at: steps.left(at, player.id))

    async def add_bot(
        self, viewer: Viewer, match_id: str, seat: int | None, level: Level | None
    ) -> MatchView:
        """Put a house bot on a seat, the first empty one if none is named."""
        player = allowed(viewer, Scope.MATCH_CREATE)

        def step(at: Snapshot) -> Change:
            bot = steps.house_bot(level or at.record.settings.level)
            return steps.bot_added(at, player.id, bot, seat)

        return await self._do(player, match_id, step)

    async def start(self, viewer: Viewer, match_id: str, *, fill: bool) -> MatchView:
        """Deal the first cards, with bots on the empty seats if `fill`."""
        player = allowed(viewer, Scope.MATCH_CREATE)

        def step(at: Snapshot) -> Change:
            bot = steps.house_bot(at.record.settings.level) if fill else None
            return steps.started(at, player.id, bot)

        return await self._do(player, match_id, step)

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
        invite=_invite() if new.visibility is VisibilityView.INVITED else "",
    )


def _invite() -> str:
    """Return a code of 40 random bits that people can tell each other."""
    return "".join(secrets.choice(_INVITE_LETTERS) for _ in range(_INVITE_LENGTH))


def _settings(new: NewMatch) -> Settings:
    return Settings(
        Visibility(new.visibility),
        _ms(new.turn_seconds),
        new.bot_pace_ms,
        new.seed,
        bank_ms=_ms(new.bank_seconds),
        increment_ms=new.increment_seconds * MS_PER_SECOND,
        on_expiry=OnExpiry(new.on_expiry),
        spectators=_spectators(new.spectators),
        start_when_full=new.start_when_full,
        level=new.bot_level,
    )


def _spectators(chosen: SpectatorsView) -> Spectators:
    """Return what spectators may see; refuses INVALID_INPUT for hands that are open too soon."""
    delay = chosen.delay_seconds
    if chosen.watching is WatchingView.OPEN_HANDS and delay is not None and delay < OPEN_HANDS_S:
        detail = f"Open hands are shown at least {OPEN_HANDS_S} s late, or after each deal (null)."
        raise refused(Code.INVALID_INPUT, detail)
    return Spectators(Watching(chosen.watching), _ms(delay))


def _ms(seconds: int | None) -> int | None:
    return None if seconds is None else seconds * MS_PER_SECOND
