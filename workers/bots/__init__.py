"""House bots: pure strategies, from what a seat sees to a move."""

from engine.bot_levels import Level
from workers.bots.budget import Budget, Choice, Judgement
from workers.bots.levels import choose, judge

__all__ = ["Budget", "Choice", "Judgement", "Level", "choose", "judge"]
