"""Frozen data that describes a game: what a match pins, and what is published.

`Rules` is one game fully resolved for a number of players and a choice of options. It is
plain data: its JSON form, together with docs/rules.md, is enough to play and score the match.
Points are signed as they are added to the score: penalties are negative where the highest
total wins. Source: R1.8.
"""

import hashlib
from enum import StrEnum
from functools import cache, cached_property
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from engine.cards import FULL_DECK, HEARTS, LANES, Trump, cards_in, parse_cards, union


class Direction(StrEnum):
    """Which total wins."""

    HIGH = "high"
    LOW = "low"


class Position(StrEnum):
    """A seat named by its part in the deal; the list may grow."""

    DEALER = "dealer"
    LEFT_OF_DEALER = "left_of_dealer"
    DECLARER = "declarer"
    BUYER = "buyer"
    HOLDER = "holder"


class OddCard(StrEnum):
    """What becomes of a set-aside card; the list may grow. Source: R1.4."""

    NEUTRAL = "neutral"
    LAST_TRICK = "last_trick"


class MoonWay(StrEnum):
    """What a seat that took every penalty card gets; the list may grow. Source: R8.4."""

    ADD_OTHERS = "add_others"
    SUBTRACT_SELF = "subtract_self"


class EndWhen(StrEnum):
    """Whether a total must pass the limit or only reach it. Source: R8.5."""

    EXCEED = "exceed"
    REACH = "reach"


class Tie(StrEnum):
    """What a shared best total at the limit brings; the list may grow. Source: R8.5."""

    DRAW = "draw"
    PLAY_ON = "play_on"


class Text(Struct, frozen=True, rename="camel"):
    """The same words in Polish and in English."""

    pl: Annotated[str, Meta(max_length=200, description="The text in Polish.")]
    en: Annotated[str, Meta(max_length=200, description="The text in English.")]


Points = Annotated[int, Meta(ge=-100_000, le=100_000)]
Cards = Annotated[tuple[str, ...], Meta(max_length=52)]


