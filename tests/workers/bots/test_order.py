"""Each level plays better than the one below it: a smoke of what docs/bots.md measures.

Every hand is played once from each seat, counts alone decide, and the seeds are fixed, so the
figures are the same everywhere.
"""

import pytest

from engine.rules import Direction, Rules
from tests.engine.table import game
from workers.arena.roster import Choose
from workers.arena.table import Sitting, play_deal
from workers.bots import Budget, Level, choose

SEEDS = range(5)


def lead(rules: Rules, number: int, better: Level, other: Level) -> float:
    """Return by how much one seat of a level is ahead of three of another, per deal."""
    sign = -1 if rules.direction is Direction.LOW else 1
    total = 0.0
    for seed in SEEDS:
        for seat in range(rules.players):
            levels = [other] * rules.players
            levels[seat] = better
            points = play_deal(rules, seed, number, [Sitting(quick(at)) for at in levels]).points
            mine = points[seat]
            total += sign * (mine - (sum(points) - mine) / (rules.players - 1))
    return total / (len(SEEDS) * rules.players)


def quick(level: Level) -> Choose:
    """Return a bot of a level that thinks less than it does in a match."""
    return lambda turn: choose(turn, level, Budget(worlds=24)).move


@pytest.mark.parametrize(
    ("name", "number"), [("kurnik", 3), ("kurnik", 7), ("ten_deal", 4), ("king", 5), ("sik", 7)]
)
def test_medium_is_ahead_of_easy(name: str, number: int) -> None:
    assert lead(game(name), number, Level.MEDIUM, Level.EASY) > 0


@pytest.mark.parametrize(("name", "number"), [("kurnik", 8), ("ten_deal", 7)])
def test_strong_is_ahead_of_medium(name: str, number: int) -> None:
    assert lead(game(name), number, Level.STRONG, Level.MEDIUM) > 0
