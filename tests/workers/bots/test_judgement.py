"""Positions in which there is one good answer: what each level is expected to see."""

import pytest
from msgspec.structs import replace

from engine.cards import FULL_DECK, cards_in, texts
from engine.rules import Rules
from engine.state import MatchState
from tests.engine.table import (
    chance_deal,
    dealt,
    game,
    held,
    in_play,
    kurnik,
    laid_out,
    late,
    make,
    play,
)
from tests.fixtures.bots import seat_turn
from workers.bots import Budget, Level, choose

THINKING = [Level.MEDIUM, Level.STRONG]
EVERY = list(Level)
FEW = Budget(worlds=24)


def chosen(rules: Rules, state: MatchState, level: Level) -> str:
    """Return the move of the seat that is asked."""
    return choose(seat_turn(rules, state, in_play(state).to_act[0]), level, FEW).move


@pytest.mark.parametrize("level", EVERY)
def test_trump_is_named_on_a_long_strong_suit_of_the_first_cards(level: Level) -> None:
    rules = kurnik()
    hands = (
        "AS KS QS JS 2H 2C 3C 4C 2D 3D 4D 3H 4H",
        "2S 3S 4S 5C 6C 7C 8C 5D 6D 7D 8D 5H 6H",
        "5S 6S 7S 9C TC JC QC 9D TD JD QD 7H 8H",
        "8S 9S TS KC AC KD AD 9H TH JH QH KH AH",
    )

    assert chosen(rules, dealt(rules, "trump", hands), level) == "trump S"


def test_no_trump_is_named_on_aces_and_kings_of_every_suit() -> None:
    rules = game("ten_deal")
    hands = (
        "5C 6C 7C 8C 5D 6D 7D 8D 5H 6H 7H 8H 5S",
        "AC KC QC AD KD QD AH KH QH AS KS QS 2S",
        "2C 3C 4C 9C 2D 3D 4D 9D 2H 3H 4H 9H 3S",
        "TC JC TD JD TH JH 4S 6S 7S 8S 9S TS JS",
    )

    assert chosen(rules, dealt(rules, "trump", hands), Level.STRONG) == "trump N"


@pytest.mark.parametrize("level", THINKING)
def test_the_king_of_hearts_is_thrown_away(level: Level) -> None:
    rules = kurnik()
    hands = ("KH 2D 9D", "3C 4C 5C", "6C 7C 8C", "9C TC JC")
    state, _ = play(rules, late(rules, "king", hands, leader=1), "3C 6C 9C")

    assert chosen(rules, state, level) == "play KH"


@pytest.mark.parametrize("level", THINKING)
def test_the_king_of_hearts_goes_under_the_ace(level: Level) -> None:
    rules = kurnik()
    hands = ("KH 2H 2D", "AH 4H 5H", "6C 7C 8C", "9C TC JC")
    state, _ = play(rules, late(rules, "king", hands, leader=1), "AH 6C 9C")

    assert chosen(rules, state, level) == "play KH"


@pytest.mark.parametrize("level", THINKING)
def test_the_king_of_hearts_is_not_played_to_take_a_trick(level: Level) -> None:
    rules = kurnik()
    hands = ("KH 2H 2D", "QH 4H 5H", "6C 7C 8C", "9C TC JC")
    state, _ = play(rules, late(rules, "king", hands, leader=1), "QH 6C 9C")

    assert chosen(rules, state, level) == "play 2H"


def test_the_low_card_is_kept_for_the_last_trick() -> None:
    rules = kurnik()
    hands = ("AC 2C", "3C KC", "4C QC", "5C JC")

    assert chosen(rules, late(rules, "special", hands), Level.STRONG) == "play AC"


@pytest.mark.parametrize("level", THINKING)
def test_queens_are_ducked_and_thrown_away(level: Level) -> None:
    rules = kurnik()
    hands = ("QD 4S 2D", "3C KD 5C", "6C 7D 8C", "9C TD JC")
    state, _ = play(rules, late(rules, "queens", hands, leader=1), "3C 6C 9C")

    assert chosen(rules, state, level) == "play QD"


