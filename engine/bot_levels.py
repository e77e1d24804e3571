"""The levels at which the house plays: how much its bots think before they move."""

from enum import StrEnum
from typing import Final


class Level(StrEnum):
    """How well a house bot plays, weakest first; the list may grow.

    `easy` plays as somebody who has just learnt the game, `medium` by rules of thumb, `strong`
    plays out hands that agree with all it has seen; docs/bots.md has the rest.
    """

    EASY = "easy"
    MEDIUM = "medium"
    STRONG = "strong"


LADDER: Final = tuple(Level)
"""The levels from the weakest on: one that fails leaves its choice to the one before it."""


def at_most(level: Level) -> tuple[Level, ...]:
    """Return a level and those below it, the strongest first."""
    return LADDER[LADDER.index(level) :: -1]
