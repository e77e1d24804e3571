"""The talon: what it is worth to a hand, in tricks, and what to say for it.

A hand is counted in tricks with its best suit as trump. Whoever has the talon gives away as many
cards as it takes, so its worth is the gain of the best hand that hand and talon make together.
"""

import math
from typing import Final

from engine.cards import LANES, cards_in, parse_cards, rank_of
from engine.moves import MoveKind
from engine.seat_view import DealView, LegalMoves

_TOP: Final = {12: 1.0, 11: 0.65, 10: 0.3}  # tricks of an ace, king, queen in a side suit
_TRUMP_TOP: Final = {12: 1.0, 11: 0.9, 10: 0.7, 9: 0.5}
_LENGTH: Final = 0.35  # tricks of any other trump
_MARGIN: Final = 0.85  # how much of its worth a bid goes up to


def best_call(deal: DealView, asked: LegalMoves, trick: int) -> str:
    """Return what to say for or about the talon; `trick` is the worth of a trick, above 0."""
    worth = round(gain(deal) * trick)
    if asked.kind is MoveKind.BID:
        lowest = None if asked.number is None else asked.number.minimum
        if lowest is not None and lowest <= _MARGIN * worth:
            return f"{MoveKind.BID} {lowest}"
        return MoveKind.PASS.value
    if asked.kind is MoveKind.OPEN and asked.number is not None:
        # Opening costs nothing: if nobody pays more than it is worth here, it is kept.
        price = min(asked.number.maximum, max(asked.number.minimum + 1, worth + trick))
        return f"{MoveKind.OPEN} {price}"
    return MoveKind.KEEP.value


def gain(deal: DealView) -> float:
    """Return how many tricks the talon adds to the viewer's hand."""
    hand, talon = parse_cards(deal.hand or ()), parse_cards(deal.talon)
    return tricks_of(hand | talon, hand.bit_count() + 1) - tricks_of(hand, hand.bit_count())


def tricks_of(cards: int, size: int) -> float:
    """Return the tricks that the best hand of that size among some cards is good for."""
    return max(_with_trump(cards, size, trump) for trump in range(4))


def _with_trump(cards: int, size: int, trump: int) -> float:
    worths = sorted((_card(card, trump) for card in cards_in(cards)), reverse=True)
    return math.fsum(worths[:size])


def _card(card: int, trump: int) -> float:
    if LANES[trump] >> card & 1:
        return _TRUMP_TOP.get(rank_of(card), _LENGTH)
    return _TOP.get(rank_of(card), 0.0)