@pytest.mark.parametrize("level", THINKING)
def test_the_queen_of_spades_is_thrown_on_anothers_trick(level: Level) -> None:
    rules = game("greek", passing="off")
    hands = ("QS 2D AD", "3C 4C 5C", "6C 7C 8C", "9C TC JC")
    state, _ = play(rules, late(rules, "hold", hands, leader=1), "3C 6C 9C")

    assert chosen(rules, state, level) == "play QS"


def test_a_moon_is_stopped_by_a_trick_that_costs_less() -> None:
    rules = game("greek", passing="off")
    hands = ("AH QH", "KH 3C", "4C 5C", "6C 7C")
    state = late(rules, "hold", hands, leader=1, points=(0, 23, 0, 0))
    state, _ = play(rules, state, "KH 4C 6C")

    assert chosen(rules, state, Level.STRONG) == "play AH"


def test_the_queen_of_spades_is_not_taken_for_a_small_trick() -> None:
    rules = game("greek", passing="off", moon="off")
    hands = ("AS 2S 3D", "QS 4D 5D", "KS 6D 7D", "JS 8D 9D")
    state, _ = play(rules, late(rules, "hold", hands, leader=2), "KS JS")

    assert chosen(rules, state, Level.STRONG) == "play 2S"


def test_a_trick_is_won_as_cheaply_as_it_can_be() -> None:
    rules = game("ten_deal")
    state = late(rules, "trump", ("AC KC 2C", "QC 3D 4D", "5D 6D 7D", "8D 9D TD"), leader=1)
    deal = replace(in_play(state), trump=4)
    state, _ = play(rules, replace(state, deal=deal), "QC 5D 8D")

    for level in THINKING:
        assert chosen(rules, state, level) == "play KC"


@pytest.mark.parametrize("level", THINKING)
def test_a_card_that_lets_only_others_out_is_held_back(level: Level) -> None:
    rules = kurnik()
    # QC opens the way to KC and AC of seat 1; TD opens the seat's own 9D.
    hands = ("QC TD 9D", "KC AC", "8D 7D 6D", "5D 4D 3D")

    assert chosen(rules, laid_out(rules, hands, "JC"), level) == "play TD"


def at_the_sale(hand: str, talon: str, price: int) -> tuple[Rules, MatchState]:
    """Return an auction in which seat 2 is asked first, after an opening at a price."""
    rules = game("classic", trump_mode="auction")
    rest = iter(cards_in(FULL_DECK & ~held(hand) & ~held(talon)))
    others = [" ".join(texts(next(rest) for _ in range(12))) for _ in range(3)]
    state = dealt(rules, "trump", (*others[:2], hand, others[2]), rest=talon)
    state, _ = make(rules, state, f"open {price}")
    assert in_play(state).to_act == (2,)
    return rules, state


@pytest.mark.parametrize("level", THINKING)
def test_an_idle_talon_is_not_bid_for(level: Level) -> None:
    rules, state = at_the_sale("2H 3H 4H 2D 3D 4D 5D 2S 3S 4S 5C 6C", "2C 3C 4C 5S", 150)

    assert chosen(rules, state, level) == "pass"


@pytest.mark.parametrize("level", THINKING)
def test_a_talon_that_makes_the_hand_is_bid_for(level: Level) -> None:
    rules, state = at_the_sale("6S 7S 8S 9S TS 2S 3S AC AD KD 2D 2H", "AS KS QS JS", 30)

    kind, _, price = chosen(rules, state, level).partition(" ")
    assert kind == "bid"
    assert 30 <= int(price) <= 35


@pytest.mark.parametrize("level", EVERY)
def test_dangerous_high_cards_are_passed(level: Level) -> None:
    rules = game("greek")
    state = chance_deal(rules, "left")
    turn = seat_turn(rules, state, 0)

    move = choose(turn, level, FEW).move

    assert move.startswith("give ")
    assert len(set(move.split()[1:])) == 3
