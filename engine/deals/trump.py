"""Naming the trump, on the whole hand or on its first cards. Source: R3.4."""

from msgspec.structs import replace

from engine.cards import LANES, card_set, parse_suit, suit_text
from engine.deals.decision import Decision
from engine.errors import RuleCode, RuleError
from engine.events import Effect, TrumpNamed
from engine.moves import Move, MoveKind, NameTrump
from engine.rules import TrumpChoice
from engine.state import DealState, Phase


def decision(choice: TrumpChoice, deal: DealState, seat: int) -> Decision:
    """Return the choice of the seat that names the trump."""
    seen = card_set(deal.seen_hand(seat, choice.seen_cards))
    suits = tuple(parse_suit(suit) for suit in choice.suits)
    return Decision(seat, MoveKind.TRUMP, seen, suits=suits)


def default(asked: Decision) -> Move:
    """Return the suit of most seen cards, the highest suit among equals."""
    return NameTrump(
        max(asked.suits, key=lambda suit: ((asked.cards & LANES[suit]).bit_count(), suit))
    )


def refusal(asked: Decision, suit: int) -> RuleError | None:
    """Return why a suit may not be named, or nothing if it may."""
    if suit in asked.suits:
        return None
    detail = f"{suit_text(suit)} is not among the trumps of this deal"
    return RuleError(RuleCode.TRUMP_NOT_OFFERED, detail, "R3.4", suit_text(suit))


def name(deal: DealState, seat: int, suit: int) -> tuple[DealState, list[Effect]]:
    """Name an allowed trump: it is public, and each seat sees its whole hand."""
    after = replace(deal, trump=suit, phase=Phase.TRICKS, to_act=(deal.leader,))
    hands = tuple(deal.dealt(at) for at in range(deal.seats))
    return after, [TrumpNamed(seat, suit, hands)]
