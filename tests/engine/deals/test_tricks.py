"""Trick play by examples, most of them from the sources of the rules."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import NO_TRUMP, card_set, cards_in, texts
from engine.deals.tricks import taking_card
from engine.errors import RuleCode, RuleError
from engine.events import TrickTaken
from engine.match import apply, refusal
from engine.moves import Play
from engine.state import Phase
from tests.engine.table import (
    FOUR_SUITS,
    cards,
    dealt,
    held,
    in_play,
    kurnik,
    late,
    play,
    playable,
    stored,
)
from tests.strategies import Position, positions


@pytest.mark.parametrize(
    ("trick", "trump", "taking"),
    [
        ("TD 2S AD 3D", 3, "2S"),
        ("TD 2S AD 3D", None, "AD"),
        ("TD 2S AD 3S", 3, "3S"),
        ("TD 3S AD 2S", 3, "3S"),
        ("2C AD AH AS", None, "2C"),
        ("2C AD AH AS", NO_TRUMP, "2C"),
        ("2C AD AH AS", 0, "2C"),
        ("2H 3H AH", 2, "AH"),
    ],
)
def test_the_highest_trump_else_the_highest_of_the_led_suit_takes(
    trick: str, trump: int | None, taking: str
) -> None:
    found = taking_card(held(trick), cards(trick)[0], trump)

    assert texts((found,)) == (taking,)


@given(st.permutations(range(52)), st.none() | st.integers(0, 3), st.integers(3, 7))
def test_the_taker_is_the_seat_of_the_highest_card_that_counts(
    order: list[int], trump: int | None, size: int
) -> None:
    trick = order[:size]
    led = trick[0] // 13

    strongest = max(trick, key=lambda card: (card // 13 == trump, card // 13 == led, card % 13))

    assert taking_card(card_set(trick), trick[0], trump) == strongest


def test_the_led_suit_must_be_followed() -> None:
    rules = kurnik()
    state = late(rules, "tricks", ("2C 9C", "3C 4H", "5H 6H", "7C 8C"))
    state, _ = play(rules, state, "2C")

    refused = refusal(rules, state, 1, Play(cards("4H")[0]))

    assert playable(rules, state, 1) == "3C"
    assert refused is not None
    assert (refused.code, refused.section, refused.suit) == (
        RuleCode.MUST_FOLLOW_SUIT,
        "R1.5",
        "C",
    )


def test_a_void_seat_may_discard_any_card() -> None:
    rules = kurnik()
    state = late(rules, "hearts", ("2C 9C", "3C 4H", "5H AS", "7C 8C"))

    state, _ = play(rules, state, "2C 3C")

    assert playable(rules, state, 2) == "5H AS"


def test_nobody_is_bound_to_beat_or_to_trump() -> None:
    rules = kurnik()
    state = late(rules, "trump", ("9C TC", "2C AC", "2S 3D", "7C 8C"), trump="S")

    state, _ = play(rules, state, "9C")
    assert playable(rules, state, 1) == "2C AC"

    state, _ = play(rules, state, "2C")
    assert playable(rules, state, 2) == "3D 2S"


def test_the_taker_of_a_trick_leads_to_the_next() -> None:
    rules = kurnik()
    state = late(rules, "tricks", ("2C 9C", "3C 4H", "5H AS", "7C 8C"))

    state, effects = play(rules, state, "2C 3C AS 8C")

    assert effects == (TrickTaken(12, 0, bytes(cards("2C 3C AS 8C")), 3, -20),)
    assert in_play(state).to_act == (3,)
    assert in_play(state).points == (0, 0, 0, -20)


def test_the_ban_keeps_a_leader_with_another_suit_from_leading_a_heart() -> None:
    rules = kurnik()
    state = late(rules, "hearts", ("2C 2H", "3C 3H", "4C 4H", "5C 5H"))

    with pytest.raises(RuleError) as refused:
        apply(rules, state, 0, Play(cards("2H")[0]))

    assert (refused.value.code, refused.value.section, refused.value.suit) == (
        RuleCode.HEART_LEAD_BANNED,
        "R1.7",
        "H",
    )
    assert playable(rules, state, 0) == "2C"


def test_a_leader_with_hearts_only_may_lead_any_of_them() -> None:
    state = late(kurnik(), "hearts", ("3H 2H", "3C 4H", "4C 5H", "5C 6H"))

    assert playable(kurnik(), state, 0) == "2H 3H"


@pytest.mark.parametrize(
    ("deal_id", "led"),
    [
        ("tricks", "2C 2H"),
        ("hearts", "2C"),
        ("queens", "2C 2H"),
        ("men", "2C 2H"),
        ("king", "2C"),
        ("special", "2C 2H"),
        ("robber", "2C"),
        ("trump", "2C 2H"),
    ],
)
def test_the_ban_holds_in_hearts_king_and_robber_only(deal_id: str, led: str) -> None:
    hands = ("2C 2H", "3C 3H", "4C 4H", "5C 5H")

    assert playable(kurnik(), late(kurnik(), deal_id, hands)) == led


@given(positions(("kurnik", "polish"), ("hearts", "king", "robber")))
def test_the_ban_speaks_of_leads_only(at: Position) -> None:
    deal = in_play(at.state)
    seat = deal.to_act[0]

    codes = {
        refused.code
        for card in cards_in(deal.hands[seat])
        if (refused := refusal(at.rules, at.state, seat, Play(card)))
    }

    leads = not deal.table
    following = {RuleCode.MUST_FOLLOW_SUIT, RuleCode.MUST_DROP}
    assert codes <= ({RuleCode.HEART_LEAD_BANNED} if leads else following)


def test_the_left_of_the_dealer_leads_the_first_trick() -> None:
    state = dealt(kurnik(), "tricks", FOUR_SUITS, dealer=2)

    assert in_play(state).to_act == (3,)
    assert in_play(state).phase is Phase.TRICKS


def test_a_card_of_another_hand_is_refused_and_nothing_changes() -> None:
    rules = kurnik()
    state = dealt(rules, "tricks", FOUR_SUITS)
    before = stored(state)

    with pytest.raises(RuleError) as refused:
        apply(rules, state, 1, Play(cards("2C")[0]))

    assert (refused.value.code, refused.value.section) == (RuleCode.NOT_IN_HAND, "R1.3")
    assert stored(state) == before
