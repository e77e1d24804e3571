"""How the house bot plays to tricks, by positions in which a person would not hesitate."""

import pytest

from engine.state import MatchState
from tests.engine.table import dealt, in_play, kurnik, late, play
from tests.fixtures.bots import house

RULES = kurnik()


def answer(state: MatchState) -> str:
    """Return the card that the house bot plays."""
    return house(RULES, state, in_play(state).to_act[0]).removeprefix("play ")


def after(state: MatchState, plays: str) -> MatchState:
    """Return the position after some cards."""
    return play(RULES, state, plays)[0]


def test_it_ducks_with_the_highest_card_that_loses() -> None:
    state = late(RULES, "tricks", ("TS 2D", "3S 9S", "4S 5D", "6S 7D"))

    assert answer(after(state, "TS")) == "9S"


def test_the_last_to_play_takes_a_trick_with_its_highest_card_if_it_must() -> None:
    state = late(RULES, "tricks", ("2S 2D", "3S QS", "4S 4D", "JS KS"))

    assert answer(after(state, "2S 3S 4S")) == "KS"


@pytest.mark.parametrize(
    ("deal_id", "hand", "discard"),
    [
        ("king", "AS KH", "KH"),
        ("queens", "AS QD", "QD"),
        ("men", "AS JD", "JD"),
        ("hearts", "AS QH", "QH"),
        ("tricks", "AS 2H", "AS"),
    ],
)
def test_it_throws_away_what_costs_most(deal_id: str, hand: str, discard: str) -> None:
    state = late(RULES, deal_id, ("TC 3H", hand, "4C 5S", "6C 7S"))

    assert answer(after(state, "TC")) == discard


def test_it_gives_the_king_of_hearts_to_the_ace() -> None:
    state = late(RULES, "king", ("AH QH", "2H KH", "4H 5D", "6H 7D"))

    assert answer(after(state, "AH")) == "KH"


def test_it_wins_cheaply_where_tricks_pay() -> None:
    state = late(RULES, "trump", ("TS 2D", "3S 3D", "4S 4D", "JS AS"), trump="C")

    assert answer(after(state, "TS 3S 4S")) == "JS"


def test_it_keeps_its_high_cards_where_it_cannot_win() -> None:
    state = late(RULES, "trump", ("AS 2D", "3S 3D", "4S 4D", "JS KS"), trump="C")

    assert answer(after(state, "AS 3S 4S")) == "JS"


def test_it_ruffs_with_its_lowest_trump() -> None:
    state = late(RULES, "trump", ("AS 2D", "3S 3D", "4S 4D", "JC KC"), trump="C")

    assert answer(after(state, "AS 3S 4S")) == "JC"


def test_it_takes_early_tricks_so_as_not_to_take_the_seventh() -> None:
    hands = (
        "2C KC AC 2D KD AD 2H KH AH 2S 3S KS AS",
        "3C 4C 5C 3D 4D 5D 6D 3H 4H 5H 4S 5S 6S",
        "6C 7C 8C 7D 8D 9D 6H 7H 8H 7S 8S 9S TS",
        "9C TC JC QC TD JD QD 9H TH JH QH JS QS",
    )

    assert answer(dealt(RULES, "special", hands, dealer=3))[0] in "KA"


def test_it_ducks_the_last_trick_but_one_with_what_would_win_the_last() -> None:
    state = late(RULES, "special", ("2S 2D", "3S AS", "4S 4D", "KS 5D"))

    assert answer(after(state, "2S")) == "AS"


def test_it_does_not_lead_into_the_king_of_hearts() -> None:
    state = late(RULES, "king", ("AH 2S 9D", "KH 3S 4S", "2H 5S 6S", "3H 7S 8S"))

    assert answer(state) in {"2S", "9D"}
