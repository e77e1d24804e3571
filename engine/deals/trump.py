"""Naming the trump, on the whole hand or on its first cards. Source: R3.3, R3.4."""

from msgspec.structs import replace

from engine.cards import LANES, NO_TRUMP, card_set, parse_trump, trump_text
from engine.deals.decision import Decision
from engine.errors import RuleCode, RuleError
from engine.events import Effect, TrumpNamed
from engine.moves import MoveKind
from engine.rules import TrumpChoice
from engine.state import DealState


def decision(choice: TrumpChoice, deal: DealState, seat: int) -> Decision:
    """Return the choice of the seat that names the trump."""
    seen = card_set(deal.seen_hand(seat, choice.seen_cards))
    trumps = tuple(parse_trump(trump) for trump in choice.suits)
    section = "R3.3" if choice.seen_cards is None else "R3.4"
    return Decision(seat, MoveKind.TRUMP, seen, trumps=trumps, section=section)


def longest(asked: Decision) -> int:
    """Return the suit of most seen cards among those offered, the highest among equals."""
    return max(asked.trumps, key=lambda trump: (_length(asked.cards, trump), trump))


def _length(cards: int, trump: int) -> int:
    return -1 if trump == NO_TRUMP else (cards & LANES[trump]).bit_count()


def refusal(asked: Decision, trump: int) -> RuleError | None:
    """Return why a trump may not be named, or nothing if it may."""
    if trump in asked.trumps:
        return None
    detail = f"{trump_text(trump)} is not among the trumps of this deal"
    return RuleError(RuleCode.TRUMP_NOT_OFFERED, detail, "R3.3")


def name(deal: DealState, seat: int, trump: int) -> tuple[DealState, tuple[Effect, ...]]:
    """Name an allowed trump: it is public, and each seat sees its whole hand."""
    hands = tuple(deal.seen_hand(at, None) for at in range(deal.seats))
    return replace(deal, trump=trump), (TrumpNamed(seat, trump, hands),)
