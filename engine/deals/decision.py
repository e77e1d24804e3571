"""What a seat is asked to choose, and the filters that narrow its cards."""

from collections.abc import Iterable
from functools import cache
from typing import Final

from msgspec import Struct

from engine.cards import FULL_DECK, HEARTS, LANES, Suit, card_text, suit_text
from engine.errors import RuleCode, RuleError
from engine.moves import Move, MoveKind


class Filter(Struct, frozen=True):
    """A rule that narrows what may be played; skipped when it would leave nothing.

    Source: R1.11.
    """

    allowed: int
    code: RuleCode
    section: str
    detail: str
    suit: Suit | None = None

    def refusal(self, card: int) -> RuleError:
        """Return the refusal of a card that this rule takes away."""
        return RuleError(self.code, f"{card_text(card)}: {self.detail}", self.section, self.suit)


FOLLOW: Final = tuple(
    Filter(
        LANES[suit],
        RuleCode.MUST_FOLLOW_SUIT,
        "R1.5",
        "the led suit must be followed",
        suit_text(suit),
    )
    for suit in range(4)
)
NO_HEART_LEAD: Final = Filter(
    FULL_DECK & ~LANES[HEARTS],
    RuleCode.HEART_LEAD_BANNED,
    "R1.7",
    "hearts may not be led while another suit is held",
    suit_text(HEARTS),
)
HEARTS_NOT_BROKEN: Final = Filter(
    FULL_DECK & ~LANES[HEARTS],
    RuleCode.HEARTS_NOT_BROKEN,
    "R8.3",
    "hearts may not be led before they are broken",
    suit_text(HEARTS),
)
NOT_HELD: Final = Filter(0, RuleCode.NOT_IN_HAND, "R1.3", "it is not in the hand")


class Decision(Struct, frozen=True):
    """What one seat must choose now; `kind` is the verb of the choice.

    `cards` are the cards that it may see in its hand, `playable` those of them that may be
    chosen, `filters` the rules that took the others away, in order. `count` is how many cards
    must be given. `trumps` may be named. A number may be said from `low` to `high`, none if
    `low` is above. `others` are the moves with other verbs, or all of them, that are allowed.
    `section` is the rule that asks.
    """

    seat: int
    kind: MoveKind
    cards: int
    playable: int = 0
    filters: tuple[Filter, ...] = ()
    count: int = 0
    trumps: tuple[int, ...] = ()
    low: int = 1
    high: int = 0
    others: tuple[Move, ...] = ()
    section: str = "R1.5"

    def against(self, card: int) -> Filter | None:
        """Return the rule that takes a card away, or nothing if the card may be chosen."""
        if self.playable >> card & 1:
            return None
        if not self.cards >> card & 1:
            return NOT_HELD
        left = self.cards
        for rule in self.filters:
            kept = left & rule.allowed
            if kept and not kept >> card & 1:
                return rule
            left = kept or left
        return _no_card_now(self.section)

    def refusal(self, card: int) -> RuleError | None:
        """Return why a card may not be chosen, or nothing if it may."""
        rule = self.against(card)
        return None if rule is None else rule.refusal(card)


@cache
def _no_card_now(section: str) -> Filter:
    return Filter(0, RuleCode.WRONG_PHASE, section, "no card is played now")


def narrowed(cards: int, filters: Iterable[Filter]) -> int:
    """Return the cards that are left after the filters, each skipped if it would leave none."""
    for rule in filters:
        cards = cards & rule.allowed or cards
    return cards
