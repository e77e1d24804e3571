"""Which card of Hearts promises most, by what was learnt, and in which deals that is known."""

from collections.abc import Sequence
from typing import Final

from engine.cards import FULL_DECK, LANES
from engine.playout.contract import BIT, SIDE
from engine.rules import MoonWay, Position
from workers.bots.strong.learnt.features import of_card, seen
from workers.bots.strong.learnt.net import Foreseen, net
from workers.bots.strong.memory import Memory

_SEATS: Final = 4
_HEARTS: Final = 2
_QUEEN: Final = 49  # of spades
_OPENING: Final = BIT[0]  # the two of clubs
_WORTH: Final = [13 if card == _QUEEN else LANES[_HEARTS] >> card & 1 for card in range(52)]
_COSTLY: Final = LANES[_HEARTS] | BIT[_QUEEN]

# What is paid for having the least points: the price of all points of a deal, of a moon that
# another shoots, of one's own, where the others play as ISMCTS does, and where they do not.
_LOOSE: Final = (0.1, 0.0, 0.0)
_CAREFUL: Final = (0.7, 3.0, 0.9)
_DOUBT: Final = 4  # power of the chance of careful others: the higher, the sooner it is neglected


def knows(memory: Memory) -> bool:
    """Return whether a deal is played by the rules that it was learnt by.

    These are Hearts for four without passing in which the queen of spades breaks hearts too, no
    points may fall to the first trick, and a moon costs the others (R8).
    """
    contract, spec, rules = memory.contract, memory.spec, memory.rules
    learnt_cards = contract.worth == _WORTH and not any(contract.trick_worth)
    plain = memory.deck == FULL_DECK and not (memory.talon or memory.aside or contract.drops)
    untold = spec.passing is None and spec.trump is None
    opened = contract.opening == _OPENING and spec.leader is Position.HOLDER
    barred = contract.barred == contract.breakers == _COSTLY and contract.beside == SIDE
    moon = contract.moon == _COSTLY and spec.moon is not None
    ways = spec.moon.ways if spec.moon else ()
    return (
        rules.players == _SEATS
        and contract.sign < 0
        and learnt_cards
        and plain
        and untold
        and opened
        and barred
        and not contract.ban
        and moon
        and ways == (MoonWay.ADD_OTHERS,)
    )


def best_card(memory: Memory, cards: Sequence[int]) -> int:
    """Return the place of the card that promises most among some that may be played."""
    learnt = net()
    sums = learnt.sums(seen(memory))
    foreseen = [learnt.foresee(sums, of_card(memory, card)) for card in cards]
    careful = (1 - foreseen[0].loose) ** _DOUBT
    worths = [_worth(ends, careful) for ends in foreseen]
    return worths.index(max(worths))


def _worth(ends: Foreseen, careful: float) -> float:
    """Return what an end is worth, as far as the others are held to be careful."""
    points, shot, shoots = (
        of_loose + careful * (of_careful - of_loose)
        for of_loose, of_careful in zip(_LOOSE, _CAREFUL, strict=True)
    )
    return ends.least - points * ends.points - shot * ends.shot - shoots * ends.shoots
