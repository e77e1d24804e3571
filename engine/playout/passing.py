"""Which cards a hand is best rid of before the play.

Where taking pays these are its lowest. Where it costs, a hand gives high cards that few lower ones
of their suit guard, and comes nearer to lacking a short suit. A suit with a dear card, such as the
queen of spades, is another matter: the cards under the dear ones guard them and stay; that card
and those over it go unless they are well guarded.
"""

from typing import Final

from engine.cards import cards_in
from engine.playout.contract import BIT, LANE_OF, UNDER, Contract

_DEAR: Final = 0.15  # the part of what a deal costs from which on one card of it is dear
_GUARDS: Final = 4  # cards under the dear ones of a suit, from which on these are safe

# Counted in ranks; found by playing many thousand deals.
_OVER: Final = 5  # for a dear card, or one over it, that is not safe
_ITSELF: Final = 3  # for a dear card besides
_SAFE: Final = -20  # for one that is safe, and for what it is good to take
_GUARDING: Final = -10  # for a card under the dear ones
_COSTLY: Final = 1.5
_LOWER: Final = -0.4  # for each lower card of the suit
_SHORT: Final = 1.0  # for each card that the suit has less than four


def gladly_given(contract: Contract, hand: int, count: int) -> list[int]:
    """Return the cards that a hand is best rid of before the play, the worst of them first."""
    given: list[int] = []
    dear = dear_cards(contract)
    for _ in range(count):
        card = max(cards_in(hand), key=lambda at: _danger(contract, hand, dear, at))
        given.append(card)
        hand ^= BIT[card]
    return given


def dear_cards(contract: Contract) -> int:
    """Return the cards of which each is much of what the deal costs, as a set."""
    least = max(1.0, _DEAR * contract.total)
    return sum(BIT[card] for card in cards_in(contract.costly) if contract.cost[card] >= least)


def _danger(contract: Contract, hand: int, dear: int, card: int) -> float:
    """Return how glad a hand is to be rid of a card."""
    mine, rank = hand & LANE_OF[card], card % 13
    dear_here = dear & LANE_OF[card]
    if contract.total < 0:
        return -rank
    if contract.cost[card] < 0:
        return rank + _SAFE
    if dear_here:
        least = (dear_here & -dear_here).bit_length() - 1
        if card < least:
            return rank + _GUARDING
        if (mine & UNDER[least]).bit_count() >= _GUARDS:
            return rank + _SAFE
        return rank + _OVER + _ITSELF * (dear >> card & 1)
    danger = rank + _LOWER * (mine & UNDER[card]).bit_count()
    danger += _SHORT * max(0, 4 - mine.bit_count())
    return danger + (_COSTLY if contract.cost[card] > 0 else 0)
