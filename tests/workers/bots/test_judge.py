"""A move is judged from what its seat sees, in points, by the level that searches."""

from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.moves import move_text
from engine.rules import Rules
from engine.seat_view import SeatTurn
from engine.state import MatchState
from tests.engine.table import (
    answer,
    asked_of,
    chance_deal,
    game,
    in_play,
    kurnik,
    late,
    make,
    play,
)
from tests.fixtures.bots import seat_turn
from tests.strategies import Position, positions
from workers.bots import Budget, Judgement, Level, choose, judge

QUICK = Budget(worlds=2)
FEW = Budget(worlds=24)


def judged(rules: Rules, state: MatchState, move: str) -> Judgement:
    """Return what is said of a move of the seat that is asked."""
    return judge(seat_turn(rules, state, in_play(state).to_act[0]), move, FEW)


@given(positions())
def test_what_the_strong_level_plays_is_never_found_wrong(at: Position) -> None:
    turn = seat_turn(at.rules, at.state, in_play(at.state).to_act[0])
    move = choose(turn, Level.STRONG, QUICK).move

    assert judge(turn, move, QUICK) in (Judgement(move), Judgement(move, 0.0))


@given(positions(), st.integers(0, 99))
def test_any_move_is_judged_the_same_from_the_serialised_turn_alone(
    at: Position, seed: int
) -> None:
    seat = in_play(at.state).to_act[0]
    turn = seat_turn(at.rules, at.state, seat)
    move = move_text(answer(asked_of(at.rules, at.state, seat), Random(seed)))

    found = judge(turn, move, QUICK)

    assert (
        judge(msgspec.json.decode(msgspec.json.encode(turn), type=SeatTurn), move, QUICK) == found
    )
    assert found.lost is None or found.lost >= 0
    assert found.best == choose(turn, Level.STRONG, QUICK).move or found == Judgement(move, 0.0)


def test_what_is_lost_counts_the_points_of_the_rules() -> None:
    rules = kurnik()
    state = late(rules, "king", ("KH 2H", "AH 4H", "7H 5H", "8H 6H"), leader=1)
    state, _ = play(rules, state, "AH 7H 8H")

    assert judged(rules, state, "play KH") == Judgement("play KH", 0.0)
    # the king takes the last trick for certain: in the play to its end 24 worlds are 8
    assert judged(rules, state, "play 2H") == Judgement("play KH", 150.0, 0.0, 8)


def test_a_loss_is_no_less_a_loss_where_low_totals_win() -> None:
    rules = game("greek", passing="off", moon="off")
    state = late(rules, "hold", ("QS 2S", "AS 4S", "7S 5S", "8S 6S"), leader=1)
    state, _ = play(rules, state, "AS 7S 8S")

    found = judged(rules, state, "play 2S")

    assert (found.best, found.worlds) == ("play QS", 8)
    assert found.lost == pytest.approx(13)


def test_of_cards_that_do_the_same_none_is_better() -> None:
    rules = kurnik()
    state = late(rules, "king", ("KH 3D 2D", "AH 4H 9C", "6C 7C 8C", "TC JC QC"), leader=1)
    state, _ = play(rules, state, "9C 6C TC")
    hearts_gone = judged(rules, state, "play 2D")

    assert hearts_gone.best == "play KH"
    assert judged(rules, state, "play 3D").lost == hearts_gone.lost


def test_cards_that_are_passed_are_judged_whatever_their_order() -> None:
    rules = game("greek")
    state = chance_deal(rules, "left")
    turn = seat_turn(rules, state, 0)
    move = choose(turn, Level.STRONG, FEW).move
    verb, *cards = move.split()
    turned = " ".join([verb, *reversed(cards)])

    assert judge(turn, turned, FEW) == Judgement(turned, 0.0)


def test_a_gift_that_was_never_thought_of_is_judged_too() -> None:
    rules = game("greek")
    state = chance_deal(rules, "left")
    turn = seat_turn(rules, state, 0)
    lowest = sorted(
        (at.card for at in turn.legal_moves.cards), key=lambda name: "23456789TJQKA".index(name[0])
    )

    found = judge(turn, f"give {' '.join(lowest[:3])}", FEW)

    assert found.best == choose(turn, Level.STRONG, FEW).move
    assert found.lost is not None
    assert found.worlds == 2 * FEW.worlds


def test_what_is_said_about_a_talon_has_a_better_answer_but_no_loss() -> None:
    rules = game("classic", trump_mode="auction")
    state = chance_deal(rules, "trump")

    found = judged(rules, state, "open 1000")

    assert found.lost is None
    assert found.best.startswith("open ")
    assert found.best != "open 1000"


def test_the_gift_after_a_sale_is_judged_whatever_trump_was_meant() -> None:
    rules = game("classic", trump_mode="auction")
    state, _ = make(rules, chance_deal(rules, "trump"), "keep")
    turn = seat_turn(rules, state, in_play(state).to_act[0])
    trumps = [at.card for at in turn.legal_moves.cards][-3:]

    found = judge(turn, f"give {' '.join(trumps)}", FEW)

    assert found.lost is not None
