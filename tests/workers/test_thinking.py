"""A bot thinks no longer than its queue can bear, and one that hangs is ended."""

import signal
import time

import pytest
from msgspec.structs import replace

from engine.bot_levels import Level
from engine.seat_view import SeatTurn
from tests.fixtures.bots import seat_turn
from tests.fixtures.matches import BOT, playing
from workers.bots import Budget, Choice
from workers.errors import BotHangsError
from workers.thinking import ALONE_MS, LEAST_MS, Thinking, at_most, fair_limit_ms


def a_turn() -> SeatTurn:
    """Return what the seat sees that is asked first."""
    match = playing(BOT, BOT, BOT, BOT)
    state = match.record.state
    assert state is not None
    assert state.deal is not None
    return seat_turn(match.rules, state, state.deal.to_act[0])


def hang() -> None:
    """Think for ever."""
    while True:
        pass


@pytest.mark.parametrize(
    ("waiting", "limit_ms"), [(0, ALONE_MS), (1, 150), (2, 100), (14, LEAST_MS), (500, LEAST_MS)]
)
def test_the_more_jobs_wait_the_less_a_bot_thinks(waiting: int, limit_ms: int) -> None:
    given: list[Budget] = []

    def decide(turn: SeatTurn, level: Level, budget: Budget) -> Choice:
        given.append(budget)
        return Choice("play QS", level)

    choice = Thinking(decide, lambda: waiting)(a_turn(), Level.STRONG)

    assert choice == Choice("play QS", Level.STRONG)
    assert given == [replace(Budget(), limit_ms=limit_ms)]
    assert fair_limit_ms(waiting) == limit_ms


def test_what_is_to_go_the_same_way_each_time_has_no_limit_of_time() -> None:
    given: list[Budget] = []

    def decide(turn: SeatTurn, level: Level, budget: Budget) -> Choice:
        given.append(budget)
        return Choice("play QS", level)

    choice = Thinking(decide, lambda: 500).by_count(a_turn(), Level.STRONG)

    assert choice == Choice("play QS", Level.STRONG)
    assert given == [Budget()]
    assert given[0].limit_ms is None


def test_a_bot_that_hangs_is_ended_there_too() -> None:
    def decide(turn: SeatTurn, level: Level, budget: Budget) -> Choice:
        hang()
        raise AssertionError

    with pytest.raises(BotHangsError):
        Thinking(decide, lambda: 0, hang_seconds=0.02).by_count(a_turn(), Level.EASY)


def test_a_bot_that_hangs_is_ended() -> None:
    def decide(turn: SeatTurn, level: Level, budget: Budget) -> Choice:
        hang()
        raise AssertionError

    with pytest.raises(BotHangsError):
        Thinking(decide, lambda: 0, hang_seconds=0.02)(a_turn(), Level.EASY)


def test_nothing_rings_after_the_block() -> None:
    with at_most(0.02):
        pass

    until = time.monotonic() + 0.05
    while time.monotonic() < until:
        pass
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_the_limit_of_the_whole_job_goes_on_running() -> None:
    rung: list[int] = []
    before = signal.signal(signal.SIGALRM, lambda number, _: rung.append(number))
    signal.setitimer(signal.ITIMER_REAL, 0.08)
    try:
        with pytest.raises(BotHangsError), at_most(0.02):
            hang()
        assert 0 < signal.getitimer(signal.ITIMER_REAL)[0] <= 0.06
        until = time.monotonic() + 2.0
        while not rung and time.monotonic() < until:
            pass
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)

    assert rung == [signal.SIGALRM]
