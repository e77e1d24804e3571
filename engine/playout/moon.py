"""How seats play when one of them may take every card of the moon. Source: R8.4."""

from typing import Final

from engine.cards import LANES
from engine.playout.contract import OVER
from engine.playout.tricks import TrickPosition

_NEAR: Final = 3  # cards of the moon that one seat has, from which on the others think of it
_RUN: Final = 3  # cards of a suit out for each master, up to which the whole suit is run


def in_view(position: TrickPosition, legal: int, others: int) -> int:
    """Return the card to play while one seat has all points so far, or -1 to play as usual.

    That seat goes on taking if its hand commands most tricks; the others stand in its way.
    """
    if (position.gone & position.moon).bit_count() < _NEAR:
        return -1
    if position.turn != position.sole:
        return _hinder(position, legal)
    hand = position.hands[position.turn]
    if 2 * masters(hand, others).bit_count() < hand.bit_count():
        return -1
    return reach(position, legal, others)


def masters(hand: int, others: int) -> int:
    """Return the cards of a hand that nothing beats in their suits."""
    found = 0
    for lane in LANES:
        found |= hand & lane & ~((1 << (others & lane).bit_length()) - 1)
    return found


def may_be_shot(position: TrickPosition, hand: int, others: int) -> bool:
    """Return whether a seat's hand looks as if it might take every trick to come, or nearly."""
    sure = masters(hand, others)
    winners = 0
    for lane in LANES:
        mine, best = hand & lane, (sure & lane).bit_count()
        runs = (others & lane).bit_count() <= _RUN * best
        winners += mine.bit_count() if runs else best
    return 3 * winners >= 2 * hand.bit_count()


def reach(position: TrickPosition, legal: int, others: int) -> int:
    """Return the card of a seat that wants every card of the moon."""
    if not position.count:
        sure = masters(legal, others)
        return _top(sure or legal)
    over = legal & OVER[position.best]
    if over:
        last = position.count == position.contract.players - 1
        return _low(over) if last else _top(over)
    return _low(legal & ~position.moon or legal)


def _hinder(position: TrickPosition, legal: int) -> int:
    """Take a point from the seat that wants all of them, and give it none."""
    if not position.count or position.owner != position.sole:
        return -1
    if position.trick & position.moon:
        over = legal & OVER[position.best]
        if over:
            return _low(over)
    clean = legal & ~position.moon
    if clean and not legal & LANES[position.led]:
        return max((_top(clean & lane) for lane in LANES if clean & lane), key=_rank)
    return -1


def _rank(card: int) -> int:
    return card % 13


def _top(cards: int) -> int:
    return cards.bit_length() - 1


def _low(cards: int) -> int:
    return (cards & -cards).bit_length() - 1
