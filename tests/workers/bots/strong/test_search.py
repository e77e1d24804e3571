"""Answers are compared in the same worlds, until it shows which is best or time is over."""

from collections.abc import Sequence
from itertools import count
from random import Random

import pytest

from workers.bots.budget import LONGEST_MS, Means, Watch
from workers.bots.strong.search import NothingFoundError, ahead, search

NEVER = Watch(None)


def means(worlds: int, watch: Watch = NEVER) -> Means:
    return Means(worlds, Random(1), watch)


def test_the_best_answer_is_found_and_the_others_are_given_up() -> None:
    tried: list[int] = []

    def values(world: int, left: Sequence[int]) -> list[float]:
        tried.append(len(left))
        return [(0.0, 5.0, 1.0)[at] + world % 2 for at in left]

    found = search(count(), values, 3, 0, means(100))

    assert (found.best, found.worlds, found.cut) == (1, 8, False)
    assert tried == [3] * 8


def test_no_answer_is_given_up_before_patience_ends() -> None:
    def values(world: int, left: Sequence[int]) -> list[float]:
        # The second answer falls behind at once, and is far ahead from the tenth world on.
        return [(1.0, 0.0 if world < 10 else 50.0)[at] for at in left]

    hasty = search(count(), values, 2, 0, means(40))
    patient = search(count(), values, 2, 0, Means(40, Random(1), NEVER, patience=24))

    assert (hasty.best, hasty.worlds) == (0, 8)
    assert patient.best == 1


def test_answers_that_lie_close_get_the_whole_budget() -> None:
    def values(world: int, left: Sequence[int]) -> list[float]:
        return [float((world + at) % 2) for at in left]

    found = search(count(), values, 2, 0, means(40))

    assert (found.worlds, found.cut) == (40, False)


@pytest.mark.parametrize("usual", [0, 1])
def test_the_usual_answer_is_left_only_for_one_that_is_surely_better(usual: int) -> None:
    chance = Random(3)

    def values(world: int, left: Sequence[int]) -> list[float]:
        return [chance.random() for _ in left]

    assert search(count(), values, 2, usual, means(20)).best == usual


def test_time_cuts_a_search_off_after_a_world_at_least() -> None:
    ticks = iter((0.0, *[9.0] * 9))
    watch = Watch(300, monotonic=lambda: next(ticks))

    found = search(count(), lambda _, left: [1.0] * len(left), 2, 1, means(50, watch))

    assert (found.best, found.worlds, found.cut) == (1, 1, True)


def test_no_limit_is_above_two_seconds() -> None:
    now = [0.0]
    watch = Watch(10 * LONGEST_MS, monotonic=lambda: now[0])

    now[0] = 1.9
    assert not watch.over
    now[0] = 2.0
    assert watch.over


def test_without_a_world_there_is_nothing_to_find() -> None:
    with pytest.raises(NothingFoundError):
        search([], lambda _, left: [0.0] * len(left), 2, 0, means(5))


def test_points_count_against_the_average_of_the_others() -> None:
    assert ahead((10, 4, 4, 4), 0, 1) == 6
    assert ahead((10, 4, 4, 4), 0, -1) == -6
    assert ahead((26, 0, 0, 0), 0, -1, envy=0.5) == -26
