"""Naming the trump: the longest suit of the cards that are seen, the stronger one of equals."""

from engine.cards import SUIT_SIZE, parse_card, parse_suit, rank_of
from engine.seat_view import DealView, LegalMoves


def best_move(deal: DealView, asked: LegalMoves) -> str:
    """Return the text of the move that names the trump."""
    hand = tuple(map(parse_card, deal.hand or ()))

    def strength(move: str) -> tuple[int, int]:
        suit = parse_suit(move.partition(" ")[2])
        ranks = [rank_of(card) for card in hand if card // SUIT_SIZE == suit]
        return len(ranks), sum(ranks)

    return max(asked.moves, key=strength)
