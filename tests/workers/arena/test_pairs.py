"""Differences between bots of a contest, by examples that were worked by hand."""

from math import sqrt

import pytest

from tests.workers.arena.test_figures import SETS, played
from workers.arena.pairs import differences_of


def test_the_first_bot_is_set_against_each_other_by_the_average_of_its_seats() -> None:
    (apart,) = differences_of(SETS, tuple("abb"))

    # Of the first set: 10 - 25 and 6 - 0; of the second: 4 - 6 and 0 - 2; two deals a game.
    assert (apart.bot, apart.other) == ("a", "b")
    assert apart.points_per_deal.mean == (-15 + 6 - 2 - 2) / 8
    # In wins the four games differ by a whole, minus a half, a quarter and a whole.
    assert apart.wins.mean == pytest.approx((1 - 0.5 + 0.25 + 1) / 4)


def test_what_the_cards_bring_to_both_bots_is_not_in_the_interval() -> None:
    sets = (
        (played("ab", (100, 98), (1, 2)), played("ba", (-50, -46), (2, 1))),
        (played("ab", (-70, -74), (1, 2)), played("ba", (30, 32), (2, 1))),
    )

    (apart,) = differences_of(sets, tuple("ab"))

    assert apart.points_per_deal.mean == (2 + 4 + 4 + 2) / 8
    assert apart.points_per_deal.half_width == pytest.approx(0.0)


def test_the_interval_is_that_of_the_differences_of_the_sets() -> None:
    sets = ((played("ab", (4, 0), (1, 2)),), (played("ab", (0, 8), (2, 1)),))

    (apart,) = differences_of(sets, tuple("ab"))

    # Differences 4 and -8 in two deals each: R = -1, residuals 6 and -6.
    spread = sqrt((36 + 36) / 1) / 2
    assert apart.points_per_deal.half_width == pytest.approx(12.7062 * spread / sqrt(2))


def test_a_bot_alone_differs_from_nobody() -> None:
    assert differences_of(((played("aa", (1, 2), (2, 1)),),), ("a", "a")) == ()