class CardPoints(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """Points for each of some cards that a seat takes."""

    cards: Annotated[Cards, Meta(description="The cards that count, lowest first.")]
    points: Annotated[Points, Meta(description="Points for each of them, signed.")]


class TrickPoints(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """Points for taking one particular trick."""

    number: Annotated[
        int,
        Meta(
            ge=-17,
            le=17,
            description="Which trick: 1 is the first; -1 the last, -2 the one before.",
        ),
    ]
    points: Annotated[Points, Meta(description="Points for taking it, signed.")]


class Auction(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """The talon is kept, or sold to the highest bidder. Source: R3.5, R3.6."""

    max_bid: Annotated[int, Meta(ge=1, le=100_000, description="The highest bid.")]


class TrumpChoice(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """How a deal gets its trump suit."""

    named_by: Annotated[Position, Meta(description="The declarer: the seat that names the trump.")]
    seen_cards: Annotated[
        Annotated[int, Meta(ge=1, le=17)] | None,
        Meta(
            description="How many cards of its hand each seat sees before the trump is named, "
            "in the order of dealing; null means the whole hand."
        ),
    ]
    suits: Annotated[
        tuple[Trump, ...],
        Meta(min_length=1, max_length=5, description="What may be named; `N` is no trump."),
    ]
    auction: Annotated[
        Auction | None,
        Meta(description="The sale of the talon before the trump is named; null: no talon."),
    ] = None


class Passing(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """Cards that each seat gives to another before the play. Source: R8.1."""

    count: Annotated[int, Meta(ge=1, le=7, description="How many cards each seat gives.")]
    to: Annotated[
        int,
        Meta(ge=1, le=6, description="To whom: so many seats clockwise; 1 is left."),
    ]


class BrokenHearts(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """Hearts may be led only once they are broken. Source: R8.3, R9."""

    by: Annotated[
        Cards,
        Meta(description="A card of these in a finished trick breaks hearts."),
    ]
    beside: Annotated[
        Cards,
        Meta(description="A leader who holds only hearts and these may lead a heart."),
    ] = ()


class Moon(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """What happens when one seat takes all of some cards. Source: R8.4."""

    cards: Annotated[Cards, Meta(description="The cards that must all be taken.")]
    ways: Annotated[
        tuple[MoonWay, ...],
        Meta(
            min_length=1,
            max_length=2,
            description="What the seat gets instead of their points; two: it chooses.",
        ),
    ]


class TrickDeal(
    Struct,
    frozen=True,
    rename="camel",
    tag="tricks",
    tag_field="kind",
    forbid_unknown_fields=True,
    dict=True,
):
    """A deal played for tricks, with or without a trump."""

    id: Annotated[
        str, Meta(pattern="^[a-z][a-z0-9_]{0,23}$", description="The deal's name in its rules.")
    ]
    name: Annotated[Text, Meta(description="What the deal is called.")]
    source: Annotated[str, Meta(max_length=40, description="The section of the rule book.")]
    leader: Annotated[
        Position,
        Meta(description="The seat that leads the first trick; `holder`: of the opening card."),
    ]
    trick: Annotated[Points, Meta(description="Points for each trick taken, signed.")] = 0
    cards: Annotated[
        tuple[CardPoints, ...], Meta(max_length=20, description="Points for cards taken.")
    ] = ()
    tricks: Annotated[
        tuple[TrickPoints, ...], Meta(max_length=17, description="Points for particular tricks.")
    ] = ()
    heart_lead_ban: Annotated[
        bool, Meta(description="Whether a leader who holds another suit may not lead a heart.")
    ] = False
    trump: Annotated[
        TrumpChoice | None, Meta(description="How the trump is named; null: no trump.")
    ] = None
    passing: Annotated[
        Passing | None, Meta(description="The cards given before the play; null: none.")
    ] = None
    opening_card: Annotated[
        str | None, Meta(description="The card that must open the first trick; null: any.")
    ] = None
    barred_first: Annotated[
        Cards,
        Meta(description="Cards that may not be played to the first trick while others are held."),
    ] = ()
    broken_hearts: Annotated[
        BrokenHearts | None, Meta(description="When hearts may be led; null: at any time.")
    ] = None
    must_drop: Annotated[
        Cards,
        Meta(description="Cards that must be played as soon as they may be and would not win."),
    ] = ()
    moon: Annotated[Moon | None, Meta(description="The moon; null: there is none.")] = None
    early_end: Annotated[
        bool, Meta(description="Whether the deal stops once every point in it has an owner.")
    ] = False

    # What is looked up at every card is worked out once, and kept beside the fields.

    @cached_property
    def counted(self) -> tuple[tuple[int, int], ...]:
        """Return the sets of cards that count, each with the points for one of its cards."""
        return tuple((named_cards(part.cards), part.points) for part in self.cards if part.points)

    @cached_property
    def awaited(self) -> int:
        """Return the cards whose taking counts, for a moon too."""
        return union((named_cards(self.moon.cards if self.moon else ()), *dict(self.counted)))

    @cached_property
    def breakers(self) -> bytes:
        """Return the cards that break hearts; none where they need no breaking."""
        hearts = self.broken_hearts
        return b"" if hearts is None else bytes(cards_in(named_cards(hearts.by)))

    @cached_property
    def dropped(self) -> int:
        """Return the cards that must be played as soon as they may be and would not win."""
        return named_cards(self.must_drop)

    @cached_property
    def holds_hearts_back(self) -> int:
        """Return the cards of which a leader must hold one to be kept from leading hearts."""
        beside = self.broken_hearts.beside if self.broken_hearts else ()
        return FULL_DECK & ~LANES[HEARTS] & ~named_cards(beside)


class LotteryDeal(
    Struct, frozen=True, rename="camel", tag="lottery", tag_field="kind", forbid_unknown_fields=True
):
    """A layout deal: the first seats without cards win prizes."""

    id: Annotated[
        str, Meta(pattern="^[a-z][a-z0-9_]{0,23}$", description="The deal's name in its rules.")
    ]
    name: Annotated[Text, Meta(description="What the deal is called.")]
    source: Annotated[str, Meta(max_length=40, description="The section of the rule book.")]
    opener: Annotated[Position, Meta(description="The seat that is asked for the first card.")]
    prizes: Annotated[
        tuple[Points, ...],
        Meta(max_length=7, description="Points by place: first out, second out, …"),
    ]
    opening_rank: Annotated[
        Annotated[str, Meta(pattern="^[2-9TJQKA]$")] | None,
        Meta(
            description="The rank that opens every suit; null: that of the first card laid.",
        ),
    ] = None
    ace_bonus: Annotated[
        bool, Meta(description="Whether a seat that lays an ace moves again if it can.")
    ] = False


Deal = TrickDeal | LotteryDeal


class Ending(Struct, frozen=True, rename="camel"):
    """A match that goes on deal after deal until a total is at the limit. Source: R8.5."""

    limit: Annotated[int, Meta(ge=1, le=10_000, description="The limit of a total.")]
    when: Annotated[EndWhen, Meta(description="Whether the limit must be passed or reached.")]
    tie: Annotated[Tie, Meta(description="What happens when the best total is shared.")]


class Rules(Struct, frozen=True, rename="camel", kw_only=True):
    """One game resolved for a number of players and a choice of options."""

    rule_set: Annotated[str, Meta(description="The id of the rule set.")]
    version: Annotated[int, Meta(description="The version of the rule set's data.")]
    players: Annotated[int, Meta(description="How many seats play.")]
    options: Annotated[dict[str, str], Meta(description="Every option with the value chosen.")]
    direction: Annotated[Direction, Meta(description="Which total wins.")]
    removed: Annotated[tuple[str, ...], Meta(description="The cards taken out of the deck of 52.")]
    hand_size: Annotated[int, Meta(description="How many cards each seat plays with.")]
    deals: Annotated[
        tuple[Deal, ...],
        Meta(description="The deals in the order of play; with an ending, again and again."),
    ]
    odd_card: Annotated[
        OddCard | None,
        Meta(description="What becomes of the card set aside; null: none is set aside."),
    ] = None
    ending: Annotated[
        Ending | None, Meta(description="When the match ends; null: after the last deal.")
    ] = None

    def deal(self, number: int) -> Deal:
        """Return what the rules say of a deal by its number, from 1."""
        deals = self.deals
        return deals[number - 1] if number <= len(deals) else deals[(number - 1) % len(deals)]


@cache
def deck(removed: tuple[str, ...]) -> tuple[int, ...]:
    """Return the cards that are played with when some are taken out, lowest first."""
    return cards_in(FULL_DECK & ~parse_cards(removed))


@cache
def named_cards(names: tuple[str, ...]) -> int:
    """Return the set of the cards that data names; raises NotationError."""
    return parse_cards(names)


_encode = msgspec.json.Encoder(order="deterministic").encode
_decode = msgspec.json.Decoder(Rules).decode


def rules_json(rules: Rules) -> bytes:
    """Return the rules as canonical JSON, the form that is hashed, stored and published."""
    return _encode(rules)


def parse_rules(data: bytes) -> Rules:
    """Return the rules that canonical JSON describes."""
    return _decode(data)


def rules_hash(rules: Rules) -> str:
    """Return the content hash of rules: 32 hexadecimal digits of SHA-256 over their JSON."""
    return hashlib.sha256(_encode(rules)).hexdigest()[:32]
