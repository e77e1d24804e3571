"""A plain seat plays the first card in an order, so what it plays tells what it lacks."""

from random import Random

import pytest

from engine.cards import FULL_DECK, card_set, cards_in, parse_card
from engine.playout import Contract, TrickPosition
from engine.playout.plain import passed_over, pick_plainly
from tests.engine.table import game, held, kurnik, trick_deal


def greek() -> Contract:
    rules = game("greek", passing="off")
    return Contract(rules, trick_deal(rules, "hold"))


def after(table: str, hand: str) -> tuple[TrickPosition, int]:
    """Return a position in which seat 0 is to play after some cards, and what it may play."""
    contract, cards = greek(), table.split()
    contract.opening = contract.barred = 0
    hands = [held(hand), *[held(card) for card in cards], *[0] * (3 - len(cards))]
    hands = hands[:1] + hands[len(cards) + 1 :] + hands[1 : len(cards) + 1]
    position = TrickPosition(contract, hands, (4 - len(cards)) % 4)
    for card in cards:
        position.play(parse_card(card))
    return position, position.legal()


@pytest.mark.parametrize(
    ("table", "hand", "card"),
    [
        ("", "4C 3S 9D", "3S"),
        ("TC", "AC 9C 4C", "9C"),
        ("5C", "AC 9C 6D", "9C"),
        ("5C 3C 2C", "AC 9C 6D", "AC"),
        ("TC 2C", "AD QS AH", "QS"),
        ("TC 2C", "AD KS 2H 3H", "3H"),
        ("TC", "9D KS TD", "KS"),
    ],
)
def test_a_plain_seat_ducks_high_takes_low_and_throws_what_costs(
    table: str, hand: str, card: str
) -> None:
    assert pick_plainly(*after(table, hand)) == parse_card(card)


def test_cards_that_bring_points_are_not_thrown_away_first() -> None:
    rules = game("american", jack_bonus="on")
    contract = Contract(rules, trick_deal(rules, "hold"))
    position = TrickPosition(contract, [held("JD TS"), held("TC"), 0, 0], 1)
    position.play(parse_card("TC"))
    position.turn = 0

    assert pick_plainly(position, position.hands[0]) == parse_card("TS")


@pytest.mark.parametrize(
    ("table", "card", "sooner"),
    [
        ("", "3S", "2C 2D 2S 2H"),
        ("TC", "7C", "8C 9C"),
        ("TC", "QC", "2C 3C 4C 5C 6C 7C 8C 9C JC"),
        ("TC 9C 2C", "QC", "2C 3C 4C 5C 6C 7C 8C 9C KC AC"),
        ("TC", "KH", "QS AH"),
        ("TC", "KD", "QS AD AS 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"),
    ],
)
def test_a_card_tells_which_others_would_have_been_played_sooner(
    table: str, card: str, sooner: str
) -> None:
    before = [parse_card(name) for name in table.split()]

    assert passed_over(greek(), before, parse_card(card)) & ~held(table) == held(sooner) & ~held(
        table
    )


@pytest.mark.parametrize("deal_id", ["hearts", "queens", "tricks", "king"])
def test_a_plain_seat_never_passes_over_a_card_of_its_own(deal_id: str) -> None:
    rules = kurnik()
    contract = Contract(rules, trick_deal(rules, deal_id))
    cards = list(cards_in(FULL_DECK))
    for seed in range(20):
        Random(seed).shuffle(cards)
        hands = [card_set(cards[seat * 13 : (seat + 1) * 13]) for seat in range(4)]
        position = TrickPosition(contract, hands, 0)
        table: list[int] = []
        while position.held:
            legal = position.legal()
            card = pick_plainly(position, legal)
            assert not legal & passed_over(contract, table, card)
            table = [*table, card] if position.count < 3 else []
            position.play(card)
