"""Seats that are offered to bots: made, followed, accepted, declined; they lapse by themselves."""

import asyncio
import secrets
import time
from collections.abc import AsyncGenerator, Callable
from typing import Final

from schema.bots import (
    BotMade,
    BotPage,
    NewBot,
    NewOffer,
    OfferItem,
    OfferList,
    OfferNews,
    OfferView,
)
from schema.context import Lobby, Viewer
from schema.errors import Code, Refused, refused
from schema.identity import Scope
from schema.model import MatchView
from service.store.errors import MatchNotFoundError
from service.store.people.record import BotTerms, Offer, Standing
from service.store.ports import Store
from service.store.record import Record, Snapshot
from service.usecases.bot_accounts import BotAccounts
from service.usecases.refusals import store_errors_refused
from service.usecases.rights import allowed
from service.usecases.steps.seats import in_lobby, no, owned

OFFER_MS: Final = 30_000
LOOK_S: Final = 0.5  # between two looks of a stream; an offer stands sixty times as long
HEARTBEAT_S: Final = 15.0
_ID_BYTES: Final = 10


class BotService:
    """Implements `schema.context.Bots` on a store and the lobby."""

    def __init__(self, store: Store, lobby: Lobby, look_s: float = LOOK_S) -> None:
        self._store = store
        self._lobby = lobby
        self._accounts = BotAccounts(store)
        self._look_s = look_s

    async def create(self, viewer: Viewer, new: NewBot) -> BotMade:
        """Make a bot that the viewer answers for."""
        return await self._accounts.create(viewer, new)

    async def find(self, first: int, after: str | None) -> BotPage:
        """Return some bots, the newest first."""
        return await self._accounts.find(first, after)

    async def offer(self, viewer: Viewer, new: NewOffer) -> OfferView:
        """Offer a bot a seat of the viewer's match in its lobby.

        Refuses ACCOUNT_NOT_FOUND, MATCH_NOT_FOUND, NOT_OWNER, ALREADY_STARTED, ALREADY_SEATED,
        NO_SUCH_SEAT, SEAT_TAKEN, RULES_NOT_ACCEPTED, BOT_BUSY.
        """
        owner = allowed(viewer, Scope.MATCH_CREATE)
        with store_errors_refused():
            terms = await self._terms(new.bot_id)
            snapshot = await self._store.read(new.match_id)
            _check_seat(snapshot, owner.id, new)
            _check_rules(snapshot, terms)
            await self._forget_ended(new.bot_id)
            offer = Offer(
                id=f"o_{secrets.token_hex(_ID_BYTES)}",
                bot_id=new.bot_id,
                match_id=new.match_id,
                seat=new.seat,
                rule_set=snapshot.rules.rule_set,
                players=snapshot.rules.players,
                by=owner.id,
            )
            lapses_ms = await self._store.bots.offer(offer, OFFER_MS, terms.at_once)
        if lapses_ms is None:
            detail = f"The bot takes {terms.at_once} matches and offers at a time."
            raise refused(Code.BOT_BUSY, detail)
        return _view(Standing(offer, lapses_ms))

    async def _terms(self, bot_id: str) -> BotTerms:
        bot = await self._store.accounts.get(bot_id)
        if bot is None or bot.bot is None or bot.banned_ms is not None:
            raise refused(Code.ACCOUNT_NOT_FOUND, "There is no such bot.")
        return bot.bot

    async def _forget_ended(self, bot_id: str) -> None:
        """Give a bot the room back of matches that it does not play any more.

        One in its lobby keeps its room: the bot may be on its way to the seat.
        """
        for match_id in await self._store.bots.playing(bot_id):
            if not await self._goes_on(match_id, bot_id):
                await self._store.bots.plays_no_more(bot_id, match_id)

    async def _goes_on(self, match_id: str, bot_id: str) -> bool:
        try:
            record = (await self._store.read(match_id)).record
        except MatchNotFoundError:
            return False
        if record.status.ended:
            return False
        return record.state is None or record.seat_of(bot_id) is not None

    async def offers(self, viewer: Viewer) -> OfferList:
        """Return the offers that stand for the viewer; refuses FORBIDDEN for one that is no bot."""
        return OfferList(items=await self._standing(allowed(viewer, Scope.BOT_PLAY).id))

    async def _standing(self, bot_id: str) -> tuple[OfferView, ...]:
        with store_errors_refused():
            return tuple(map(_view, await self._store.bots.offers(bot_id)))

    async def follow(
        self, viewer: Viewer, clock: Callable[[], float] = time.monotonic
    ) -> AsyncGenerator[OfferItem]:
        """Yield all offers, then what is added and removed, and a heartbeat in between."""
        bot_id = allowed(viewer, Scope.BOT_PLAY).id
        before = await self._standing(bot_id)
        yield OfferItem(kind=OfferNews.ALL, offers=before)
        told_at = clock()
        while True:
            await asyncio.sleep(self._look_s)
            now = await self._standing(bot_id)
            items = _changes(before, now)
            if not items and clock() - told_at >= HEARTBEAT_S:
                items = (OfferItem(kind=OfferNews.HEARTBEAT),)
            for item in items:
                yield item
            told_at = clock() if items else told_at
            before = now

    async def accept(self, viewer: Viewer, offer_id: str) -> MatchView:
        """Sit down as it was offered, as any join; refuses OFFER_NOT_FOUND and as a join does."""
        bot_id = allowed(viewer, Scope.BOT_PLAY).id
        with store_errors_refused():
            offer = await self._found(bot_id, offer_id)
            if await self._store.bots.take(bot_id, offer_id, offer.match_id) is None:
                raise _no_offer()
        try:
            with store_errors_refused():
                invite = (await self._store.read(offer.match_id)).record.invite
            seen = await self._lobby.join(viewer, offer.match_id, offer.seat, invite)
        except Refused:
            with store_errors_refused():
                await self._store.bots.plays_no_more(bot_id, offer.match_id)
            raise
        return seen

    async def decline(self, viewer: Viewer, offer_id: str) -> OfferView:
        """Decline an offer; refuses OFFER_NOT_FOUND."""
        bot_id = allowed(viewer, Scope.BOT_PLAY).id
        with store_errors_refused():
            taken = await self._store.bots.take(bot_id, offer_id, None)
        if taken is None:
            raise _no_offer()
        return _view(taken)

    async def _found(self, bot_id: str, offer_id: str) -> Offer:
        for standing in await self._store.bots.offers(bot_id):
            if standing.offer.id == offer_id:
                return standing.offer
        raise _no_offer()


