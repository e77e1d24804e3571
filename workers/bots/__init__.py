"""House bots: pure strategies, from what a seat sees to a move."""

from workers.bots.house import choose

__all__ = ["choose"]
