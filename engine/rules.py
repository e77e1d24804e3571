"""Frozen data that describes a game: what a match pins, and what a rule set publishes.

`Rules` is one game fully resolved for a number of players and a choice of options. It is
plain data: its JSON form, together with docs/rules.md, is enough to play and score the match.
Points are signed as they are added to the score: penalties are negative where the highest
total wins. Source: R1.8.
"""

import hashlib
from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import cache
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from engine.cards import FULL_DECK, Suit, cards_in, parse_cards
from engine.errors import RuleSetCode, RuleSetError


class Direction(StrEnum):
    """Which total wins."""

    HIGH = "high"
    LOW = "low"


class Position(StrEnum):
    """A seat named by where it sits from the dealer."""

    DEALER = "dealer"
    LEFT_OF_DEALER = "left_of_dealer"


class Text(Struct, frozen=True, rename="camel"):
    """The same words in Polish and in English."""

    pl: Annotated[str, Meta(description="The text in Polish.")]
    en: Annotated[str, Meta(description="The text in English.")]


class CardPoints(Struct, frozen=True, rename="camel"):
    """Points for each of some cards that a seat takes."""

    cards: Annotated[tuple[str, ...], Meta(description="The cards that count, lowest first.")]
    points: Annotated[int, Meta(description="Points for each of them, signed.")]


class TrickPoints(Struct, frozen=True, rename="camel"):
    """Points for taking one particular trick."""

    number: Annotated[
        int, Meta(description="Which trick: 1 is the first; -1 the last, -2 the one before.")
    ]
    points: Annotated[int, Meta(description="Points for taking it, signed.")]


class TrumpChoice(Struct, frozen=True, rename="camel"):
    """How a deal gets its trump suit."""

    named_by: Annotated[Position, Meta(description="The seat that names the trump.")]
    seen_cards: Annotated[
        int | None,
        Meta(
            description="How many cards of its hand each seat sees before the trump is named, "
            "in the order of dealing; null means the whole hand."
        ),
    ]
    suits: Annotated[tuple[Suit, ...], Meta(description="The suits that may be named.")]


class TrickDeal(Struct, frozen=True, rename="camel", tag="tricks", tag_field="kind"):
    """A deal played for tricks, with or without a trump."""

    id: Annotated[str, Meta(description="The deal's name in this rule set.")]
    name: Annotated[Text, Meta(description="What the deal is called.")]
    source: Annotated[str, Meta(description="The section of the rule book.")]
    leader: Annotated[Position, Meta(description="The seat that leads the first trick.")]
    trick: Annotated[int, Meta(description="Points for each trick taken, signed.")] = 0
    cards: Annotated[tuple[CardPoints, ...], Meta(description="Points for cards taken.")] = ()
    tricks: Annotated[
        tuple[TrickPoints, ...], Meta(description="Points for particular tricks.")
    ] = ()
    heart_lead_ban: Annotated[
        bool, Meta(description="Whether a leader who holds another suit may not lead a heart.")
    ] = False
    trump: Annotated[
        TrumpChoice | None, Meta(description="How the trump is named; null: no trump.")
    ] = None


class LotteryDeal(Struct, frozen=True, rename="camel", tag="lottery", tag_field="kind"):
    """A layout deal: the first seats without cards win prizes."""

    id: Annotated[str, Meta(description="The deal's name in this rule set.")]
    name: Annotated[Text, Meta(description="What the deal is called.")]
    source: Annotated[str, Meta(description="The section of the rule book.")]
    opener: Annotated[Position, Meta(description="The seat that lays the first card.")]
    prizes: Annotated[
        tuple[int, ...], Meta(description="Points by place: first out, second out, …")
    ]


Deal = TrickDeal | LotteryDeal


