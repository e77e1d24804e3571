"""Playing a card to a trick, by search."""

from collections.abc import Sequence

from engine.cards import cards_in
from engine.playout import TrickPosition
from engine.playout.contract import LANE_OF
from engine.playout.policy import pick, play_out
from workers.bots.budget import Means
from workers.bots.strong.memory import Memory
from workers.bots.strong.search import Found, ahead, search
from workers.bots.strong.worlds import hands_of


def best_card(memory: Memory, means: Means) -> tuple[int, Found]:
    """Return the card to play and how it was found; raises NothingFoundError."""
    base = memory.position()
    base.moon = memory.contract.moon & memory.dealt
    cards = distinct(memory)
    me, sign = memory.me, memory.contract.sign

    def values(world: tuple[list[int], int], left: Sequence[int]) -> list[float]:
        hands, odd = world
        here = base.with_hands(hands)
        here.odd = odd
        if odd >= 0:
            here.moon &= ~(1 << odd)
        found = []
        for at in left:
            tried = here.copy()
            tried.play(cards[at])
            play_out(tried)
            found.append(ahead(tried.result(), me, sign))
        return found

    worlds = hands_of(memory, means.chance)
    found = search(worlds, values, len(cards), _usual(memory, base, cards), means)
    return cards[found.best], found


def _usual(memory: Memory, base: TrickPosition, cards: tuple[int, ...]) -> int:
    """Return which of the cards the seats of a playout would play."""
    out = memory.unseen | _fixed(memory)
    hands = [memory.hand if seat == memory.me else out for seat in range(memory.seats)]
    chosen = pick(base.with_hands(hands), memory.playable)
    lane = LANE_OF[chosen]
    return max(
        (at for at, card in enumerate(cards) if card <= chosen and lane >> card & 1),
        default=0,
    )


def distinct(memory: Memory) -> tuple[int, ...]:
    """Return the playable cards, of neighbours that do the same only the lowest.

    Neighbours are cards of a suit with none between them that somebody else still holds.
    """
    worth = memory.contract.worth
    kept: list[int] = []
    for card in cards_in(memory.playable):
        if kept:
            last = kept[-1]
            between = LANE_OF[card] & ((1 << card) - 1) & ~((2 << last) - 1)
            same = LANE_OF[card] == LANE_OF[last] and worth[card] == worth[last]
            table = 0
            if memory.deal.table:
                table = sum(1 << at for at in memory.tricks[-1][1])
            if same and not between & (memory.unseen | table | _fixed(memory)):
                continue
        kept.append(card)
    return tuple(kept)


def _fixed(memory: Memory) -> int:
    known = 0
    for cards in memory.fixed:
        known |= cards
    return known
