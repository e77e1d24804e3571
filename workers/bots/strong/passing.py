"""Giving cards before the play, by search."""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Final

from engine.cards import cards_in
from engine.moves import Give, Move
from engine.playout.policy import play_out
from engine.rules import Passing
from workers.bots.budget import Means
from workers.bots.strong.memory import Memory, Worth
from workers.bots.strong.question import Question
from workers.bots.strong.search import unit
from workers.bots.strong.worlds import World, worlds_of

_WORLDS: Final = 2  # times as many as for a card: a gift shapes the whole deal, and many are alike
_WEIGHED: Final = 6  # so many cards of the hand are thought of; any of them may go together
_MOST_GIFTS: Final = 24

Gift = tuple[int, ...]


def question(
    memory: Memory, passing: Passing, order: tuple[int, ...], means: Means
) -> Question[Gift, World]:
    """Return which cards are to be given; `order` are the hand's, most gladly given first."""
    gifts = list(combinations(order[: max(_WEIGHED, passing.count)], passing.count))[:_MOST_GIFTS]

    def meant(move: Move) -> list[Gift]:
        cards = set(move.cards) if isinstance(move, Give) else set()
        return [next((gift for gift in gifts if cards == set(gift)), tuple(sorted(cards)))]

    return Question(
        answers=gifts,
        usual=0,
        worlds=worlds_of(memory, means.chance),
        values=_values(memory, passing, memory.wish),
        means=Means(_WORLDS * means.worlds, means.chance, means.watch),
        unit=unit(memory.seats, memory.envy),
        says=Give,
        meant=meant,
        in_points=_values(memory, passing, memory.value),
    )


def _values(
    memory: Memory, passing: Passing, worth: Worth
) -> Callable[[World, Sequence[Gift]], list[float]]:
    """Return what tells how gifts turn out in a world."""
    me, base, opening = memory.me, memory.position(), memory.contract.opening

    def values(world: World, left: Sequence[Gift]) -> list[float]:
        hands, _, picks = world
        given = [_by_danger(memory, hand, passing.count) for hand in hands]
        found = []
        for gift in left:
            given[me] = sum(1 << card for card in gift)
            after = [hand & ~given[seat] for seat, hand in enumerate(hands)]
            for seat, cards in enumerate(given):
                after[(seat + passing.to) % len(hands)] |= cards
            tried = base.with_hands(after)
            tried.moon = memory.contract.moon & tried.held
            if opening:
                holders = (at for at, hand in enumerate(after) if hand & opening)
                tried.let_lead(next(holders, tried.turn))
            play_out(tried, picks)
            found.append(worth(tried.result()))
        return found

    return values


def _by_danger(memory: Memory, hand: int, count: int) -> int:
    """Return the cards that another seat is taken to give: the dear ones, then the high ones."""
    cost = memory.contract.cost
    cards = sorted(cards_in(hand), key=lambda card: (card % 13 + 2 * (cost[card] > 1), card))
    return sum(1 << card for card in cards[-count:])
