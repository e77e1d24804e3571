"""How a plain seat plays where taking costs, and what its cards then tell of its hand.

It counts nothing: it leads its lowest card, follows with the highest card that does not take the
trick, takes with its lowest unless it is the last, and throws away what costs most. Because
every card that it plays is the first in such an order, the cards before it in that order are not
in its hand.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from engine.cards import LANES, SUIT_SIZE, card_set
from engine.playout.contract import OVER, SUIT, UNDER, Contract
from engine.playout.lanes import highest, low, lowest, top
from engine.playout.tricks import TrickPosition

if TYPE_CHECKING:
    from mypy_extensions import i64

_LOWER: Final = tuple(
    card_set(other for other in range(52) if other % SUIT_SIZE < card % SUIT_SIZE)
    for card in range(52)
)


def pick_plainly(position: TrickPosition, legal: "i64") -> "i64":
    """Return the card that a plain seat chooses among those that it may play."""
    if not position.count:
        return lowest(legal)
    if not legal & LANES[position.led]:
        return _dearest(position.contract, legal)
    under: i64 = legal & UNDER[position.best]
    if under:
        return top(under)
    return top(legal) if position.count == position.contract.players - 1 else low(legal)


def _dearest(contract: Contract, legal: "i64") -> "i64":
    """Return the card that costs most; of equals the highest, then the lowest suit."""
    costly: i64 = legal & contract.costly
    if not costly:
        return highest(legal & ~contract.valued or legal)
    dear = contract.dear
    dearest: i64 = -1
    most: i64 = 0
    while costly:
        card = low(costly)
        if dear[card] > most:
            dearest, most = card, dear[card]
        costly &= costly - 1
    return dearest


def passed_over(contract: Contract, table: Sequence[int], card: int) -> int:
    """Return the cards that a plain seat, could it play them, would have played sooner.

    `table` are the cards before it in the trick.
    """
    if not table:
        return _LOWER[card]
    led = SUIT[table[0]]
    if SUIT[card] != led:
        return _thrown_sooner(contract, card) & ~LANES[led]
    best = max(other for other in table if SUIT[other] == led)
    if card < best:
        return UNDER[best] & OVER[card]
    last = len(table) == contract.players - 1
    return UNDER[best] | (OVER[card] if last else UNDER[card])


def _thrown_sooner(contract: Contract, card: int) -> int:
    cost = contract.cost
    order = (cost[card], card % SUIT_SIZE)
    return card_set(other for other in range(52) if (cost[other], other % SUIT_SIZE) > order)
