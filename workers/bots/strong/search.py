"""Trying every answer in many worlds, and taking the one that turns out best on average."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from msgspec import Struct

from workers.bots.budget import Means
from workers.errors import WorkerError

World = TypeVar("World")


class Found(Struct, frozen=True):
    """Which answer is best, by its place, in how many worlds, and whether time ran out."""

    best: int
    worlds: int
    cut: bool
    means: tuple[float, ...]


class NothingFoundError(WorkerError):
    """No world could be searched: none agrees with what is known, or the time was over."""


def search(
    worlds: Iterable[World],
    values: Callable[[World], Sequence[float]],
    means: Means,
) -> Found:
    """Return the answer of the highest mean; `values` are those of all answers in a world.

    Raises NothingFoundError.
    """
    sums: list[float] = []
    done, cut = 0, False
    for world in worlds:
        found = values(world)
        sums = list(map(sum, zip(sums, found, strict=True))) if sums else list(found)
        done += 1
        cut = done < means.worlds and means.watch.over
        if cut or done >= means.worlds:
            break
    if not done:
        raise NothingFoundError
    best = max(range(len(sums)), key=sums.__getitem__)
    return Found(best, done, cut, tuple(total / done for total in sums))


def ahead(points: Sequence[int], me: int, sign: int) -> float:
    """Return by how much a seat does better than the others on average."""
    mine = points[me]
    return sign * (mine - (sum(points) - mine) / (len(points) - 1))
