"""Worlds: whole deals that agree with what a seat remembers, and how each seat plays in them."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.cards import cards_in
from engine.playout.plain import pick_plainly
from engine.playout.policy import Pick, pick, pick_against, pick_on_guard, pick_shooting
from engine.playout.worlds import Chance, Unseen
from workers.bots.strong.manners import Manner, Way
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
    ways_to_pick = _ways_to_pick(memory)
    dealers: dict[tuple[Way, ...], Unseen] = {}
    while True:
        ways = tuple(manner.way(chance.random()) for manner in manners)
        if ways not in dealers:
            dealers[ways] = _dealer(memory, manners, ways)
        dealt = dealers[ways].deal(chance)
        if dealt is None:
            dealers[ways] = _unbelieving(memory)
            continue
        aside = dealt.pop()
        hands = [mine | more for mine, more in zip(own, dealt, strict=True)]
        picks = [ways_to_pick[way] for way in ways]
        picks[memory.me] = pick_on_guard
        yield World(hands, aside.bit_length() - 1, tuple(picks))


def _ways_to_pick(memory: Memory) -> dict[Way, Pick]:
    """Return how the others choose: a seat that thinks stands in the way of this seat's moon.

    It lets another seat shoot: else each search would trust in the others to stop that one.
    """
    thinking = pick_against(memory.me) if memory.contract.moon else pick
    return {Way.THINKING: thinking, Way.PLAINLY: pick_plainly, Way.SHOOTING: pick_shooting}


def _dealer(memory: Memory, manners: Sequence[Manner], ways: Sequence[Way]) -> Unseen:
    """Return what deals the unseen cards to seats that play so."""
    weights = [manner.holds[way] for manner, way in zip(manners, ways, strict=True)]
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
