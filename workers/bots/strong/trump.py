"""Naming the trump, by search."""

from collections.abc import Sequence

from engine.cards import NO_TRUMP
from engine.playout.policy import play_out
from workers.bots.budget import Means
from workers.bots.strong.memory import Memory
from workers.bots.strong.search import Found, ahead, search
from workers.bots.strong.worlds import hands_of


def best_trump(memory: Memory, trumps: tuple[int, ...], means: Means) -> tuple[int, Found]:
    """Return the trump 0-4 to name and how it was found; raises NothingFoundError."""
    base = memory.position()

    def values(world: tuple[list[int], int], left: Sequence[int]) -> list[float]:
        hands, _ = world
        found = []
        for trump in (trumps[at] for at in left):
            tried = base.with_hands(hands)
            tried.trump = -1 if trump == NO_TRUMP else trump
            play_out(tried)
            found.append(ahead(tried.result(), memory.me, memory.contract.sign))
        return found

    longest = max(trumps, key=lambda trump: (memory.hand >> 13 * trump & 0x1FFF).bit_count())
    worlds = hands_of(memory, means.chance)
    found = search(worlds, values, len(trumps), trumps.index(longest), means)
    return trumps[found.best], found
