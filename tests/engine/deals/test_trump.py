"""The trump is named by the dealer on his first cards."""

import pytest

from engine.cards import Trump, card_set, cards_in, texts
from engine.deals import Decision, trump
from engine.errors import RuleCode, RuleError
from engine.events import TrumpNamed
from engine.match import apply, decision, default_move, refusal
from engine.moves import MoveKind, NameTrump, Play
from engine.rules import Position, TrumpChoice
from engine.state import Phase
from tests.engine.table import FOUR_SUITS, cards, dealt, in_play, kurnik, stored

# Seat 0 is dealt two hearts, two spades and a club first, then eight diamonds.
MIXED = (
    "2H 3H 2S 3S 2C 6D 7D 8D 9D TD JD QD KD",
    "3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 2D",
    "4H 5H 6H 7H 8H 9H TH JH QH KH AH 3D 4D",
    "4S 5S 6S 7S 8S 9S TS JS QS KS AS 5D AD",
)
THREE = (
    "2H 3H 2S 3S 3C 4C 6D 7D 8D 9D TD JD QD KD AD 4H 5H",
    "2D 3D 4D 5D 5C 6C 7C 8C 9C TC JC QC KC AC 6H 7H 8H",
    "9H TH JH QH KH AH 4S 5S 6S 7S 8S 9S TS JS QS KS AS",
)


def test_the_dealer_names_one_of_four_suits_on_his_first_five_cards() -> None:
    state = dealt(kurnik(), "trump", MIXED)

    asked = decision(kurnik(), state, 0)

    assert in_play(state).phase is Phase.TRUMP
    assert asked is not None
    assert (asked.kind, asked.trumps, asked.playable) == (MoveKind.TRUMP, (0, 1, 2, 3), 0)
    assert texts(cards_in(asked.cards)) == ("2C", "2H", "3H", "2S", "3S")
    assert [decision(kurnik(), state, seat) for seat in (1, 2, 3)] == [None, None, None]


def test_with_three_players_the_dealer_sees_six_cards() -> None:
    state = dealt(kurnik(3), "trump", THREE)

    asked = decision(kurnik(3), state, 0)

    assert asked is not None
    assert texts(cards_in(asked.cards)) == ("3C", "4C", "2H", "3H", "2S", "3S")


@pytest.mark.parametrize("dealer", [1, 2, 3])
def test_whoever_deals_is_the_declarer(dealer: int) -> None:
    state = dealt(kurnik(), "trump", MIXED, dealer=dealer)

    assert in_play(state).to_act == (dealer,)


@pytest.mark.parametrize("suit", range(4))
def test_naming_a_trump_opens_all_hands_to_their_owners(suit: int) -> None:
    rules = kurnik()
    state = dealt(rules, "trump", MIXED)

    state, effects = apply(rules, state, 0, NameTrump(suit))

    assert effects == (TrumpNamed(0, suit, tuple(bytes(cards(hand)) for hand in MIXED)),)
    assert (in_play(state).trump, in_play(state).phase) == (suit, Phase.TRICKS)
    assert in_play(state).hands == tuple(card_set(cards(hand)) for hand in MIXED)


@pytest.mark.parametrize(("leader", "seat"), [("left_of_dealer", 1), ("declarer", 0)])
def test_the_trump_leader_option_says_who_leads(leader: str, seat: int) -> None:
    rules = kurnik(trump_leader=leader)

    state, _ = apply(rules, dealt(rules, "trump", MIXED), 0, NameTrump(2))

    assert in_play(state).to_act == (seat,)
    assert in_play(state).leader == seat


def test_no_card_is_played_before_the_trump_is_named() -> None:
    rules = kurnik()
    state = dealt(rules, "trump", MIXED)
    before = stored(state)

    with pytest.raises(RuleError) as refused:
        apply(rules, state, 0, Play(cards("2H")[0]))

    assert (refused.value.code, refused.value.section) == (RuleCode.WRONG_PHASE, "R3.4")
    assert stored(state) == before


def test_a_trump_is_named_only_once() -> None:
    rules = kurnik()
    state, _ = apply(rules, dealt(rules, "trump", MIXED), 0, NameTrump(2))

    refused = refusal(rules, state, 1, NameTrump(2))

    assert refused is not None
    assert refused.code is RuleCode.WRONG_PHASE


def test_no_trump_is_named_in_a_penalty_deal() -> None:
    rules = kurnik()

    refused = refusal(rules, dealt(rules, "hearts", FOUR_SUITS), 1, NameTrump(2))

    assert refused is not None
    assert refused.code is RuleCode.WRONG_PHASE


def test_a_suit_that_is_not_offered_is_refused() -> None:
    asked = Decision(0, MoveKind.TRUMP, 0, trumps=(0, 1))

    refused = trump.refusal(asked, 2)

    assert refused is not None
    assert (refused.code, refused.suit) == (RuleCode.TRUMP_NOT_OFFERED, None)
    assert refused.detail == "H is not among the trumps of this deal"
    assert trump.refusal(asked, 1) is None


def test_a_choice_on_the_whole_hand_shows_every_card() -> None:
    choice = TrumpChoice(Position.DEALER, None, (Trump.HEARTS, Trump.NONE, Trump.CLUBS))
    deal = in_play(dealt(kurnik(), "trump", MIXED))

    asked = trump.decision(choice, deal, 0)

    assert asked.cards == deal.hands[0]
    assert asked.trumps == (2, 4, 0)


def test_time_over_names_the_suit_of_most_seen_cards_the_highest_among_equals() -> None:
    assert default_move(kurnik(), dealt(kurnik(), "trump", MIXED), 0) == NameTrump(3)
    assert default_move(kurnik(), dealt(kurnik(), "trump", FOUR_SUITS), 0) == NameTrump(0)
