"""Making a match, filling its seats, starting it."""

import secrets

from engine.bot_levels import Level
from schema.context import Viewer
from schema.errors import Code, Refused, refused
from schema.identity import Scope
from schema.model import MatchView, NewMatch, PlayerView
from service.store.places import Place
from service.store.ports import Store
from service.store.record import Change, Occupant, Record, SeatKind, Snapshot, Step
from service.usecases import steps
from service.usecases.catalogue import rules_of
from service.usecases.commits import COMMIT_BYTES, Commits
from service.usecases.filing import Filing
from service.usecases.new_match import invite_from, new_id, new_record
from service.usecases.ports import Jobs
from service.usecases.refusals import store_errors_refused
from service.usecases.rights import allowed, may_play
from service.usecases.views import match_view


class LobbyService:
    """Implements `schema.context.Lobby` on a store."""

    def __init__(self, store: Store, jobs: Jobs) -> None:
        self._store = store
        self._commits = Commits(store, jobs)
        self._filing = Filing(store)

    async def create(self, viewer: Viewer, new: NewMatch) -> MatchView:
        """Make a match of known rules; refuses with the codes of RuleSetCode."""
        player = allowed(viewer, Scope.MATCH_CREATE)
        rules = rules_of(new)
        with store_errors_refused():
            rules_hash = await self._store.put_rules(rules)
            now_ms = await self._store.now_ms()
            record = new_record(new_id(), occupant(player), new, rules_hash, now_ms)
            commit = secrets.token_bytes(COMMIT_BYTES)
            if new.sit:
                await self._filing.expect(player.id, Place(now_ms, record.id))
            done = await self._store.create(steps.created(record), commit)
            await self._filing.file(done.record or record, now_ms)
        return match_view(Snapshot(done.record or record, rules, now_ms), player.id)

    async def join(
        self, viewer: Viewer, match_id: str, seat: int | None, invite_code: str = ""
    ) -> MatchView:
        """Sit down on a seat, the first empty one if none is named."""
        player = may_play(viewer)
        who, invite = occupant(player), invite_from(invite_code)
        seen = await self._do(player, match_id, lambda at: steps.joined(at, who, seat, invite))
        if player.bot:
            with store_errors_refused():
                await self._store.bots.plays(player.id, match_id)
        return seen

    async def leave(self, viewer: Viewer, match_id: str) -> MatchView:
        """Stand up before the match has started."""
        player = may_play(viewer)
        seen = await self._do(player, match_id, lambda at: steps.left(at, player.id))
        if player.bot:
            with store_errors_refused():
                await self._store.bots.plays_no_more(player.id, match_id)
        return seen

    async def add_bot(
        self, viewer: Viewer, match_id: str, seat: int | None, level: Level | None
    ) -> MatchView:
        """Put a house bot on a seat, the first empty one if none is named."""
        player = allowed(viewer, Scope.MATCH_CREATE)
        return await self._do(
            player, match_id, lambda at: steps.bot_added(at, player.id, level, seat)
        )

    async def start(self, viewer: Viewer, match_id: str, *, fill: bool) -> MatchView:
        """Deal the first cards, with bots on the empty seats if `fill`."""
        player = allowed(viewer, Scope.MATCH_CREATE)
        return await self._do(player, match_id, lambda at: steps.started(at, player.id, fill=fill))

    async def kick(self, viewer: Viewer, match_id: str, seat: int) -> MatchView:
        """Free a seat, or what it is kept for; a person sent away cannot come back."""
        player = allowed(viewer, Scope.MATCH_CREATE)
        away: Occupant | None = None

        def step(at: Snapshot) -> Change:
            nonlocal away
            change = steps.kicked(at, player.id, seat)
            away = at.record.seats[seat]
            return change

        seen = await self._do(player, match_id, step)
        if away is not None and away.bot_account:
            with store_errors_refused():
                await self._store.bots.plays_no_more(away.player_id, match_id)
        return seen

    async def reorder(self, viewer: Viewer, match_id: str, order: tuple[int, ...]) -> MatchView:
        """Seat everybody anew: by new seat, the seat he comes from."""
        player = allowed(viewer, Scope.MATCH_CREATE)
        return await self._do(player, match_id, lambda at: steps.reordered(at, player.id, order))

    async def keep_seat(
        self, viewer: Viewer, match_id: str, player_id: str, seat: int | None
    ) -> MatchView:
        """Keep an empty seat for an account; refuses ACCOUNT_NOT_FOUND after MATCH_NOT_FOUND."""
        player = allowed(viewer, Scope.MATCH_CREATE)
        with store_errors_refused():
            await self._store.read(match_id)
            if await self._store.accounts.get(player_id) is None:
                raise refused(Code.ACCOUNT_NOT_FOUND, "There is no such account.")
        return await self._do(
            player, match_id, lambda at: steps.seat_kept(at, player.id, seat, player_id)
        )

    async def _do(self, player: PlayerView, match_id: str, step: Step) -> MatchView:
        """Commit a step and return the match as the player then sees it."""
        with store_errors_refused():
            done = await self._commits.commit(match_id, step)
            if done.record is not None:
                await self.start_full(done.record)
            return match_view(await self._store.read(match_id), player.id)

    async def start_full(self, record: Record) -> None:
        """Start a match that starts by itself once its seats are taken, if they are."""
        if not steps.is_to_start(record):
            return
        try:
            await self._commits.commit(record.id, steps.full)
        except Refused as gone:
            if gone.refusal.code not in {Code.ALREADY_STARTED, Code.SEATS_EMPTY, Code.MATCH_VOID}:
                raise


def occupant(player: PlayerView) -> Occupant:
    """Return an account as it sits on a seat."""
    return Occupant(SeatKind.PERSON, player.id, player.name, player.bot)
