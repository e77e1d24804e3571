"""Finding a match to play in: the rematch of one that has ended, and the quick match."""

import hashlib
import secrets
from typing import Final

from msgspec.structs import replace

from schema.context import Viewer
from schema.errors import Code, Refused
from schema.model import MatchView, NewMatch, PlayerView, QuickMatch, Visibility
from service.store.errors import LostRaceError, MatchNotFoundError
from service.store.places import ListKind, ListName, Place
from service.store.ports import Store
from service.store.record import Record, SeatKind, Settings, Snapshot, Status
from service.usecases import steps
from service.usecases.catalogue import rules_of
from service.usecases.commits import COMMIT_BYTES
from service.usecases.filing import Filing
from service.usecases.lobby import LobbyService, occupant
from service.usecases.new_match import empty_record, new_id, new_record
from service.usecases.refusals import store_errors_refused
from service.usecases.rights import may_play
from service.usecases.steps.seats import no
from service.usecases.views import match_view

_ID_DIGITS: Final = 20
_TRIES: Final = 5  # times that the match was full before it was reached
_PAGE: Final = 50
# What may become of a lobby before a player who has found it sits down in it.
_GONE: Final = frozenset(
    {
        Code.MATCH_NOT_FOUND,
        Code.ALREADY_STARTED,
        Code.MATCH_VOID,
        Code.MATCH_FULL,
        Code.KICKED,
        Code.SEAT_KEPT,
        Code.BUSY,
    }
)


class PairingService:
    """Implements `schema.context.Pairing` on a store and the lobby."""

    def __init__(self, store: Store, lobby: LobbyService) -> None:
        self._store = store
        self._lobby = lobby
        self._filing = Filing(store)

    async def rematch(self, viewer: Viewer, match_id: str) -> MatchView:
        """Sit down in the match that follows one that has ended; may be said again.

        Refuses NOT_SEATED, MATCH_NOT_OVER, and what sitting down there refuses.
        """
        player = may_play(viewer)
        with store_errors_refused():
            before = await self._store.read(match_id)
            steps.seat_of(before.record, player.id)
            if not before.record.status.ended:
                raise no(before.record, Code.MATCH_NOT_OVER, "The match is not over.")
            record = _again(before, player)
            await self._made(record)
        return await self._seated(viewer, player, record.id)

    async def quick(self, viewer: Viewer, wanted: QuickMatch) -> MatchView:
        """Sit down in the oldest public match that is as wanted, or in a new one."""
        player = may_play(viewer)
        new = _new(wanted)
        rules = rules_of(new)
        with store_errors_refused():
            rules_hash = await self._store.put_rules(rules)
            now_ms = await self._store.now_ms()
        mine = new_record(new_id(), occupant(player), new, rules_hash, now_ms)
        instead_of = ""
        for _ in range(_TRIES):
            found = await self._oldest(viewer, player, mine)
            if found is not None:
                return found
            with store_errors_refused():
                meeting = await self._store.lists.meet(_meeting(mine), mine.id, instead_of)
                await self._made(replace(mine, id=meeting))
            try:
                return await self._seated(viewer, player, meeting)
            except Refused as gone:
                if gone.refusal.code not in _GONE:
                    raise
                instead_of = meeting
        return await self._lobby.create(viewer, new)

    async def _made(self, record: Record) -> None:
        """Make a match unless somebody else has just made it."""
        try:
            await self._store.read(record.id)
        except MatchNotFoundError:
            maker = record.seats[record.seat_of(record.owner_id) or 0]
            if maker is not None:
                place = Place(record.created_ms, record.id)
                await self._filing.expect(maker.player_id, place)
                if maker.bot_account:
                    await self._store.bots.plays(maker.player_id, record.id)
            try:
                commit = secrets.token_bytes(COMMIT_BYTES)
                done = await self._store.create(steps.created(record), commit)
            except LostRaceError:
                return
            await self._filing.file(done.record or record, record.created_ms)
            await self._lobby.start_full(done.record or record)

    async def _seated(self, viewer: Viewer, player: PlayerView, match_id: str) -> MatchView:
        """Sit down in a match, or stay where the viewer sits in it already."""
        with store_errors_refused():
            snapshot = await self._store.read(match_id)
        if snapshot.record.seat_of(player.id) is None:
            try:
                return await self._lobby.join(viewer, match_id, None)
            except Refused as told:
                if told.refusal.code is not Code.ALREADY_SEATED:
                    raise
                with store_errors_refused():
                    snapshot = await self._store.read(match_id)
        return match_view(snapshot, player.id)

    async def _oldest(self, viewer: Viewer, player: PlayerView, mine: Record) -> MatchView | None:
        """Sit down in the oldest match that waits for such players; nothing if there is none."""
        name, after = ListName(ListKind.OPEN_BY_RULES, mine.rules_hash), None
        while True:
            with store_errors_refused():
                places = await self._store.lists.page(name, _PAGE, after, oldest=True)
            for place in places:
                found = await self._joined(viewer, player, place.match_id, mine.settings)
                if found is not None:
                    return found
            if len(places) < _PAGE:
                return None
            after = places[-1]

    async def _joined(
        self, viewer: Viewer, player: PlayerView, match_id: str, wanted: Settings
    ) -> MatchView | None:
        try:
            with store_errors_refused():
                record = (await self._store.read(match_id)).record
            if record.status is not Status.LOBBY or not _is_as(record.settings, wanted):
                return None
            return await self._seated(viewer, player, match_id)
        except Refused as gone:
            if gone.refusal.code in _GONE:
                return None
            raise


def _again(before: Snapshot, player: PlayerView) -> Record:
    """Return the match that follows: the bots and the caller sit, for the others seats are kept."""
    old = before.record
    digest = hashlib.sha256(f"rematch of {old.id}".encode()).hexdigest()
    seats = tuple(
        replace(who, player_id=(who.level or old.settings.level).value)
        if who is not None and who.kind is SeatKind.BOT
        else occupant(player)
        if who is not None and who.player_id == player.id
        else None
        for who in old.seats
    )
    kept = tuple(
        who.player_id if who is not None and seat is None else ""
        for who, seat in zip(old.seats, seats, strict=True)
    )
    made = (seats, before.now_ms)
    record = empty_record(f"m_{digest[:_ID_DIGITS]}", player.id, old.settings, old.rules_hash, made)
    return replace(record, kept_for=kept)


def _new(wanted: QuickMatch) -> NewMatch:
    return NewMatch(
        rule_set=wanted.rule_set,
        players=wanted.players,
        options=wanted.options,
        visibility=Visibility.PUBLIC,
        turn_seconds=wanted.turn_seconds,
        bank_seconds=wanted.bank_seconds,
        increment_seconds=wanted.increment_seconds,
        start_when_full=True,
    )


def _clocks(settings: Settings) -> tuple[object, ...]:
    return (settings.turn_ms, settings.bank_ms, settings.increment_ms, settings.on_expiry)


def _is_as(offered: Settings, wanted: Settings) -> bool:
    """Return whether a match is played with the clocks that are wanted, and with fair deals."""
    return _clocks(offered) == _clocks(wanted) and offered.seed is None


def _meeting(record: Record) -> str:
    """Return the name of the meeting of those who want the same."""
    text = f"{record.rules_hash} {_clocks(record.settings)}"
    return hashlib.sha256(text.encode()).hexdigest()
