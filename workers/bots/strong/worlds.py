"""Worlds: whole deals that agree with what a seat remembers, and how each seat plays in them."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.cards import cards_in
from engine.playout.plain import pick_plainly
from engine.playout.policy import Pick, pick
from engine.playout.worlds import Chance, Unseen
from workers.bots.strong.manners import Manner
from workers.bots.strong.memory import Memory


class World(NamedTuple):
    """The hands of all seats, the card that is set aside, -1 for none, and how each seat plays.

    Without `picks` all seats play with thought.
    """

    hands: list[int]
    odd: int = -1
    picks: tuple[Pick, ...] = ()


def worlds_of(memory: Memory, chance: Chance) -> Iterator[World]:
    """Yield worlds without an end.

    If the cards cannot lie as the seat believes, as after a past that no rules allow, it believes
    nothing.
    """
    manners = [Manner(memory, seat) for seat in range(memory.seats)]
    own = [cards | memory.hand * (seat == memory.me) for seat, cards in enumerate(memory.fixed)]
    dealers: dict[tuple[bool, ...], Unseen] = {}
    while True:
        plain = tuple(chance.random() < manner.plain for manner in manners)
        if plain not in dealers:
            dealers[plain] = _dealer(memory, manners, plain)
        dealt = dealers[plain].deal(chance)
        if dealt is None:
            dealers[plain] = _unbelieving(memory)
            continue
        aside = dealt.pop()
        hands = [mine | more for mine, more in zip(own, dealt, strict=True)]
        picks = tuple(pick_plainly if at else pick for at in plain)
        yield World(hands, aside.bit_length() - 1, picks)


def _dealer(memory: Memory, manners: Sequence[Manner], plain: Sequence[bool]) -> Unseen:
    """Return what deals the unseen cards to seats that play so."""
    weights = [
        manner.plainly if at else manner.thinking for manner, at in zip(manners, plain, strict=True)
    ]
    rows = [
        [
            *(memory.weight(seat, card) * weights[seat][card] for seat in range(memory.seats)),
            float(memory.aside),
        ]
        for card in cards_in(memory.unseen)
    ]
    return Unseen(cards_in(memory.unseen), _needs(memory), rows)


def _unbelieving(memory: Memory) -> Unseen:
    cards, needs = cards_in(memory.unseen), _needs(memory)
    return Unseen(cards, needs, [[1.0] * len(needs)] * len(cards))


def _needs(memory: Memory) -> list[int]:
    return [*memory.needs, int(memory.aside)]
