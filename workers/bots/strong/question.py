"""What a turn asks: the answers to it, and how each of them turns out in a world."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Generic, TypeVar

from msgspec import Struct

from engine.bot_levels import Level
from engine.moves import Move, move_text, parse_move
from workers.bots.budget import Choice, Judgement, Means
from workers.bots.strong.search import Found, lead, search

Answer = TypeVar("Answer")
World = TypeVar("World")


class Question(Struct, Generic[Answer, World], frozen=True, kw_only=True):
    """Answers worth thinking of, and what is needed to compare them and any other.

    `usual` is the place of the one that a rule of thumb gives. `values` are those of some answers
    in a world, in which a point of the seat's own counts for `unit`. `says` is the move that an
    answer stands for, `meant` the answers that a move may stand for. `in_points` are the values by
    points alone, which a move is judged by, where a choice looks at more than points. `known` is
    the place of the best answer where that is known without search.
    """

    answers: Sequence[Answer]
    usual: int
    worlds: Iterator[World]
    values: Callable[[World, Sequence[Answer]], Sequence[float]]
    means: Means
    unit: float
    says: Callable[[Answer], Move]
    meant: Callable[[Move], Sequence[Answer]]
    in_points: Callable[[World, Sequence[Answer]], Sequence[float]] | None = None
    known: int | None = None

    def choice(self) -> Choice:
        """Return the best answer as a move; raises NothingFoundError."""
        found = self._search()
        move = move_text(self.says(self.answers[found.best]))
        return Choice(move, Level.STRONG, found.worlds, found.cut)

    def judgement(self, played: str) -> Judgement:
        """Return how much worse a move is than the best answer; raises NothingFoundError.

        The two are compared in worlds of their own: in those that the best answer was found in,
        chance has favoured it.
        """
        best = self.answers[self._search().best]
        rivals = self.meant(parse_move(played))
        if self.says(best) in map(self.says, rivals):
            return Judgement(played, 0.0)
        move = move_text(self.says(best))
        ours, *theirs = self._tried([best, *rivals])
        if not ours:
            return Judgement(move)
        gain, error = min(lead(ours, other) for other in theirs)
        lost = max(0.0, gain / self.unit)
        return Judgement(move, lost, error / self.unit, len(ours))

    def _search(self) -> Found:
        if self.known is not None:
            return Found(self.known, 0, cut=False)

        def values(world: World, left: Sequence[int]) -> Sequence[float]:
            return self.values(world, [self.answers[at] for at in left])

        return search(self.worlds, values, len(self.answers), self.usual, self.means)

    def _tried(self, answers: Sequence[Answer]) -> list[list[float]]:
        """Return the values of answers in worlds that have not been used yet."""
        tried: list[list[float]] = [[] for _ in answers]
        judged = self.in_points or self.values
        for world in islice(self.worlds, self.means.worlds):
            for values, value in zip(tried, judged(world, answers), strict=True):
                values.append(value)
            if self.means.watch.over:
                break
        return tried
