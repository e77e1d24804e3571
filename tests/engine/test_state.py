"""The frozen state and what it tells of itself."""

import msgspec
from hypothesis import given
from msgspec.structs import replace

from engine.cards import card_set, texts
from engine.state import DealState, MatchState, Phase, hands_of
from tests.engine.table import FOUR_SUITS, cards, dealt, in_play, kurnik, late, play
from tests.strategies import Position, positions

LARGEST_STATE = 600  # bytes; each move reads and writes one


def trick_deal() -> DealState:
    """Return a deal of two rounds, dealt by seat 2 of four, with a trick and a half played."""
    return DealState(
        number=1,
        dealer=2,
        phase=Phase.TRICKS,
        deck=bytes(cards("2C 2D 2H 2S 3C 3D 3H 3S")),
        hands=(card_set(cards("3D")), card_set(cards("3H")), 0, 0),
        leader=3,
        to_act=(0,),
        points=(0, 0, 0, 0),
        plays=bytes(cards("2C 2D 2H 2S 3S 3C")),
        winners=bytes([2]),
    )


def test_cards_are_dealt_one_at_a_time_from_the_dealers_left() -> None:
    deal = trick_deal()

    assert [texts(deal.dealt(seat)) for seat in range(4)] == [
        ("2D", "3D"),
        ("2H", "3H"),
        ("2S", "3S"),
        ("2C", "3C"),
    ]


def test_the_hands_are_the_sets_of_what_is_dealt() -> None:
    deal = trick_deal()

    assert hands_of(deal.deck, 2, 4) == tuple(card_set(deal.dealt(seat)) for seat in range(4))


def test_the_table_holds_the_unfinished_trick_led_by_the_last_taker() -> None:
    deal = trick_deal()

    assert texts(deal.table) == ("3S", "3C")
    assert deal.trick_leader == 2


def test_the_deals_leader_leads_the_first_trick() -> None:
    deal = replace(trick_deal(), plays=b"", winners=b"")

    assert deal.table == b""
    assert deal.trick_leader == 3


def test_a_seen_hand_keeps_the_order_of_dealing_without_what_was_played() -> None:
    state = dealt(kurnik(), "tricks", FOUR_SUITS)

    state, _ = play(kurnik(), state, "4D")

    seen = in_play(state).seen_hand(1, 5)
    assert texts(seen) == ("2D", "3D", "5D", "6D")
    assert len(in_play(state).seen_hand(1, None)) == 12


def test_letting_go_of_a_card_leaves_the_other_hands() -> None:
    deal = trick_deal()

    assert deal.hands_without(1, cards("3H")[0]) == (deal.hands[0], 0, 0, 0)


def test_totals_add_up_the_finished_deals() -> None:
    state = late(kurnik(), "queens", ("2C", "3C", "4C", "5C"))
    scored = replace(state, scores=((-20, 0, 0, -5), (1, 2, 3, 4)))

    assert scored.totals == (-19, 2, 3, -1)


def test_totals_are_zeros_before_any_deal_is_scored() -> None:
    assert MatchState("m", bytes(32), bytes(3), None).totals == (0, 0, 0)


@given(positions())
def test_a_stored_state_is_read_back_as_it_was(at: Position) -> None:
    stored = msgspec.msgpack.encode(at.state)

    assert msgspec.msgpack.decode(stored, type=MatchState) == at.state
    assert len(stored) < LARGEST_STATE
