"""Bots are found by name; chance is the same for a seed."""

import pytest
from hypothesis import given

from engine.match import refusal
from engine.moves import parse_move
from tests.engine.table import chance_deal, game, in_play
from tests.fixtures.bots import seat_turn
from tests.strategies import Position, positions
from workers.arena.roster import HOUSE, Roster, at_random, check_name
from workers.errors import ArenaError


@given(positions())
def test_whatever_chance_chooses_is_allowed(at: Position) -> None:
    seat = in_play(at.state).to_act[0]

    move = parse_move(at_random(1)(seat_turn(at.rules, at.state, seat)))

    assert refusal(at.rules, at.state, seat, move) is None


def test_chance_bids_numbers_as_well_as_words() -> None:
    rules = game("classic", 4, trump_mode="auction")
    state = chance_deal(rules, "trump")
    turn = seat_turn(rules, state, in_play(state).to_act[0])

    verbs = {at_random(seed)(turn).split()[0] for seed in range(500)}

    assert turn.legal_moves.moves == ("keep",)
    assert verbs == {"keep", "open"}


def test_chance_is_the_same_for_a_seed() -> None:
    rules = game("kurnik")
    state = chance_deal(rules, "tricks")
    turn = seat_turn(rules, state, in_play(state).to_act[0])

    first, again, other = (
        [choose(turn) for _ in range(20)] for choose in (at_random(1), at_random(1), at_random(2))
    )

    assert first == again
    assert first != other


@pytest.mark.parametrize("name", [*HOUSE, "http://bot.test/move", "https://[::1]:8443"])
def test_bots_of_the_house_and_addresses_are_known(name: str) -> None:
    check_name(name)
    with Roster(bot_seconds=1.0) as roster:
        assert callable(roster.seated(name, seed=1))


@pytest.mark.parametrize("name", ["", "champion", "http://", "http://[::1", "http://bot.test:0"])
def test_what_names_no_bot_is_refused_with_those_there_are(name: str) -> None:
    with pytest.raises(ArenaError, match=r"there are house, .*ducker, and http"):
        check_name(name)
