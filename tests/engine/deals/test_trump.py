"""The trump is named by the dealer on his first cards."""

import pytest

from engine.cards import NO_TRUMP, Trump, card_set, cards_in, texts, trump_text
from engine.deals import Decision, trump
from engine.errors import RuleCode, RuleError
from engine.events import TrickTaken, TrumpNamed
from engine.match import apply, decision, default_move, refusal, start
from engine.moves import MoveKind, NameTrump, Play
from engine.rules import Position, TrumpChoice
from engine.state import Phase
from engine.views import view_for
from tests.engine.table import FOUR_SUITS, cards, dealt, game, in_play, kurnik, make, stored

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


@pytest.mark.parametrize(
    ("name", "declarer", "trumps"),
    [("classic", 1, "CDHS"), ("polish", 1, "CDHS"), ("ten_deal", 1, "CDHSN"), ("king", 0, "CDHSN")],
)
def test_a_declarer_who_sees_his_whole_hand_names_what_his_game_offers(
    name: str, declarer: int, trumps: str
) -> None:
    rules = game(name, 4)
    state = dealt(rules, "trump", MIXED)

    asked = decision(rules, state, declarer)

    assert asked is not None
    assert (asked.kind, asked.section) == (MoveKind.TRUMP, "R3.3")
    assert "".join(trump_text(trump) for trump in asked.trumps) == trumps
    assert asked.cards == in_play(state).hands[declarer]


@pytest.mark.parametrize("name", ["kurnik", "classic"])
def test_no_trump_is_refused_where_it_is_not_offered(name: str) -> None:
    rules = game(name)
    state = dealt(rules, "trump", MIXED)

    refused = refusal(rules, state, in_play(state).to_act[0], NameTrump(NO_TRUMP))

    assert refused is not None
    assert (refused.code, refused.section) == (RuleCode.TRUMP_NOT_OFFERED, "R3.3")


@pytest.mark.parametrize("name", ["ten_deal", "king"])
def test_without_a_trump_the_led_suit_takes_the_trick(name: str) -> None:
    rules = game(name)
    state = dealt(rules, "trump", FOUR_SUITS)

    state, effects = make(rules, state, "trump N", "play 2D", "play AH", "play AS", "play AC")

    assert isinstance(effects[0], TrumpNamed)
    assert isinstance(effects[1], TrickTaken)
    assert (effects[0].suit, effects[1].taker) == (NO_TRUMP, 1)
    view = view_for(rules, state, None).deal
    assert view is not None
    assert view.trump == "N"


def test_the_declarer_of_the_ten_deal_game_leads() -> None:
    rules = game("ten_deal")

    state, _ = make(rules, dealt(rules, "trump", FOUR_SUITS, dealer=2), "trump N")

    assert in_play(state).to_act == (3,)


def test_in_king_the_dealer_names_and_his_left_leads() -> None:
    rules = game("king")
    state = dealt(rules, "trump", FOUR_SUITS, dealer=2)
    assert in_play(state).to_act == (2,)

    state, _ = make(rules, state, "trump N")

    assert in_play(state).to_act == (3,)


def test_the_clock_names_no_trump_only_where_nothing_else_is_offered() -> None:
    rules = game("king")

    assert default_move(rules, dealt(rules, "trump", FOUR_SUITS), 0) == NameTrump(0)
    assert trump.longest(Decision(0, MoveKind.TRUMP, 0, trumps=(NO_TRUMP,))) == NO_TRUMP
    assert trump.longest(Decision(0, MoveKind.TRUMP, 0, trumps=(0, 3, NO_TRUMP))) == 3


@pytest.mark.parametrize("players", [3, 4])
def test_each_seat_of_the_ten_deal_game_declares_in_turn(players: int) -> None:
    rules = game("ten_deal", players)
    state, _ = start(rules, "m_test", bytes(32))
    first, declarers = in_play(state).dealer, []

    while state.deal is not None:
        seat = state.deal.to_act[0]
        if state.deal.phase is Phase.TRUMP:
            declarers.append(seat)
        state, _ = apply(rules, state, seat, default_move(rules, state, seat))

    seventh = first + 6 + 1  # the left of the dealer of the seventh deal
    assert declarers == [(seventh + turn) % players for turn in range(4)]
