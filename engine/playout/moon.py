"""How seats play when one of them may take every card of the moon. Source: R8.4."""

from typing import TYPE_CHECKING, Final

from engine.cards import LANES
from engine.playout.contract import OVER
from engine.playout.lanes import BELOW, COUNT, SHIFTS, WHOLE, highest, low, top
from engine.playout.tricks import TrickPosition

if TYPE_CHECKING:
    from mypy_extensions import i64

_NEAR: Final = 3  # cards of the moon that one seat has, from which on it is thought of
_RUN: Final = 3  # cards of a suit out for each master, up to which the whole suit is run


def in_reach(position: TrickPosition, legal: "i64", others: "i64") -> "i64":
    """Return the card of the seat that has all points so far, or -1 to play as usual.

    It goes on taking if its hand commands most tricks.
    """
    hand: int = position.hand
    if not _is_near(position) or 2 * masters(hand, others).bit_count() < hand.bit_count():
        return -1
    return reach(position, legal, others)


def _is_near(position: TrickPosition) -> bool:
    taken: int = position.gone & position.moon
    return taken.bit_count() >= _NEAR


def masters(hand: "i64", others: "i64") -> int:
    """Return the cards of a hand that nothing beats in their suits."""
    found: i64 = 0
    for shift in SHIFTS:
        mine: i64 = hand >> shift & WHOLE
        sure: i64 = mine & ~BELOW[top(others >> shift & WHOLE) + 1]
        found |= sure << shift
    return found


def may_be_shot(position: TrickPosition, hand: int, others: int) -> bool:
    """Return whether a seat's hand looks as if it might take every trick to come, or nearly."""
    sure = masters(hand, others)
    winners: i64 = 0
    for shift in SHIFTS:
        best: i64 = COUNT[sure >> shift & WHOLE]
        runs = COUNT[others >> shift & WHOLE] <= _RUN * best
        winners += COUNT[hand >> shift & WHOLE] if runs else best
    return 3 * winners >= 2 * hand.bit_count()


def reach(position: TrickPosition, legal: "i64", others: "i64") -> "i64":
    """Return the card of a seat that wants every card of the moon."""
    if not position.count:
        return top(masters(legal, others) or legal)
    over: i64 = legal & OVER[position.best]
    if over:
        last = position.count == position.contract.players - 1
        return low(over) if last else top(over)
    return low(legal & ~position.moon or legal)


def hinder(position: TrickPosition, legal: "i64", others: "i64") -> "i64":
    """Return the card that stands in the way of a moon, or -1 to play as usual.

    It takes a point from the seat that has all of them, and gives it none. A card that nothing
    beats in its suit is kept: that seat cannot take every trick as long as it has to lead the suit.
    """
    if not position.count or position.owner != position.sole or not _is_near(position):
        return -1
    spare: i64 = legal & ~_stoppers(position.hand, others)
    if legal & LANES[position.led]:
        over: i64 = legal & OVER[position.best]
        if over:
            return low(over) if position.trick & position.moon else -1
        return top(spare) if spare else -1
    clean: i64 = spare & ~position.moon
    if clean:
        return highest(clean)
    return low(spare) if spare else -1


def _stoppers(hand: "i64", others: "i64") -> "i64":
    """Return the highest card of each suit of a hand in which the others have only lower ones."""
    found: i64 = 0
    for shift in SHIFTS:
        mine: i64 = hand >> shift & WHOLE
        theirs: i64 = others >> shift & WHOLE
        if theirs and mine > theirs:
            found |= 1 << (shift + top(mine))
    return found
