"""Every level is always allowed and always the same; medium is better than simple play."""

from collections.abc import Callable
from statistics import mean

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.match import refusal
from engine.moves import parse_move
from engine.seat_view import SeatTurn
from tests.engine.table import in_play, kurnik
from tests.fixtures.bots import Chooser, at_random, house, lead_in, lowest, play_match, seat_turn
from tests.strategies import Position, positions
from workers.bots import Budget, Level, choose

QUICK = Budget(worlds=2)


def only_lowest(seed: int) -> Chooser:
    del seed
    return lowest


@given(positions(), st.sampled_from(Level))
def test_every_choice_is_allowed(at: Position, level: Level) -> None:
    seat = in_play(at.state).to_act[0]

    chosen = parse_move(choose(seat_turn(at.rules, at.state, seat), level, QUICK).move)

    assert refusal(at.rules, at.state, seat, chosen) is None


@given(positions(), st.sampled_from(Level))
def test_the_choice_follows_from_the_serialised_turn_alone(at: Position, level: Level) -> None:
    turn = seat_turn(at.rules, at.state, in_play(at.state).to_act[0])

    again = msgspec.json.decode(msgspec.json.encode(turn), type=SeatTurn)

    assert choose(again, level, QUICK) == choose(turn, level, QUICK)


@pytest.mark.parametrize("players", [3, 4])
def test_a_seeded_match_of_bots_is_played_the_same_each_time(players: int) -> None:
    rules = kurnik(players)

    first = play_match(rules, 7, [house] * players)

    assert play_match(rules, 7, [house] * players) == first


# Over fifty matches chance moves the average by about ninety points.
@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("others", [only_lowest, at_random])
def test_it_is_500_points_a_match_ahead(players: int, others: Callable[[int], Chooser]) -> None:
    rules = kurnik(players)

    leads = [lead_in(rules, seed, house, others(seed)) for seed in range(20)]

    assert mean(leads) > 500
