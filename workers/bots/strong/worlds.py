"""Worlds: whole deals that agree with what a seat remembers, and how each seat plays in them."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from engine.cards import cards_in
from engine.playout.plain import pick_plainly
from engine.playout.policy import Pick, pick, pick_against, pick_on_guard, pick_shooting
from engine.playout.worlds import Chance, Unseen
from workers.bots.strong.manners import Manner, Way
from workers.bots.strong.memory import Memory

_PICKS: Final = {Way.THINKING: pick, Way.PLAINLY: pick_plainly, Way.SHOOTING: pick_shooting}
# In how many worlds whoever thinks stands in the way of this seat's moon. Another seat's it lets
# be shot: else each search would trust in the others to stop it.
_RESISTED: Final = 0.75


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
    in_the_way = pick_against(memory.me)
    may_shoot = bool(memory.contract.moon) and not memory.watched
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
        thinking = in_the_way if may_shoot and chance.random() < _RESISTED else pick
        picks = [thinking if way is Way.THINKING else _PICKS[way] for way in ways]
        picks[memory.me] = pick_on_guard
        yield World(hands, aside.bit_length() - 1, tuple(picks))


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
