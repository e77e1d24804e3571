"""The short form of a soak: everything that the long one looks at, for some seconds."""

from pathlib import Path

from tests.soak.__main__ import soaked
from tests.soak.census import slope
from tests.soak.soak import Size

SIZE = Size(seconds=6.0, bots=12, people=3, visitors=2, pace_ms=100, moves=21, visits=51)


def test_nothing_is_lost_stuck_or_left_behind(tmp_path: Path) -> None:
    figures = soaked(tmp_path, SIZE)

    print(figures.table())
    assert figures.leaks == []
    assert (figures.lost, figures.doubles, figures.stuck) == (0, 0, set())
    assert figures.matches >= SIZE.bots + SIZE.people
    assert figures.promised >= SIZE.moves
    assert figures.visits >= SIZE.visits
    assert figures.entries > figures.promised + figures.matches  # each has begun, and bots move too


def test_a_slope_is_that_of_the_nearest_line() -> None:
    assert slope([(0, 1), (1, 3), (2, 5)]) == 2
    assert slope([(0, 1), (1, 1), (2, 1)]) == 0
    assert slope([(0, 0), (1, 3), (2, 0), (3, 3)]) == 0.6
    assert slope([(5, 1)]) == 0
