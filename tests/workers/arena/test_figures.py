"""The figures of a contest, by examples that were worked by hand."""

from math import sqrt

import pytest

from workers.arena.contest import Game
from workers.arena.figures import Mean, figures_of, shares, student
from workers.arena.table import Played

MS = 1_000_000


def played(bots: str, points: tuple[int, ...], ranks: tuple[int, ...], deals: int = 2) -> Game:
    """Return a game whose seats took 1 ms for one decision, 2 ms for the next."""
    times = ((MS, 2 * MS),) * len(bots)
    return Game(tuple(bots), Played(points, ranks, deals), times, ({},) * len(bots))


SETS = (
    (played("abb", (10, 20, 30), (1, 2, 3)), played("bab", (0, 6, 0), (1, 3, 1))),
    (played("abb", (4, 4, 8), (1, 1, 3)), played("bab", (2, 0, 2), (2, 1, 2))),
)


def test_means_are_over_the_seats_and_rotations_of_a_bot() -> None:
    first, second = figures_of(SETS, tuple("abb"), deals_only=False)

    assert (first.bot, first.seats, first.matches, first.deals) == ("a", 1, 4, 8)
    assert (second.bot, second.seats, second.matches, second.deals) == ("b", 2, 8, 16)
    assert first.points_per_deal.mean == 20 / 8
    assert second.points_per_deal.mean == 66 / 16
    assert first.points_per_match is not None
    assert first.points_per_match.mean == 20 / 4


def test_the_interval_takes_the_set_for_the_unit_of_chance() -> None:
    first, _ = figures_of(SETS, tuple("abb"), deals_only=False)

    # Sets brought 16 and 4 points in 2 matches each: residuals 6 and -6 around 10.
    spread = sqrt((36 + 36) / 1) / 2
    assert first.points_per_match is not None
    assert first.points_per_match.half_width == pytest.approx(12.7062 * spread / sqrt(2))


def test_the_interval_of_points_per_deal_heeds_that_matches_differ_in_length() -> None:
    sets = (
        (played("ab", (10, 0), (2, 1), deals=4),),
        (played("ab", (30, 0), (2, 1), deals=6),),
        (played("ab", (20, 0), (2, 1), deals=10),),
    )

    first, _ = figures_of(sets, tuple("ab"), deals_only=False)

    # R = 60 / 20 = 3; residuals -2, 12, -10; the mean of deals is 20 / 3.
    spread = sqrt((4 + 144 + 100) / 2) / (20 / 3)
    assert first.points_per_deal.mean == 3.0
    assert first.points_per_deal.half_width == pytest.approx(4.3027 * spread / sqrt(3))


def test_draws_and_places_are_shared() -> None:
    first, second = figures_of(SETS, tuple("abb"), deals_only=False)

    assert first.wins.mean == pytest.approx((1 + 0 + 0.5 + 1) / 4)
    assert second.wins.mean == pytest.approx((0 + 0 + 0.5 + 0.5 + 0.5 + 0 + 0 + 0) / 8)
    assert first.place.mean == pytest.approx((1 + 3 + 1.5 + 1) / 4)
    assert first.places == pytest.approx((2.5 / 4, 0.5 / 4, 1 / 4))
    assert first.places[0] == pytest.approx(first.wins.mean)
    assert first.wins.mean + 2 * second.wins.mean == pytest.approx(1)


@pytest.mark.parametrize(
    ("ranks", "seat", "parts"),
    [
        ((1, 2, 2, 4), 0, (1, 0, 0, 0)),
        ((1, 2, 2, 4), 1, (0, 0.5, 0.5, 0)),
        ((1, 2, 2, 4), 3, (0, 0, 0, 1)),
        ((1, 1, 1), 2, (1 / 3, 1 / 3, 1 / 3)),
    ],
)
def test_a_shared_place_is_a_share_of_each_of_its_places(
    ranks: tuple[int, ...], seat: int, parts: tuple[float, ...]
) -> None:
    assert shares(ranks, seat) == pytest.approx(parts)


def test_one_set_has_no_interval() -> None:
    first, _ = figures_of(SETS[:1], tuple("abb"), deals_only=False)

    assert first.points_per_match == Mean(8.0, None)


def test_single_deals_have_no_points_per_match() -> None:
    first, _ = figures_of(SETS, tuple("abb"), deals_only=True)

    assert first.points_per_match is None


def test_times_are_the_mean_and_the_least_that_99_of_100_did_not_exceed() -> None:
    times = tuple(at * MS for at in range(1, 201))
    game = Game(("a", "b"), Played((0, 0), (1, 1), 1), (times, ()), ({"LATE": 2}, {}))

    first, second = figures_of(((game,), (game,)), ("a", "b"), deals_only=False)

    assert (first.decisions, first.mean_ms, first.p99_ms) == (400, 100.5, 198.0)
    assert (second.decisions, second.mean_ms, second.p99_ms) == (0, 0.0, 0.0)
    assert (first.failures, second.failures) == ({"LATE": 4}, {})


@pytest.mark.parametrize(
    ("degrees", "quantile"),
    [(1, 12.706), (2, 4.303), (9, 2.262), (10, 2.228), (30, 2.042), (99, 1.984), (10**6, 1.960)],
)
def test_the_quantile_of_student_is_that_of_the_tables(degrees: int, quantile: float) -> None:
    assert student(degrees) == pytest.approx(quantile, abs=0.0006)
