"""Which trump the house bot names, from the cards that it sees."""

import pytest

from tests.engine.table import dealt, kurnik
from tests.fixtures.bots import house

RULES = kurnik()
RESTS = (
    "2C 3C 4C 5C 2D 3D 4D 5D 2H 3H 4H 2S 3S",
    "6C 7C 8C 9C 6D 7D 8D 9D 5H 6H 7H 4S 5S",
    "TC JC QC KC TD JD QD KD 8H 9H TH 6S 7S",
)


@pytest.mark.parametrize(
    ("seen", "suit"),
    [
        ("KH QH AS KS QS", "S"),
        ("KH QH JS 8S TS", "S"),
        ("AC AD KH QH KS", "H"),
        ("AC JH QH JS KS", "S"),
    ],
)
def test_it_names_the_longest_suit_that_it_sees_and_of_equals_the_stronger(
    seen: str, suit: str
) -> None:
    whole = ["AC", "AD", "JH", "QH", "KH", "AH", "8S", "9S", "TS", "JS", "QS", "KS", "AS"]
    hand = " ".join([*seen.split(), *(card for card in whole if card not in seen.split())])

    assert house(RULES, dealt(RULES, "trump", (hand, *RESTS)), 0) == f"trump {suit}"