class Rules(Struct, frozen=True, rename="camel"):
    """One game resolved for a number of players and a choice of options."""

    rule_set: Annotated[str, Meta(description="The id of the rule set.")]
    version: Annotated[int, Meta(description="The version of the rule set's data.")]
    players: Annotated[int, Meta(description="How many seats play.")]
    options: Annotated[dict[str, str], Meta(description="Every option with the value chosen.")]
    direction: Annotated[Direction, Meta(description="Which total wins.")]
    removed: Annotated[tuple[str, ...], Meta(description="The cards taken out of the deck of 52.")]
    hand_size: Annotated[int, Meta(description="How many cards each seat is dealt.")]
    deals: Annotated[tuple[Deal, ...], Meta(description="The deals in the order of play.")]


class OptionType(StrEnum):
    """What values an option takes."""

    CHOICE = "choice"
    PERMUTATION = "permutation"


class Option(Struct, frozen=True, rename="camel"):
    """One thing that a table may agree on before it plays."""

    id: Annotated[str, Meta(description="The option's name.")]
    type: Annotated[
        OptionType,
        Meta(
            description="`choice`: one of the values. `permutation`: all of the values, "
            "each once, separated by commas."
        ),
    ]
    values: Annotated[tuple[str, ...], Meta(description="The values, the default first.")]
    text: Annotated[Text, Meta(description="What the option does.")]
    source: Annotated[str, Meta(description="The section of the rule book.")]

    @property
    def default(self) -> str:
        """Return the value that holds when nobody chooses."""
        return self.values[0] if self.type is OptionType.CHOICE else ",".join(self.values)

    def check(self, value: str) -> str:
        """Return the value if it is allowed; raises RuleSetError OPTION_OUT_OF_RANGE."""
        parts = tuple(value.split(",")) if self.type is OptionType.PERMUTATION else (value,)
        whole = self.type is OptionType.CHOICE or sorted(parts) == sorted(self.values)
        if not whole or any(part not in self.values for part in parts):
            detail = f"{self.id}={value[:60]!r} is no {self.type.value} of its values"
            raise RuleSetError(RuleSetCode.OPTION_OUT_OF_RANGE, detail, self.values)
        return value


class RuleSet(Struct, frozen=True, rename="camel"):
    """A game that tables can choose, as its file in `engine/rulesets/` describes it.

    `build` turns a number of players and checked options into the deals; everything else is
    data.
    """

    id: str
    version: int
    name: Text
    summary: Text
    source: str
    direction: Direction
    removed: Mapping[int, tuple[str, ...]]
    options: tuple[Option, ...]
    build: Callable[[int, Mapping[str, str]], tuple[Deal, ...]]

    @property
    def players(self) -> tuple[int, ...]:
        """Return the numbers of players it takes, lowest first."""
        return tuple(sorted(self.removed))

    def resolve(self, players: int, chosen: Mapping[str, str]) -> Rules:
        """Return the rules of one match.

        Raises RuleSetError: WRONG_PLAYER_COUNT, UNKNOWN_OPTION, OPTION_OUT_OF_RANGE.
        """
        if players not in self.removed:
            allowed = tuple(map(str, self.players))
            detail = f"{self.id} is not played by {players}"
            raise RuleSetError(RuleSetCode.WRONG_PLAYER_COUNT, detail, allowed)
        options = self._checked(chosen)
        removed = self.removed[players]
        return Rules(
            rule_set=self.id,
            version=self.version,
            players=players,
            options=options,
            direction=self.direction,
            removed=removed,
            hand_size=(52 - len(removed)) // players,
            deals=self.build(players, options),
        )

    def _checked(self, chosen: Mapping[str, str]) -> dict[str, str]:
        known = {option.id: option for option in self.options}
        for name in chosen:
            if name not in known:
                detail = f"{self.id} has no option {name[:60]!r}"
                raise RuleSetError(RuleSetCode.UNKNOWN_OPTION, detail, tuple(known))
        return {
            name: option.check(chosen.get(name, option.default)) for name, option in known.items()
        }


@cache
def deck(removed: tuple[str, ...]) -> tuple[int, ...]:
    """Return the cards that are played with when some are taken out, lowest first."""
    return cards_in(FULL_DECK & ~parse_cards(removed))


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
