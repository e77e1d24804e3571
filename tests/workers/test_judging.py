"""A move is judged without a limit of time, in slices that let others come between."""

import pytest

from engine.seat_view import SeatTurn
from service.jobs import RUN_SECONDS
from tests.fixtures.analysed import agrees
from tests.workers.test_thinking import a_turn, hang
from workers.bots import Budget, Judgement
from workers.errors import BotHangsError, MachineBusyError
from workers.judging import (
    HANG_SECONDS,
    LEAST_SECONDS,
    SLICE_SECONDS,
    THOUGHT_SECONDS,
    Judging,
)


def test_the_same_budget_is_given_for_every_move() -> None:
    given: list[tuple[str, Budget]] = []

    def note(turn: SeatTurn, move: str, budget: Budget) -> Judgement:
        given.append((move, budget))
        return agrees(turn, move, budget)

    judging = Judging(note, lambda: 99)

    assert judging(a_turn(), "play QS") == Judgement("play QS", 0.0)
    assert given == [("play QS", Budget())]
    assert given[0][1].limit_ms is None
    assert judging.worlds == Budget().worlds


@pytest.mark.parametrize(
    ("waiting", "seconds"), [(0, SLICE_SECONDS), (1, 0.5), (3, 0.25), (99, LEAST_SECONDS)]
)
def test_the_more_jobs_wait_the_shorter_a_slice_is(waiting: int, seconds: float) -> None:
    assert Judging(agrees, lambda: waiting).slice_seconds == seconds


@pytest.mark.parametrize(
    ("thought", "raised"),
    [(THOUGHT_SECONDS, BotHangsError), (THOUGHT_SECONDS - 0.01, MachineBusyError)],
)
def test_a_bot_that_hangs_is_told_from_one_that_got_no_processor(
    thought: float, raised: type[Exception]
) -> None:
    def hangs(turn: SeatTurn, move: str, budget: Budget) -> Judgement:
        hang()
        raise AssertionError

    processor = iter([7.0, 7.0 + thought])
    judging = Judging(hangs, lambda: 0, 0.02, processor=lambda: next(processor))

    with pytest.raises(raised):
        judging(a_turn(), "play QS")


def test_the_longest_slice_ends_before_its_job_is_ended() -> None:
    assert SLICE_SECONDS + HANG_SECONDS < RUN_SECONDS
