"""Giving cards before the play, by search."""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from engine.cards import cards_in
from engine.playout.policy import play_out
from engine.rules import Passing
from workers.bots.budget import Means
from workers.bots.strong.memory import Memory
from workers.bots.strong.search import Found, ahead, search
from workers.bots.strong.worlds import hands_of

_WEIGHED: Final = 6  # so many cards of the hand are thought of; any of them may go together
_MOST_GIFTS: Final = 24


def best_gift(
    memory: Memory,
    passing: Passing,
    order: tuple[int, ...],
    means: Means,
) -> tuple[tuple[int, ...], Found]:
    """Return the cards to give; `order` are those of the hand, most gladly given first.

    Raises NothingFoundError.
    """
    gifts = list(combinations(order[: max(_WEIGHED, passing.count)], passing.count))[:_MOST_GIFTS]
    me, sign = memory.me, memory.contract.sign
    base = memory.position()
    opening = memory.contract.opening

    def values(world: tuple[list[int], int], left: Sequence[int]) -> list[float]:
        hands, _ = world
        given = [_by_danger(memory, hand, passing.count) for hand in hands]
        found = []
        for gift in (gifts[at] for at in left):
            given[me] = sum(1 << card for card in gift)
            after = [hand & ~given[seat] for seat, hand in enumerate(hands)]
            for seat, cards in enumerate(given):
                after[(seat + passing.to) % len(hands)] |= cards
            tried = base.with_hands(after)
            tried.moon = memory.contract.moon & tried.held
            if opening:
                tried.turn = next(
                    (at for at, hand in enumerate(after) if hand & opening), tried.turn
                )
            play_out(tried)
            found.append(ahead(tried.result(), me, sign, memory.envy))
        return found

    found = search(hands_of(memory, means.chance), values, len(gifts), 0, means)
    return gifts[found.best], found


def _by_danger(memory: Memory, hand: int, count: int) -> int:
    """Return the cards that another seat is taken to give: the dear ones, then the high ones."""
    cost = memory.contract.cost
    cards = sorted(cards_in(hand), key=lambda card: (card % 13 + 2 * (cost[card] > 1), card))
    return sum(1 << card for card in cards[-count:])
