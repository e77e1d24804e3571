"""A small network that judges how a deal of Hearts ends, learnt in `bench/hearts`.

Its first two layers count in whole numbers, so that every machine finds the same. The weights lie
in `weights.bin`, one layer after the other: a row of `_WIDE` for each statement and one that is
always added (signed bytes, in 64ths), `_NARROW` rows of `_WIDE` (signed bytes, in 128ths), what is
added to each (32 bits, in 8192nds), then a row of `_NARROW` for each foreseen number and what is
added to it (floating point). Bytes of the lower value come first.
"""

import struct
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from math import exp
from operator import mul
from typing import Final

from msgspec import Struct

from workers.bots.strong.learnt.features import SIZE

_WIDE: Final = 256
_NARROW: Final = 32
_FORESEEN: Final = 6
_UNIT: Final = 1 / 8192
_LEAK: Final = 0.01  # of what is below nothing, in the second layer


class Foreseen(Struct, frozen=True):
    """How a deal is foreseen to end for a seat.

    `least` is its share of having the least points, `points` what it gets, as a part of all that
    the deal costs, `shoots` and `shot` the chances of a moon of its own and of another's. `loose`
    is the chance that most of the others play as ISMCTS does.
    """

    least: float
    points: float
    shoots: float
    shot: float
    loose: float


class Net:
    """The weights, and what they make of statements."""

    def __init__(self, weights: bytes) -> None:
        """Take the weights as they lie in the file."""
        rows = memoryview(weights).cast("b")
        self._rows = [rows[at * _WIDE : (at + 1) * _WIDE] for at in range(SIZE + 1)]
        start = (SIZE + 1) * _WIDE
        self._second = [
            tuple(rows[start + at * _WIDE : start + (at + 1) * _WIDE]) for at in range(_NARROW)
        ]
        start += _NARROW * _WIDE
        self._added = struct.unpack_from(f"<{_NARROW}i", weights, start)
        start += 4 * _NARROW
        last = struct.unpack_from(f"<{_FORESEEN * (_NARROW + 1)}f", weights, start)
        self._last = [last[at * _NARROW : (at + 1) * _NARROW] for at in range(_FORESEEN)]
        self._ends = last[_FORESEEN * _NARROW :]

    def sums(self, statements: Iterable[int]) -> list[int]:
        """Return what statements come to in the first layer."""
        rows = (self._rows[at] for at in statements)
        return list(map(sum, zip(self._rows[SIZE], *rows, strict=True)))

    def foresee(self, sums: Sequence[int], statements: Iterable[int]) -> Foreseen:
        """Return what more statements make of sums."""
        rows = (self._rows[at] for at in statements)
        first = [x if x > 0 else 0 for x in map(sum, zip(sums, *rows, strict=True))]
        second = [
            _leaky(added + sum(map(mul, row, first)))
            for row, added in zip(self._second, self._added, strict=True)
        ]
        least, points, _, shoots, shot, loose = (
            end + sum(map(mul, row, second))
            for row, end in zip(self._last, self._ends, strict=True)
        )
        return Foreseen(_chance(least), points, _chance(shoots), _chance(shot), _chance(loose))


def _leaky(total: int) -> float:
    return total * _UNIT if total > 0 else total * _UNIT * _LEAK


def _chance(odds: float) -> float:
    return 1 / (1 + exp(-odds))


@cache
def net() -> Net:
    """Return the network of the project, read once."""
    return Net(files(__package__).joinpath("weights.bin").read_bytes())