def _check_seat(snapshot: Snapshot, owner: str, new: NewOffer) -> None:
    record: Record = owned(in_lobby(snapshot), owner)
    if record.seat_of(new.bot_id) is not None:
        raise no(record, Code.ALREADY_SEATED, "The bot sits in this match.")
    if new.seat is None:
        if None not in record.seats:
            raise no(record, Code.MATCH_FULL, "Every seat is taken.")
        return
    if new.seat >= len(record.seats):
        raise no(record, Code.NO_SUCH_SEAT, f"The seats are 0 to {len(record.seats) - 1}.")
    if record.seats[new.seat] is not None:
        raise no(record, Code.SEAT_TAKEN, "The seat is taken.")


def _check_rules(snapshot: Snapshot, terms: BotTerms) -> None:
    if terms.rule_sets and snapshot.rules.rule_set not in terms.rule_sets:
        detail = f"The bot plays by {', '.join(terms.rule_sets)}."
        raise no(snapshot.record, Code.RULES_NOT_ACCEPTED, detail)


def _no_offer() -> Refused:
    return refused(Code.OFFER_NOT_FOUND, "There is no such offer; it may have lapsed.")


def _changes(before: tuple[OfferView, ...], now: tuple[OfferView, ...]) -> tuple[OfferItem, ...]:
    added = tuple(at for at in now if at not in before)
    removed = tuple(at for at in before if at not in now)
    told = ((OfferNews.REMOVED, removed), (OfferNews.ADDED, added))
    return tuple(OfferItem(kind=kind, offers=offers) for kind, offers in told if offers)


def _view(standing: Standing) -> OfferView:
    offer = standing.offer
    return OfferView(
        id=offer.id,
        bot_id=offer.bot_id,
        match_id=offer.match_id,
        seat=offer.seat,
        rule_set=offer.rule_set,
        players=offer.players,
        by=offer.by,
        expires_at_ms=standing.lapses_ms,
    )
