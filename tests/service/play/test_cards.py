"""Cards and points are written for reading, and read as people type them."""

import pytest

from service.play.cards import pretty, signed, sorted_hand, typed_card


def test_cards_and_points_are_written_for_reading() -> None:
    assert [pretty(card) for card in ("QS", "TH", "2C", "AD")] == ["Q♠", "10♥", "2♣", "A♦"]
    assert [signed(points) for points in (25, 0, -150)] == ["+25", "0", "-150"]


def test_a_hand_is_sorted_by_suit_and_then_by_rank() -> None:
    assert sorted_hand(["AS", "TC", "2H", "9C", "KD", "JC"]) == ["9C", "TC", "JC", "KD", "2H", "AS"]


@pytest.mark.parametrize("text", ["TH", "th", "10H", "10h", "10♥", "T♥"])
def test_a_card_is_read_in_each_of_its_forms(text: str) -> None:
    assert typed_card(text) == "TH"
