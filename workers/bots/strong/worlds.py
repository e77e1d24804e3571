"""Worlds: whole deals that agree with what a seat remembers."""

from collections.abc import Iterator

from engine.cards import cards_in
from engine.playout.worlds import Chance, Unseen
from workers.bots.strong.memory import Memory

World = tuple[list[int], int]
"""The hands of all seats, and the card that is set aside, -1 for none."""


def hands_of(memory: Memory, chance: Chance) -> Iterator[World]:
    """Yield the hands of all seats and the set-aside card, -1 for none, without an end.

    If the cards cannot lie as the seat believes, as after a past that no rules allow, it believes
    nothing.
    """
    cards = cards_in(memory.unseen)
    needs = [*memory.needs, int(memory.aside)]
    rows = [
        [*(memory.weight(seat, card) for seat in range(memory.seats)), float(memory.aside)]
        for card in cards
    ]
    unseen = Unseen(cards, needs, rows)
    own = [cards | memory.hand * (seat == memory.me) for seat, cards in enumerate(memory.fixed)]
    while True:
        dealt = unseen.deal(chance)
        if dealt is None:
            unseen = Unseen(cards, needs, [[1.0] * len(needs)] * len(cards))
            continue
        aside = dealt.pop()
        hands = [mine | more for mine, more in zip(own, dealt, strict=True)]
        yield hands, aside.bit_length() - 1
