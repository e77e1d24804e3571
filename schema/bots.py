"""Bots and the seats that they are offered, as both transports publish them."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

RuleSetIds = Annotated[
    tuple[Annotated[str, Meta(max_length=64)], ...],
    Meta(max_length=32, description="The rule sets it plays by; none: all of them."),
]


class NewBot(Struct, frozen=True, rename="camel", kw_only=True, forbid_unknown_fields=True):
    """A bot's account to make; it stays a bot's for ever."""

    name: Annotated[
        str,
        Meta(min_length=1, max_length=40, description="The name to show: printable characters."),
    ]
    at_once: Annotated[
        int, Meta(ge=1, le=100, description="How many matches it plays at a time.")
    ] = 1
    rule_sets: RuleSetIds = ()


class BotView(Struct, frozen=True, rename="camel", kw_only=True):
    """A bot, as everybody may see it."""

    id: Annotated[str, Meta(description="The bot's account, `p_…`.")]
    name: Annotated[str, Meta(description="The name it shows.")]
    owner_id: Annotated[str, Meta(description="The account that answers for it.")]
    at_once: Annotated[int, Meta(description="How many matches it plays at a time.")]
    rule_sets: RuleSetIds
    created_at_ms: Annotated[int, Meta(description="When it was made, ms of Unix time.")]


class BotMade(Struct, frozen=True, rename="camel", kw_only=True):
    """A new bot and its first token; the token is told only here."""

    bot: Annotated[BotView, Meta(description="The bot.")]
    token: Annotated[
        str, Meta(description="Speaks for the bot: `match:read` and `bot:play`, for 90 days.")
    ]


class BotPage(Struct, frozen=True, rename="camel", kw_only=True):
    """Some bots of a longer list, the newest first."""

    items: Annotated[tuple[BotView, ...], Meta(description="At most 100 bots.")]
    next: Annotated[
        str | None, Meta(description="Send it as `after` for the next page; null at the end.")
    ]


class NewOffer(Struct, frozen=True, rename="camel", kw_only=True, forbid_unknown_fields=True):
    """A seat to offer to a bot."""

    bot_id: Annotated[str, Meta(max_length=64, description="The bot's account.")]
    match_id: Annotated[str, Meta(max_length=64, description="A match of yours, in its lobby.")]
    seat: Annotated[
        Annotated[int, Meta(ge=0, le=6)] | None,
        Meta(description="The seat, 0 to players - 1; null: the first that is empty then."),
    ] = None


class OfferView(Struct, frozen=True, rename="camel", kw_only=True):
    """A seat that is offered to a bot."""

    id: Annotated[str, Meta(description="Its id, `o_…`.")]
    bot_id: Annotated[str, Meta(description="The bot it is offered to.")]
    match_id: Annotated[str, Meta(description="The match.")]
    seat: Annotated[int | None, Meta(description="The seat; null: the first that is empty.")]
    rule_set: Annotated[str, Meta(description="The match's rule set.")]
    players: Annotated[int, Meta(description="How many seats the match has.")]
    by: Annotated[str, Meta(description="The account that offers it.")]
    expires_at_ms: Annotated[
        int, Meta(description="When the offer lapses unless it is answered, ms of Unix time.")
    ]


class OfferList(Struct, frozen=True, rename="camel", kw_only=True):
    """Every seat that is offered to a bot now."""

    items: Annotated[tuple[OfferView, ...], Meta(description="At most 100, the oldest first.")]


class OfferNews(StrEnum):
    """What an item of the stream of offers is; the list may grow."""

    ALL = "all"
    ADDED = "added"
    REMOVED = "removed"
    HEARTBEAT = "heartbeat"


class OfferItem(Struct, frozen=True, rename="camel", kw_only=True):
    """One item of the stream of offers: all of them first, then what is added or removed."""

    kind: Annotated[OfferNews, Meta(description="What it is.")]
    offers: Annotated[
        tuple[OfferView, ...], Meta(description="Those meant; none in a heartbeat.")
    ] = ()
