"""Naming the trump: the longest suit of the cards that are seen, the stronger one of equals."""

from typing import Final

from engine.cards import NO_TRUMP, SUIT_SIZE, parse_card, parse_trump, rank_of
from engine.seat_view import DealView, LegalMoves

_SHORT: Final = 4  # a hand whose longest suit has fewer cards than this would rather have no trump


def best_move(deal: DealView, asked: LegalMoves) -> str:
    """Return the text of the move that names the trump."""
    hand = tuple(map(parse_card, deal.hand or ()))

    def strength(move: str) -> tuple[int, int]:
        suit = parse_trump(move.partition(" ")[2])
        if suit == NO_TRUMP:
            return _SHORT - 1, 1_000
        ranks = [rank_of(card) for card in hand if card // SUIT_SIZE == suit]
        return len(ranks), sum(ranks)

    return max(asked.moves, key=strength)
