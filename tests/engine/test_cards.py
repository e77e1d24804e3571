"""Cards, suits and card sets, and their texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import (
    CLUBS,
    DIAMONDS,
    FULL_DECK,
    HEARTS,
    LANES,
    NO_TRUMP,
    SPADES,
    Suit,
    Trump,
    card_set,
    card_text,
    cards_in,
    parse_card,
    parse_cards,
    parse_suit,
    parse_trump,
    rank_of,
    suit_of,
    suit_text,
    texts,
    trump_text,
    union,
)
from engine.errors import NotationError
from tests.strategies import card_sets, cards, suits


@pytest.mark.parametrize(
    ("text", "card"),
    [("2C", 0), ("AC", 12), ("2D", 13), ("TD", 21), ("QH", 36), ("2S", 39), ("AS", 51)],
)
def test_a_card_is_thirteen_times_its_suit_plus_its_rank(text: str, card: int) -> None:
    assert parse_card(text) == card
    assert card_text(card) == text


@given(cards)
def test_reading_a_card_undoes_writing_it(card: int) -> None:
    assert parse_card(card_text(card)) == card


@given(cards)
def test_suit_and_rank_make_the_card(card: int) -> None:
    assert 13 * suit_of(card) + rank_of(card) == card
    assert card_text(card) == "23456789TJQKA"[rank_of(card)] + "CDHS"[suit_of(card)]


@given(suits)
def test_reading_a_suit_undoes_writing_it(suit: int) -> None:
    assert parse_suit(suit_text(suit)) == suit


def test_suits_are_clubs_diamonds_hearts_spades() -> None:
    assert (CLUBS, DIAMONDS, HEARTS, SPADES) == (0, 1, 2, 3)
    assert tuple(Suit) == ("C", "D", "H", "S")
    assert suit_text(HEARTS) is Suit.HEARTS


def test_a_trump_is_a_suit_or_none_of_them() -> None:
    assert [trump_text(trump) for trump in range(5)] == list(Trump) == ["C", "D", "H", "S", "N"]
    assert [parse_trump(text) for text in "CDHSN"] == [0, 1, 2, 3, NO_TRUMP]
    assert parse_trump(" n\n") == NO_TRUMP


@pytest.mark.parametrize("text", ["", "X", "NT", "CD", "♥", "ſ", "4"])
def test_a_text_that_names_no_trump_is_refused(text: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_trump(text)

    assert str(refused.value) == f"{text!r}: a trump is one of C D H S, or N for no trump"


@pytest.mark.parametrize("text", ["qs", " QS ", "Qs", "qS\n"])
def test_a_card_is_read_in_either_case_and_with_space_around(text: str) -> None:
    assert parse_card(text) == parse_card("QS")


@pytest.mark.parametrize("text", ["10H", "10h", "TH", "th"])
def test_the_ten_may_be_written_in_digits(text: str) -> None:
    assert parse_card(text) == parse_card("TH")


@pytest.mark.parametrize(
    "text",
    ["", " ", "Q", "S", "SQ", "QSS", "1S", "0S", "10", "1010", "Q S", "Q♠", "Qſ", "ＱＳ", "ßS"],
)
def test_a_text_that_names_no_card_is_refused(text: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_card(text)

    assert refused.value.text == text
    assert "rank of 23456789TJQKA" in refused.value.form


@pytest.mark.parametrize("text", ["", "X", "CD", "♥", "HEARTS", "ſ", "1"])
def test_a_text_that_names_no_suit_is_refused(text: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_suit(text)

    assert str(refused.value) == f"{text!r}: a suit is one of C D H S"


@given(st.text())
def test_any_text_is_a_card_or_refused(text: str) -> None:
    try:
        card = parse_card(text)
    except NotationError:
        return
    assert card_text(card) == text.strip().upper().replace("10", "T")


@given(card_sets)
def test_a_card_set_holds_its_cards_lowest_first(held: set[int]) -> None:
    bits = card_set(held)

    assert bits.bit_count() == len(held)
    assert cards_in(bits) == tuple(sorted(held))


@given(st.lists(card_sets, max_size=4))
def test_a_union_holds_what_any_of_its_sets_holds(sets: list[set[int]]) -> None:
    expected = sorted({card for held in sets for card in held})

    assert cards_in(union(map(card_set, sets))) == tuple(expected)


def test_the_four_lanes_are_the_suits_and_share_no_card() -> None:
    assert [cards_in(lane)[0] for lane in LANES] == [0, 13, 26, 39]
    assert [lane.bit_count() for lane in LANES] == [13, 13, 13, 13]
    assert union(LANES) == FULL_DECK


def test_names_become_a_set_and_cards_become_texts_in_order() -> None:
    assert cards_in(parse_cards(("QS", "2C", "QS"))) == (0, 49)
    assert texts((49, 0, 21)) == ("QS", "2C", "TD")


def test_one_bad_name_among_many_is_refused() -> None:
    with pytest.raises(NotationError) as refused:
        parse_cards(("QS", "XX"))

    assert refused.value.text == "XX"
