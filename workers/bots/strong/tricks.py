"""Playing a card to a trick, by search."""

from collections.abc import Callable, Sequence
from typing import Final

from engine.cards import cards_in
from engine.moves import Move, Play
from engine.playout import TrickPosition
from engine.playout.contract import LANE_OF, OVER, UNDER
from engine.playout.endings import best_end
from engine.playout.moon import may_be_shot
from engine.playout.policy import Pick, pick, play_out, shoot_out
from workers.bots.budget import Means
from workers.bots.strong import learnt
from workers.bots.strong.memory import Memory, Worth
from workers.bots.strong.question import Question
from workers.bots.strong.search import unit
from workers.bots.strong.worlds import World, worlds_of

_EXACT: Final = 3  # cards left in the hand, from which on the end is played out in every way
_EXACT_SHARE: Final = 3  # in so many times fewer worlds: each of them takes so much longer
_WATCHED: Final = 3  # in so many times more while another may shoot the moon: a few worlds decide

Plan = Callable[[TrickPosition, tuple[Pick, ...]], list[int]]
Answer = tuple[int, Plan]


def question(memory: Memory, means: Means) -> Question[Answer, World]:
    """Return which card is to be played; each goes with every plan."""
    base = memory.position()
    cards, plans = distinct(memory), _plans(memory, base)
    means = _means(memory, means)

    def meant(move: Move) -> list[Answer]:
        card = cards[_place(cards, move.card)] if isinstance(move, Play) else cards[0]
        return [(card, plan) for plan in plans]

    return Question(
        answers=[(card, plan) for plan in plans for card in cards],
        usual=_usual(memory, base, cards),
        worlds=worlds_of(memory, means.chance),
        values=_values(base, memory.wish),
        means=means,
        unit=unit(memory.seats, memory.envy),
        says=lambda answer: Play(answer[0]),
        meant=meant,
        in_points=_values(base, memory.value),
        known=_known(memory, cards),
    )


def _known(memory: Memory, cards: Sequence[int]) -> int | None:
    """Return the place of the card that was learnt to be best, where the end is not played out."""
    if memory.hand.bit_count() <= _EXACT or not learnt.knows(memory):
        return None
    return learnt.best_card(memory, cards)


def _values(base: TrickPosition, worth: Worth) -> Callable[[World, Sequence[Answer]], list[float]]:
    """Return what tells how answers turn out in a world."""

    def values(world: World, left: Sequence[Answer]) -> list[float]:
        hands, odd, picks = world
        here = base.with_hands(hands)
        here.odd = odd
        if odd >= 0 and not base.contract.last_takes_odd:
            here.moon &= ~(1 << odd)
        found = []
        for card, plan in left:
            tried = here.copy()
            tried.play(card)
            found.append(worth(plan(tried, picks)))
        return found

    return values


def _means(memory: Memory, means: Means) -> Means:
    """Return in how many worlds the cards are compared, and when the usual one is left."""
    worlds, doubt = means.worlds, means.doubt
    if memory.watched:
        worlds, doubt = _WATCHED * worlds, 0.0
    if memory.hand.bit_count() <= _EXACT:
        worlds = max(1, worlds // _EXACT_SHARE)
    return Means(worlds, means.chance, means.watch, doubt)


def _plans(memory: Memory, base: TrickPosition) -> list[Plan]:
    """Return in which ways the deal may go on after the card."""
    if memory.hand.bit_count() <= _EXACT:
        return [_exactly]
    plans: list[Plan] = [_as_usual]
    within_reach = base.moon and base.sole in {-1, memory.me}
    if within_reach and may_be_shot(base, memory.hand, memory.out):
        plans.append(lambda position, picks: _for_the_moon(position, memory.me, picks))
    return plans


def _exactly(position: TrickPosition, picks: tuple[Pick, ...]) -> list[int]:
    return best_end(position)


def _as_usual(position: TrickPosition, picks: tuple[Pick, ...]) -> list[int]:
    play_out(position, picks)
    return position.result()


def _for_the_moon(position: TrickPosition, seat: int, picks: tuple[Pick, ...]) -> list[int]:
    shoot_out(position, seat, picks)
    return position.result()


def _usual(memory: Memory, base: TrickPosition, cards: tuple[int, ...]) -> int:
    """Return which of the cards the seats of a playout would play."""
    hands = [memory.hand if seat == memory.me else memory.out for seat in range(memory.seats)]
    return _place(cards, pick(base.with_hands(hands), memory.playable))


def _place(cards: tuple[int, ...], chosen: int) -> int:
    """Return which of the distinct cards does the same as one that may be played."""
    alike = (at for at, card in enumerate(cards) if card <= chosen and LANE_OF[card] >> chosen & 1)
    return max(alike, default=0)


def distinct(memory: Memory) -> tuple[int, ...]:
    """Return the playable cards, of neighbours that do the same only the lowest.

    Neighbours are cards of a suit with none between them that lies on the table or that somebody
    else still holds.
    """
    worth = memory.contract.worth
    table = sum(1 << card for card in memory.table)
    kept: list[int] = []
    for card in cards_in(memory.playable):
        if kept:
            last = kept[-1]
            same = LANE_OF[card] == LANE_OF[last] and worth[card] == worth[last]
            if same and not OVER[last] & UNDER[card] & (memory.out | table):
                continue
        kept.append(card)
    return tuple(kept)
