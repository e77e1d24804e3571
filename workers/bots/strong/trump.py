"""Naming the trump, by search."""

from collections.abc import Sequence

from engine.cards import NO_TRUMP
from engine.moves import NameTrump
from engine.playout.policy import play_out
from workers.bots.budget import Means
from workers.bots.strong.memory import Memory
from workers.bots.strong.question import Question
from workers.bots.strong.search import ahead, unit
from workers.bots.strong.worlds import World, worlds_of


def question(memory: Memory, trumps: tuple[int, ...], means: Means) -> Question[int, World]:
    """Return which trump, 0-4, is to be named."""
    base = memory.position()

    def values(world: World, left: Sequence[int]) -> list[float]:
        hands, _, _ = world
        found = []
        for trump in left:
            tried = base.with_hands(hands)
            tried.trump = -1 if trump == NO_TRUMP else trump
            play_out(tried)
            found.append(ahead(tried.result(), memory.me, memory.contract.sign))
        return found

    longest = max(trumps, key=lambda trump: (memory.hand >> 13 * trump & 0x1FFF).bit_count())
    return Question(
        answers=trumps,
        usual=trumps.index(longest),
        worlds=worlds_of(memory, means.chance),
        values=values,
        means=means,
        unit=unit(memory.seats),
        says=NameTrump,
        meant=lambda move: [move.suit] if isinstance(move, NameTrump) else [],
    )
