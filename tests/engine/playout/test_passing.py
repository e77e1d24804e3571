"""Hands pass their dangers, and keep what guards them."""

import pytest

from engine.cards import card_set, cards_in, parse_cards
from engine.playout import Contract
from engine.playout.passing import dear_cards, gladly_given
from tests.engine.table import game, held, kurnik, trick_deal

GREEK = Contract(game("greek"), trick_deal(game("greek"), "left"))


@pytest.mark.parametrize(
    ("hand", "given"),
    [
        pytest.param("AS KS QS 2H 3H 4H 2C 3C 4C 5C 2D 3D 4D", "AS KS QS", id="unguarded"),
        pytest.param("QS 2S 3S 4S 5C 6C 7C 8C 2D 3D 4D 2H 3H", "QS", id="three guards"),
        pytest.param("AS 2S 3S 4S 5C 6C 7C 8C 2D 3D 4D 2H 3H", "AS", id="no queen of its own"),
    ],
)
def test_what_the_queen_of_spades_makes_dangerous_goes_first(hand: str, given: str) -> None:
    count = len(given.split())

    assert card_set(gladly_given(GREEK, held(hand), count)) == held(given)


def test_four_guards_make_the_queen_of_spades_safe() -> None:
    hand = held("AS QS 2S 3S 4S 5S AC 2C 3C 2D 3D 4D 2H")

    given = card_set(gladly_given(GREEK, hand, 3))

    assert given & held("AC")
    assert not given & held("AS QS 2S 3S 4S 5S")


def test_the_cards_under_the_queen_of_spades_are_kept() -> None:
    hand = held("JS TS 9S 2C 3C 4C 5C 2D 3D 4D 5D 2H 3H")

    assert not card_set(gladly_given(GREEK, hand, 3)) & held("JS TS 9S")


def test_a_short_suit_is_given_before_a_guarded_one() -> None:
    hand = held("KD QD JC TC 2C 3C 4C 5C 6C 2S 3S 4H 5H")

    assert card_set(gladly_given(GREEK, hand, 2)) == held("KD QD")


def test_a_heart_is_given_before_a_card_of_the_same_rank_that_costs_nothing() -> None:
    hand = held("AH 4H 3H 2H AC 4C 3C 2C 2D 3D 4D 5D 2S")

    assert gladly_given(GREEK, hand, 1) == list(cards_in(held("AH")))


def test_a_jack_that_is_good_to_take_is_kept() -> None:
    rules = game("greek", jack_bonus="on")
    contract = Contract(rules, trick_deal(rules, "left"))

    given = gladly_given(contract, held("JD 2D 4C 3C 2C 5C 6C 4S 3S 2S 5S 3H 2H"), 6)

    assert not card_set(given) & held("JD")


def test_where_tricks_pay_the_lowest_are_given() -> None:
    rules = kurnik()
    contract = Contract(rules, trick_deal(rules, "trump"))

    assert card_set(gladly_given(contract, held("AS KH 2C QC 3D"), 2)) == held("2C 3D")


@pytest.mark.parametrize(
    ("name", "deal", "dear"),
    [("greek", "left", "QS"), ("black_maria", "right", "QS KS AS")],
)
def test_the_dear_cards_are_those_that_cost_much_of_a_deal(name: str, deal: str, dear: str) -> None:
    rules = game(name, 3 if name == "black_maria" else 4)

    assert dear_cards(Contract(rules, trick_deal(rules, deal))) == parse_cards(dear.split())
