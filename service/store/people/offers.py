"""Bots and their offers on the server: what is one bot's lies in one slot."""

from collections.abc import Iterable
from typing import Final

import msgspec

from service.store import keys
from service.store.commands import Commands, load_script
from service.store.people.codec import decode_offer, encode
from service.store.people.record import Offer, Standing


class RedisBots:
    """Implements `BotStore` on a server."""

    def __init__(self, server: Commands) -> None:
        self._server = server
        self._page: Final = load_script("page")
        self._offer: Final = load_script("offer")
        self._read: Final = load_script("read_offers")
        self._take: Final = load_script("take_offer")

    async def list_bot(self, bot_id: str, owner_id: str, created_ms: int) -> None:
        """Note a bot among all of them, and among its owner's."""
        await self._server.call("ZADD", keys.player_bots(owner_id), created_ms, bot_id)
        await self._server.call("ZADD", keys.BOTS, created_ms, bot_id)

    async def unlist_bot(self, bot_id: str, owner_id: str) -> None:
        """Forget a bot, its offers and its matches."""
        await self._server.call("ZREM", keys.BOTS, bot_id)
        await self._server.call("ZREM", keys.player_bots(owner_id), bot_id)
        await self._server.call("DEL", *keys.bot(bot_id))

    async def bots(self, first: int, after: str | None) -> tuple[str, ...]:
        """Return up to `first` ids, the newest first."""
        return await self._paged(keys.BOTS, first, after)

    async def bots_of(self, owner_id: str, first: int) -> tuple[str, ...]:
        """Return up to `first` ids of an owner's bots, the newest first."""
        return await self._paged(keys.player_bots(owner_id), first, None)

    async def _paged(self, key: str, first: int, after: str | None) -> tuple[str, ...]:
        ids = await self._server.run(self._page, (key,), (after or "", first))
        return tuple(at.decode() for at in msgspec.convert(ids, list[bytes]))

    async def offer(self, offer: Offer, lasts_ms: int, at_once: int) -> int | None:
        """Offer a seat and return when the offer lapses; nothing if the bot has no room."""
        arguments = (offer.id, lasts_ms, encode(offer), at_once)
        lapses_ms = await self._server.run(self._offer, keys.bot(offer.bot_id), arguments)
        return msgspec.convert(lapses_ms, int) or None

    async def offers(self, bot_id: str) -> tuple[Standing, ...]:
        """Return the offers that stand, those first that lapse first."""
        reply = await self._server.run(self._read, keys.bot(bot_id)[:1], ())
        return in_order(_standing(value) for value in msgspec.convert(reply, list[bytes]))

    async def take(self, bot_id: str, offer_id: str, match_id: str | None) -> Standing | None:
        """Take an offer away; with a match, the bot plays that from now on."""
        arguments = (offer_id, match_id or "")
        value = await self._server.run(self._take, keys.bot(bot_id), arguments)
        return _standing(msgspec.convert(value, bytes)) if value else None

    async def plays(self, bot_id: str, match_id: str) -> None:
        """Note that a bot plays a match; may be said again."""
        await self._server.call("SADD", keys.bot(bot_id)[1], match_id)

    async def plays_no_more(self, bot_id: str, match_id: str) -> None:
        """Note that a bot does not play a match; may be said again."""
        await self._server.call("SREM", keys.bot(bot_id)[1], match_id)

    async def playing(self, bot_id: str) -> tuple[str, ...]:
        """Return the matches that a bot is noted to play."""
        reply = await self._server.call("SMEMBERS", keys.bot(bot_id)[1])
        return tuple(sorted(at.decode() for at in msgspec.convert(reply, list[bytes])))


def in_order(standing: Iterable[Standing]) -> tuple[Standing, ...]:
    """Return offers in the order in which they lapse."""
    return tuple(sorted(standing, key=lambda at: (at.lapses_ms, at.offer.id)))


def _standing(value: bytes) -> Standing:
    lapses, _, blob = value.partition(b" ")
    return Standing(decode_offer(blob), int(lapses))
