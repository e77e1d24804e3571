"""Seats offered to bots: made, followed, accepted, declined, lapsed."""

import asyncio

import pytest
from msgspec.structs import replace

from schema.accounts import NewToken
from schema.bots import NewBot, NewOffer, OfferItem, OfferNews
from schema.context import Viewer
from schema.errors import Code, Refused
from schema.identity import Scope
from schema.model import NewMatch
from service.usecases.bot_accounts import BOTS_MAX
from service.usecases.offers import OFFER_MS, BotService
from tests.fixtures.house import House, open_house


class Table:
    """A house, an owner with a match in its lobby, and a bot of hers."""

    def __init__(self, house: House, owner: Viewer, bot: Viewer, match_id: str) -> None:
        self.house = house
        self.owner = owner
        self.bot = bot
        self.match_id = match_id

    @property
    def bots(self) -> BotService:
        """Return the use cases, whose streams look all the time."""
        return BotService(self.house.store, self.house.services.lobby, look_s=0)

    def new(self, **fields: object) -> NewOffer:
        """Return an offer of the match's first empty seat."""
        offer = NewOffer(bot_id=self.bot.player_id or "", match_id=self.match_id)
        return replace(offer, **fields)

    async def refusal(self, new: NewOffer) -> Refused:
        """Return the refusal of an offer, having seen that there is none more."""
        before = await self.house.store.bots.offers(self.bot.player_id or "")
        with pytest.raises(Refused) as error:
            await self.bots.offer(self.owner, new)
        assert await self.house.store.bots.offers(self.bot.player_id or "") == before
        return error.value


async def set_table(at_once: int = 1, rule_sets: tuple[str, ...] = ()) -> Table:
    """Return a table with a bot that takes so many matches."""
    house = open_house()
    token = (await house.services.players.guest("Ala")).token
    owner = await house.services.players.viewer(token)
    new = NewBot(name="Bot", at_once=at_once, rule_sets=rule_sets)
    made = await house.services.bots.create(owner, new)
    bot = await house.services.players.viewer(made.token)
    match = await house.services.lobby.create(owner, NewMatch())
    return Table(house, owner, bot, match.id)


async def test_a_bot_is_a_bot_for_ever_and_its_token_is_good_for_play_alone() -> None:
    table = await set_table(at_once=3, rule_sets=("kurnik",))

    page = await table.bots.find(10, None)
    me = await table.house.services.players.me(table.bot)

    assert [(at.id, at.name, at.at_once, at.rule_sets) for at in page.items] == [
        (table.bot.player_id, "Bot", 3, ("kurnik",))
    ]
    assert page.items[0].owner_id == table.owner.player_id
    assert (me.kind, me.bot, me.guest) == ("bot", True, False)
    assert table.bot.scopes == {Scope.MATCH_READ, Scope.BOT_PLAY}
    with pytest.raises(Refused) as error:
        await table.house.services.players.link(table.bot, "a.b.c")
    assert error.value.refusal.code is Code.FORBIDDEN


async def test_the_owner_makes_more_tokens_for_a_bot_and_nobody_else() -> None:
    table = await set_table()
    new = NewToken(name="spare", scopes=(Scope.BOT_PLAY,), bot_id=table.bot.player_id)

    made = await table.house.services.tokens.create(table.owner, new)

    viewer = await table.house.services.players.viewer(made.token)
    assert viewer.player == table.bot.player
    listed = await table.house.services.tokens.mine(table.owner, table.bot.player_id)
    assert {token.name for token in listed.items} == {"first", "spare"}
    more = replace(new, scopes=(Scope.MATCH_PLAY,))
    with pytest.raises(Refused) as error:
        await table.house.services.tokens.create(table.owner, more)
    assert error.value.refusal.allowed == ("match:play",)


async def test_an_accepted_offer_seats_the_bot_as_a_join_does() -> None:
    table = await set_table()
    offer = await table.bots.offer(table.owner, table.new(seat=2))

    assert (await table.bots.offers(table.bot)).items == (offer,)
    seen = await table.bots.accept(table.bot, offer.id)

    assert seen.viewer_seat == 2
    assert (seen.seats[2].player_id, seen.seats[2].bot_account) == (table.bot.player_id, True)
    assert (await table.bots.offers(table.bot)).items == ()
    with pytest.raises(Refused) as error:
        await table.bots.accept(table.bot, offer.id)
    assert error.value.refusal.code is Code.OFFER_NOT_FOUND


async def test_an_offer_lapses_after_half_a_minute() -> None:
    table = await set_table()
    offer = await table.bots.offer(table.owner, table.new())
    assert offer.expires_at_ms == table.house.clock.now_ms + OFFER_MS

    table.house.clock.now_ms += OFFER_MS

    assert (await table.bots.offers(table.bot)).items == ()
    for answer in (table.bots.accept, table.bots.decline):
        with pytest.raises(Refused) as error:
            await answer(table.bot, offer.id)
        assert error.value.refusal.code is Code.OFFER_NOT_FOUND
    assert (await table.bots.offer(table.owner, table.new())).id != offer.id


async def test_a_declined_offer_makes_room_and_leaves_the_seat_empty() -> None:
    table = await set_table()
    offer = await table.bots.offer(table.owner, table.new())
    assert (await table.refusal(table.new())).refusal.code is Code.BOT_BUSY

    assert await table.bots.decline(table.bot, offer.id) == offer

    record = (await table.house.store.read(table.match_id)).record
    assert record.seat_of(table.bot.player_id or "") is None
    await table.bots.offer(table.owner, table.new())


