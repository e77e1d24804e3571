"""Laying a card in a lottery: open the way to one's own cards, and hold up the others."""

from typing import Final

from engine.cards import LANES, SUIT_SIZE, cards_in, parse_cards, rank_of
from engine.seat_view import DealView, LegalMoves

_BLOCK: Final = 0.5  # what holding up another's card is worth, next to opening one's own


def best_card(deal: DealView, asked: LegalMoves) -> int:
    """Return the card to lay; among equals the lowest."""
    hand = parse_cards(deal.hand or ())
    laid = parse_cards(card for row in deal.rows or () for card in row.cards)
    playable = parse_cards(choice.card for choice in asked.cards if choice.playable)
    if not laid:
        return max(cards_in(playable), key=lambda card: opening(card, hand))
    return max(cards_in(playable), key=lambda card: way(card, hand, laid))


def opening(card: int, hand: int) -> int:
    """Return how near one's own cards are to the rank with which a card opens every suit."""
    return -sum(abs(rank_of(other) - rank_of(card)) for other in cards_in(hand))


def way(card: int, hand: int, laid: int) -> float:
    """Return what the cards beyond a card are worth: one's own, less those of the others."""
    lane = LANES[card // SUIT_SIZE]
    below = lane & ((1 << card) - 1)
    above = lane & ~below & ~(1 << card)
    beyond = sum(side for side in (below, above) if not side & laid)
    own = (beyond & hand).bit_count()
    return own - _BLOCK * (beyond.bit_count() - own)
