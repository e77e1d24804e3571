"""The strong level: it plays out hands that agree with all that its seat has seen."""

from workers.bots.strong.choice import choose, judge

__all__ = ["choose", "judge"]
