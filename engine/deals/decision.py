"""What a seat is asked to choose, and the filters that narrow its cards."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from engine.cards import FULL_DECK, HEARTS, LANES, card_text, suit_text
from engine.errors import RuleCode, RuleError
from engine.moves import MoveKind


class Filter(Struct, frozen=True):
    """A rule that narrows what may be played; skipped when it would leave nothing.

    Source: R1.11.
    """

    allowed: int
    code: RuleCode
    section: str
    detail: str
    suit: str | None = None

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


class Decision(Struct, frozen=True):
    """What one seat must choose now.

    `cards` are the cards that it may see in its hand, `playable` those of them that may be
    chosen, `filters` the rules that took the others away, in order. `suits` are the trumps that
    may be named.
    """

    seat: int
    kind: MoveKind
    cards: int
    playable: int = 0
    filters: tuple[Filter, ...] = ()
    suits: tuple[int, ...] = ()

    def refusal(self, card: int) -> RuleError | None:
        """Return why a card of this decision may not be chosen, or nothing if it may."""
        if not self.cards >> card & 1:
            detail = f"{card_text(card)} is not in the hand of seat {self.seat}"
            return RuleError(RuleCode.NOT_IN_HAND, detail, "R1.3")
        if self.playable >> card & 1:
            return None
        left = self.cards
        for rule in self.filters:
            kept = left & rule.allowed
            if kept and not kept >> card & 1:
                return rule.refusal(card)
            left = kept or left
        detail = f"{card_text(card)} cannot be chosen before the trump is named"
        return RuleError(RuleCode.WRONG_PHASE, detail, "R3.4")


def narrowed(cards: int, filters: Iterable[Filter]) -> int:
    """Return the cards that are left after the filters, each skipped if it would leave none."""
    for rule in filters:
        cards = cards & rule.allowed or cards
    return cards
