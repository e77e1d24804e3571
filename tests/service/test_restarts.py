"""When a dead child starts again."""

import pytest

from service.restarts import Backoff, Life


@pytest.mark.parametrize(
    ("failures", "seconds"), [(1, 0.2), (2, 0.4), (3, 0.8), (5, 3.2), (6, 5.0), (10_000, 5.0)]
)
def test_the_wait_doubles_up_to_a_limit(failures: int, seconds: float) -> None:
    assert Backoff().delay(failures) == pytest.approx(seconds)


def test_a_new_child_is_due_at_once() -> None:
    assert Life().is_due(0.0)


def test_a_running_child_is_never_due() -> None:
    life = Life().started(100.0)

    assert not life.is_due(1_000_000.0)


def test_a_child_that_ended_is_due_after_the_wait() -> None:
    life = Life().started(100.0).ended(101.0, Backoff(first=2.0))

    assert life == Life(failures=1, started_at=100.0, due_at=103.0)
    assert not life.is_due(102.9)
    assert life.is_due(103.0)


def test_failures_in_a_row_add_up() -> None:
    backoff = Backoff(first=1.0, longest=8.0)
    first = Life().started(0.0).ended(1.0, backoff)

    second = first.started(2.0).ended(3.0, backoff)

    assert second == Life(failures=2, started_at=2.0, due_at=5.0)


def test_a_child_that_lived_long_begins_anew() -> None:
    backoff = Backoff(first=1.0, steady=30.0)
    shaky = Life(failures=7).started(100.0)

    assert shaky.ended(129.9, backoff).failures == 8
    assert shaky.ended(130.0, backoff).failures == 1
