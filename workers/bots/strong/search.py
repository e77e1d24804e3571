"""Trying every answer in many worlds, and taking the one that turns out best on average.

All answers are tried in the same worlds, so that what they differ by shows soon. An answer that
clearly falls behind is tried no more; one that a rule of thumb would give is left only for another
that does better by more than chance explains.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeVar

from msgspec import Struct

from workers.bots.budget import Means
from workers.errors import WorkerError

World = TypeVar("World")

_ROUND: Final = 8  # worlds between two looks at which answers have fallen behind
_BEHIND: Final = 2.0  # standard errors by which an answer is given up


class Found(Struct, frozen=True):
    """Which answer is best, by its place, in how many worlds, and whether time ran out."""

    best: int
    worlds: int
    cut: bool


class NothingFoundError(WorkerError):
    """No world could be searched: none agrees with what is known, or the time was over."""


def search(
    worlds: Iterable[World],
    values: Callable[[World, Sequence[int]], Sequence[float]],
    answers: int,
    usual: int,
    means: Means,
) -> Found:
    """Return the best of so many answers; `values` are those of some of them in a world.

    `usual` is the answer that a rule of thumb gives. Raises NothingFoundError.
    """
    left = list(range(answers))
    tried: list[list[float]] = [[] for _ in left]
    done, cut = 0, False
    for world in worlds:
        for at, value in zip(left, values(world, left), strict=True):
            tried[at].append(value)
        done += 1
        if not done % _ROUND and done >= means.patience:
            left = _keeping_up(tried, left)
        cut = means.watch.over
        if cut or len(left) == 1 or done >= means.worlds:
            break
    if not done:
        raise NothingFoundError
    cut = cut and len(left) > 1 and done < means.worlds
    return Found(_best(tried, left, usual, means.doubt), done, cut)


def _best(tried: list[list[float]], left: list[int], usual: int, doubt: float) -> int:
    best = max(left, key=lambda at: sum(tried[at]))
    if usual in left and usual != best:
        gain, error = lead(tried[best], tried[usual])
        return best if gain > doubt * error else usual
    return best


def _keeping_up(tried: list[list[float]], left: list[int]) -> list[int]:
    best = max(left, key=lambda at: sum(tried[at]))
    kept = []
    for at in left:
        gain, error = lead(tried[best], tried[at])
        if at == best or gain <= _BEHIND * error:
            kept.append(at)
    return kept


def lead(ours: list[float], theirs: list[float]) -> tuple[float, float]:
    """Return by how much one answer does better than another, and the standard error of that."""
    count = len(ours)
    total = squares = 0.0
    for mine, other in zip(ours, theirs, strict=True):
        apart = mine - other
        total += apart
        squares += apart * apart
    gain = total / count
    return gain, max(0.0, squares / count - gain * gain) ** 0.5 / count**0.5


def unit(seats: int, envy: float = 1.0) -> float:
    """Return by how much `ahead` grows with a point of one's own, if others lose that point."""
    return 1 + envy / (seats - 1)


def ahead(points: Sequence[int], me: int, sign: int, envy: float = 1.0) -> float:
    """Return by how much a seat does better than the others on average.

    `envy` is how much the points of the others count, beside one's own.
    """
    mine = points[me]
    return sign * (mine - envy * (sum(points) - mine) / (len(points) - 1))