async def test_a_bot_has_room_again_once_its_match_is_over() -> None:
    table = await set_table()
    offer = await table.bots.offer(table.owner, table.new())
    await table.bots.accept(table.bot, offer.id)
    other = (await table.house.services.lobby.create(table.owner, NewMatch())).id
    assert (await table.refusal(table.new(match_id=other))).refusal.code is Code.BOT_BUSY

    await table.house.services.lobby.leave(table.bot, table.match_id)

    assert (await table.bots.offer(table.owner, table.new(match_id=other))).match_id == other


async def test_an_offer_whose_seat_was_taken_meanwhile_is_refused_and_makes_room() -> None:
    table = await set_table()
    offer = await table.bots.offer(table.owner, table.new(seat=1))
    await table.house.services.lobby.add_bot(table.owner, table.match_id, 1, None)

    with pytest.raises(Refused) as error:
        await table.bots.accept(table.bot, offer.id)

    assert error.value.refusal.code is Code.SEAT_TAKEN
    assert await table.house.store.bots.playing(table.bot.player_id or "") == ()


async def test_what_cannot_be_offered_is_refused() -> None:
    table = await set_table(rule_sets=("sik",))
    assert (await table.refusal(table.new())).refusal.code is Code.RULES_NOT_ACCEPTED
    table = await set_table()

    for wrong, code in (
        ({"bot_id": table.owner.player_id}, Code.ACCOUNT_NOT_FOUND),
        ({"bot_id": "p_none"}, Code.ACCOUNT_NOT_FOUND),
        ({"match_id": "m_none"}, Code.MATCH_NOT_FOUND),
        ({"seat": 0}, Code.SEAT_TAKEN),
        ({"seat": 6}, Code.NO_SUCH_SEAT),
    ):
        assert (await table.refusal(table.new(**wrong))).refusal.code is code
    stranger = (await table.house.services.players.guest("Ola")).token
    table.owner = await table.house.services.players.viewer(stranger)
    assert (await table.refusal(table.new())).refusal.code is Code.NOT_OWNER


async def test_a_bot_that_sits_there_is_not_offered_another_seat() -> None:
    table = await set_table(at_once=2)
    await table.house.services.lobby.join(table.bot, table.match_id, None)

    assert (await table.refusal(table.new())).refusal.code is Code.ALREADY_SEATED


async def test_a_stream_tells_all_offers_first_and_then_what_changes() -> None:
    table = await set_table(at_once=2)
    first = await table.bots.offer(table.owner, table.new(seat=1))
    stream = table.bots.follow(table.bot)
    told = [await anext(stream)]

    second = await table.bots.offer(table.owner, table.new(seat=2))
    told.append(await anext(stream))
    await table.bots.decline(table.bot, first.id)
    told.append(await anext(stream))
    table.house.clock.now_ms += OFFER_MS
    told.append(await anext(stream))
    await stream.aclose()

    assert told == [
        OfferItem(kind=OfferNews.ALL, offers=(first,)),
        OfferItem(kind=OfferNews.ADDED, offers=(second,)),
        OfferItem(kind=OfferNews.REMOVED, offers=(first,)),
        OfferItem(kind=OfferNews.REMOVED, offers=(second,)),
    ]


async def test_a_stream_shows_that_it_lives() -> None:
    table = await set_table()
    seconds = iter(range(0, 1_000, 7))
    stream = table.bots.follow(table.bot, lambda: float(next(seconds)))
    await anext(stream)

    async with asyncio.timeout(5):
        assert await anext(stream) == OfferItem(kind=OfferNews.HEARTBEAT)
    await stream.aclose()


async def test_persons_get_no_offers() -> None:
    table = await set_table()

    with pytest.raises(Refused) as error:
        await table.bots.offers(table.owner)

    assert error.value.refusal.allowed == ("bot:play",)


async def test_an_account_answers_for_so_many_bots_and_a_bot_for_none() -> None:
    table = await set_table()
    for _ in range(BOTS_MAX - 1):
        await table.bots.create(table.owner, NewBot(name="Bot"))

    with pytest.raises(Refused) as full:
        await table.bots.create(table.owner, NewBot(name="Bot"))
    creating = replace(table.bot, scopes=table.bot.scopes | {Scope.MATCH_CREATE})
    with pytest.raises(Refused) as by_bot:
        await table.bots.create(creating, NewBot(name="Bot"))
    with pytest.raises(Refused) as unknown:
        await table.bots.create(table.owner, NewBot(name="Bot", rule_sets=("bridge",)))

    codes = [error.value.refusal.code for error in (full, by_bot, unknown)]
    assert codes == [Code.LIMIT_REACHED, Code.FORBIDDEN, Code.UNKNOWN_RULE_SET]


async def test_a_bot_that_is_sent_away_has_room_again() -> None:
    table = await set_table(at_once=1)
    offer = await table.bots.offer(table.owner, table.new())
    seated = await table.bots.accept(table.bot, offer.id)
    seat = seated.viewer_seat
    assert seat is not None

    await table.house.services.lobby_owner.kick(table.owner, table.match_id, seat)
    other = await table.house.services.lobby.create(table.owner, NewMatch())
    again = await table.bots.offer(table.owner, table.new(match_id=other.id))

    assert again.match_id == other.id
