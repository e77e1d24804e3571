"""Naming the trump, by search."""

from engine.cards import NO_TRUMP
from engine.playout.policy import play_out
from workers.bots.budget import Means
from workers.bots.strong.memory import Memory
from workers.bots.strong.search import Found, ahead, search
from workers.bots.strong.worlds import hands_of


def best_trump(memory: Memory, trumps: tuple[int, ...], means: Means) -> tuple[int, Found]:
    """Return the trump 0-4 to name and how it was found; raises NothingFoundError."""
    base = memory.position()

    def values(world: tuple[list[int], int]) -> list[float]:
        hands, _ = world
        found = []
        for trump in trumps:
            tried = base.with_hands(hands)
            tried.trump = -1 if trump == NO_TRUMP else trump
            play_out(tried)
            found.append(ahead(tried.result(), memory.me, memory.contract.sign))
        return found

    found = search(hands_of(memory, means.chance), values, means)
    return trumps[found.best], found
