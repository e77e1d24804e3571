"""How the house bot lays its cards in a lottery."""

import pytest

from engine.state import MatchState
from tests.engine.table import dealt, in_play, kurnik, laid_out
from tests.fixtures.bots import house

RULES = kurnik()


def answer(state: MatchState) -> str:
    """Return the card that the house bot lays."""
    return house(RULES, state, in_play(state).to_act[0]).removeprefix("play ")


@pytest.mark.parametrize(
    ("hand", "others", "card"),
    [
        pytest.param("3C 2C KD", ("AD", "AS", "2S"), "3C", id="the way to its own last card"),
        pytest.param("KD 2S", ("AD", "AS", "2H"), "2S", id="a card that nobody waits for"),
        pytest.param("QC KD", ("AD", "KC", "AC"), "KD", id="what holds up fewer is laid first"),
    ],
)
def test_it_opens_its_own_way_and_holds_up_the_others(
    hand: str, others: tuple[str, str, str], card: str
) -> None:
    assert answer(laid_out(RULES, (hand, *others), "7C")) == card


def test_it_opens_with_the_rank_that_is_nearest_to_its_cards() -> None:
    hands = (
        "2C 8C 9C TC 8D 9D TD 8H 9H TH 8S 9S TS",
        "3C 4C 5C 6C 2D 3D 4D 5D 2H 3H 4H 2S 3S",
        "7C JC QC KC 6D 7D JD QD 5H 6H 7H 4S 5S",
        "AC KD AD JH QH KH AH 6S 7S JS QS KS AS",
    )

    assert answer(dealt(RULES, "lottery", hands)) == "9C"
