"""How a plain seat plays where taking costs, and what its cards then tell of its hand.

It counts nothing: it leads its lowest card, follows with the highest card that does not take the
trick, takes with its lowest unless it is the last, and throws away what costs most. Because
every card that it plays is the first in such an order, the cards before it in that order are not
in its hand.
"""

from collections.abc import Sequence
from typing import Final

from engine.cards import LANES, SUIT_SIZE, card_set, cards_in
from engine.playout.contract import OVER, SUIT, UNDER, Contract
from engine.playout.tricks import TrickPosition

_RANK: Final = tuple(card % SUIT_SIZE for card in range(52)).__getitem__
_LOWER: Final = tuple(
    card_set(other for other in range(52) if other % SUIT_SIZE < card % SUIT_SIZE)
    for card in range(52)
)


def pick_plainly(position: TrickPosition, legal: int) -> int:
    """Return the card that a plain seat chooses among those that it may play."""
    if not position.count:
        return min((_low(legal & lane) for lane in LANES if legal & lane), key=_RANK)
    if not legal & LANES[position.led]:
        return _dearest(position.contract, legal)
    if under := legal & UNDER[position.best]:
        return _top(under)
    return _top(legal) if position.count == position.contract.players - 1 else _low(legal)


def _dearest(contract: Contract, legal: int) -> int:
    """Return the card that costs most; of equals the highest, of equals the last suit."""
    costly = legal & contract.costly
    if not costly:
        idle = legal & ~contract.valued or legal
        return max((_top(idle & lane) for lane in LANES if idle & lane), key=_RANK)
    return max(cards_in(costly), key=lambda card: (contract.cost[card], card % SUIT_SIZE))


def _top(cards: int) -> int:
    return cards.bit_length() - 1


def _low(cards: int) -> int:
    return (cards & -cards).bit_length() - 1


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
