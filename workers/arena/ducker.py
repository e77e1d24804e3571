"""The ducker: the simple opponent that others are measured against, the same for ever.

In a trick it plays the highest card under the winning one; with none it plays its highest as the
last of the trick, else its lowest. It leads its lowest card. Where it cannot follow it throws
away the queen of spades, then its highest heart, then its highest card. Equal ranks are taken in
the order clubs, diamonds, spades, hearts. It gives away the cards that it would throw away first,
names the suit of which it sees most cards, keeps or passes, and lays its lowest card in a lottery.
It looks at neither the contract nor the cards that are out, so its strength does not change with
the rules that a table adds.
"""

from collections.abc import Sequence
from typing import Final

from engine.cards import RANKS
from engine.moves import MoveKind
from engine.seat_view import CardPlay, DealView, LegalMoves, SeatTurn

_QUEEN: Final = "QS"
_SUITS: Final = "CDSH"  # the order among equal ranks


def choose(turn: SeatTurn) -> str:
    """Return the text of the move; nothing is drawn."""
    asked, deal = turn.legal_moves, turn.game.deal
    cards = [choice.card for choice in asked.cards if choice.playable]
    if asked.choose is not None:
        gift = sorted(cards, key=_thrown_away, reverse=True)[: asked.choose]
        return f"{MoveKind.GIVE} {' '.join(gift)}"
    if asked.kind is MoveKind.TRUMP:
        return max(asked.moves, key=lambda move: _length(asked, move))
    if asked.kind is not MoveKind.PLAY or deal is None:
        return asked.moves[0]
    return f"{MoveKind.PLAY} {_card(deal, cards, players=turn.rules.players)}"


def _card(deal: DealView, cards: Sequence[str], *, players: int) -> str:
    """Return the card to play to a trick, or to lay."""
    if not deal.table:
        return min(cards, key=_depth)
    led = deal.table[0].card[1]
    if cards[0][1] != led:
        return max(cards, key=_thrown_away)
    winning = _winning(deal.table, led, deal.trump)
    under = [card for card in cards if winning[1] != led or _height(card) < _height(winning)]
    if under:
        return max(under, key=_height)
    return max(cards, key=_height) if len(deal.table) == players - 1 else min(cards, key=_depth)


def _winning(table: Sequence[CardPlay], led: str, trump: str | None) -> str:
    """Return the card that takes the trick as it lies. Source: R1.5."""
    cards = [play.card for play in table]
    trumps = [card for card in cards if card[1] == trump]
    return max(trumps or [card for card in cards if card[1] == led], key=_height)


def _height(card: str) -> tuple[int, int]:
    """Order cards for the highest to be taken, of equal ones the first suit."""
    return RANKS.index(card[0]), -_SUITS.index(card[1])


def _depth(card: str) -> tuple[int, int]:
    """Order cards for the lowest to be taken, of equal ones the first suit."""
    return RANKS.index(card[0]), _SUITS.index(card[1])


def _thrown_away(card: str) -> tuple[bool, bool, tuple[int, int]]:
    return card == _QUEEN, card[1] == "H", _height(card)


def _length(asked: LegalMoves, move: str) -> int:
    suit = move.partition(" ")[2]
    return sum(choice.card[1] == suit for choice in asked.cards)
