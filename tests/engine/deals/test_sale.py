"""The talon: kept or sold, paid for at the end of the deal."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.cards import texts
from engine.errors import RuleCode, RuleError
from engine.events import CardsGiven, DealScored, TalonPaid, TalonTaken, TrickTaken
from engine.match import apply, default_move, refusal
from engine.moves import Bid, Give, Keep, Lower, MoveKind, Open, Pass, parse_move
from engine.seat_view import NumberRange, SaleView
from engine.state import MatchState, Phase, Sale
from engine.views import legal_moves, view_for
from tests.engine.table import (
    answer,
    asked_of,
    cards,
    chance_deal,
    dealt,
    game,
    held,
    in_play,
    late,
    make,
    play,
    stored,
)

SOLD = game("classic", trump_mode="auction")
# Twelve cards of a suit each; the aces lie open. Seat 0 deals, seat 1 declares.
HANDS = tuple(" ".join(rank + suit for rank in "23456789TJQK") for suit in "CDHS")
TALON = "AC AD AH AS"


def fresh() -> MatchState:
    """Return an auction just dealt."""
    return dealt(SOLD, "trump", HANDS, rest=TALON)


def after(*moves: str) -> MatchState:
    """Return an auction after some moves."""
    return make(SOLD, fresh(), *moves)[0]


def test_the_declarer_decides_over_an_open_talon() -> None:
    state = fresh()

    asked = asked_of(SOLD, state)

    assert (in_play(state).phase, in_play(state).to_act) == (Phase.KEEPING, (1,))
    assert (in_play(state).declarer, in_play(state).leader) == (1, 1)
    assert (asked.kind, asked.low, asked.high, asked.others) == (MoveKind.OPEN, 1, 1000, (Keep(),))
    for viewer in (None, 0, 1):
        deal = view_for(SOLD, state, viewer).deal
        assert deal is not None
        assert deal.talon == ("AC", "AD", "AH", "AS")
        assert (deal.hand_counts, deal.talon_taker, deal.sale) == ((12,) * 4, None, None)


@pytest.mark.parametrize(
    ("players", "short", "talon"), [(3, 16, 3), (4, 12, 4), (5, 9, 5), (6, 7, 6), (7, 6, 7)]
)
def test_hands_are_one_card_short_and_full_after_the_exchange(
    players: int, short: int, talon: int
) -> None:
    rules = game("classic", players, trump_mode="auction")
    state = chance_deal(rules, "trump")
    deal = in_play(state)
    assert [hand.bit_count() for hand in deal.hands] == [short] * players
    assert (len(deal.talon), deal.set_aside is not None) == (talon, players == 6)

    state, _ = make(rules, state, "keep")
    state, _ = apply(rules, state, 1, default_move(rules, state, 1))

    assert [hand.bit_count() for hand in in_play(state).hands] == [short + 1] * players


def test_a_declarer_who_keeps_takes_the_talon_and_gives_a_card_to_each() -> None:
    state, effects = make(SOLD, fresh(), "keep", "give AC 2D AD", "trump S")

    assert effects[:2] == (
        TalonTaken(1, 0, bytes(cards(TALON))),
        CardsGiven(1, bytes(cards("AC 2D AD"))),
    )
    deal = in_play(state)
    assert [texts(deal.seen_hand(seat, None))[-1] for seat in (2, 3, 0)] == ["AC", "2D", "AD"]
    assert deal.hands[1] == held(HANDS[1] + " AH AS") ^ held("2D")
    assert (deal.phase, deal.trump, deal.to_act, deal.taker) == (Phase.TRICKS, 3, (1,), 1)


@pytest.mark.parametrize(
    ("move", "minimum"), [("open", 1), ("open 1", 1), ("open 150", 150), ("open 1000", 1000)]
)
def test_the_talon_is_put_up_for_sale_with_or_without_a_minimum(move: str, minimum: int) -> None:
    state = after(move)

    assert (in_play(state).phase, in_play(state).sale) == (Phase.BIDDING, Sale(minimum))
    asked = asked_of(SOLD, state)
    assert (asked.seat, asked.kind, asked.low, asked.high) == (2, MoveKind.BID, minimum, 1000)
    assert asked.others == (Pass(),)


def test_the_others_call_in_turn_and_the_declarer_never() -> None:
    state, turns = after("open"), []

    for number in range(10, 80, 10):
        turns.append(in_play(state).to_act[0])
        state, _ = make(SOLD, state, f"bid {number}")

    assert turns == [2, 3, 0, 2, 3, 0, 2]


def test_a_seat_that_has_passed_is_not_called_again() -> None:
    state = after("open", "bid 10", "pass", "bid 20")

    assert in_play(state).to_act == (2,)
    assert in_play(state).sale == Sale(1, 20, 0, (3,))
    state, _ = make(SOLD, state, "bid 30")
    assert in_play(state).to_act == (0,)


def test_each_seat_is_called_once_before_the_first_bid_wins() -> None:
    state = after("open", "bid 10", "pass")

    assert (in_play(state).phase, in_play(state).to_act) == (Phase.BIDDING, (0,))
    state, effects = make(SOLD, state, "pass")
    assert effects == (TalonTaken(2, 10, bytes(cards(TALON))),)
    assert (in_play(state).phase, in_play(state).to_act) == (Phase.EXCHANGE, (2,))


def test_the_last_seat_may_be_the_only_one_to_bid() -> None:
    _, effects = make(SOLD, after("open", "pass", "pass"), "bid 5")

    assert effects == (TalonTaken(0, 5, bytes(cards(TALON))),)


def test_the_declarer_must_sell_to_the_highest_bidder() -> None:
    state = after("open", "bid 1", "pass", "pass")

    refused = refusal(SOLD, state, 1, Keep())

    assert refused is not None
    assert refused.code is RuleCode.NOT_YOUR_TURN
    assert (in_play(state).taker, in_play(state).to_act) == (2, (2,))


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (149, RuleCode.NUMBER_OUT_OF_RANGE),
        (0, RuleCode.NUMBER_OUT_OF_RANGE),
        (1001, RuleCode.NUMBER_OUT_OF_RANGE),
        (150, None),
        (1000, None),
    ],
)
def test_a_bid_is_at_least_what_is_asked_for(number: int, code: RuleCode | None) -> None:
    refused = refusal(SOLD, after("open 150"), 2, Bid(number))

    assert (refused and (refused.code, refused.section)) == (code and (code, "R3.5"))


@pytest.mark.parametrize(("number", "allowed"), [(199, False), (200, False), (201, True)])
def test_a_bid_is_higher_than_the_one_before(number: int, allowed: bool) -> None:
    refused = refusal(SOLD, after("open 150", "bid 200"), 3, Bid(number))

    assert (refused is None) == allowed


def test_the_highest_bid_of_all_leaves_only_passes() -> None:
    state = after("open", "bid 1000")

    shown = legal_moves(SOLD, state, 3)

    assert shown is not None
    assert (shown.moves, shown.number) == (("pass",), None)
    refused = refusal(SOLD, state, 3, Bid(1001))
    assert refused is not None
    assert refused.code is RuleCode.NUMBER_OUT_OF_RANGE


def test_a_bid_and_a_pass_are_announced_by_a_range_and_a_move() -> None:
    shown = legal_moves(SOLD, after("open 150", "bid 200"), 3)

    assert shown is not None
    assert (shown.kind, shown.moves) == (MoveKind.BID, ("pass",))
    assert shown.number == NumberRange(MoveKind.BID, 201, 1000)
    assert {(card.playable, card.code, card.section) for card in shown.cards} == {
        (False, RuleCode.WRONG_PHASE, "R3.5")
    }


def test_everybody_sees_how_the_sale_stands() -> None:
    state = after("open 150", "pass", "bid 200")

    for viewer in (None, 0, 1, 2, 3):
        deal = view_for(SOLD, state, viewer).deal
        assert deal is not None
        assert (deal.sale, deal.declarer) == (SaleView(150, 200, 3, (2,)), 1)


def test_a_declarer_without_a_bid_at_one_keeps_the_talon() -> None:
    state, effects = make(SOLD, after("open", "pass", "pass"), "pass")

    assert effects == (TalonTaken(1, 0, bytes(cards(TALON))),)
    assert (in_play(state).phase, in_play(state).to_act) == (Phase.EXCHANGE, (1,))


def test_a_declarer_without_a_bid_may_ask_for_less_and_all_call_again() -> None:
    state = after("open 150", "pass", "pass", "pass")
    assert (in_play(state).phase, in_play(state).to_act) == (Phase.LOWERING, (1,))
    asked = asked_of(SOLD, state)
    assert (asked.kind, asked.low, asked.high, asked.others) == (MoveKind.LOWER, 1, 149, (Keep(),))

    state, _ = make(SOLD, state, "lower 100")

    assert (in_play(state).sale, in_play(state).to_act) == (Sale(100), (2,))
    state, _ = make(SOLD, state, "pass", "pass", "pass", "lower 1", "pass", "pass")
    state, effects = make(SOLD, state, "bid 7")
    assert effects == (TalonTaken(0, 7, bytes(cards(TALON))),)


def test_a_declarer_without_a_bid_may_keep_instead() -> None:
    _, effects = make(SOLD, after("open 150", "pass", "pass", "pass"), "keep")

    assert effects == (TalonTaken(1, 0, bytes(cards(TALON))),)


@pytest.mark.parametrize("move", ["lower 150", "lower 151", "lower 0", "open 100", "bid 100"])
def test_less_is_strictly_less(move: str) -> None:
    state = after("open 150", "pass", "pass", "pass")
    before = stored(state)

    with pytest.raises(RuleError) as refused:
        make(SOLD, state, move)

    lower = isinstance(parse_move(move), Lower)
    code = RuleCode.NUMBER_OUT_OF_RANGE if lower else RuleCode.WRONG_PHASE
    assert (refused.value.code, refused.value.section) == (code, "R3.5")
    assert stored(state) == before


def test_at_a_minimum_of_one_nothing_is_lower() -> None:
    state = after("open 2", "pass", "pass", "pass", "lower 1", "pass", "pass", "pass")

    assert in_play(state).phase is Phase.EXCHANGE


@pytest.mark.parametrize("move", ["open 0", "open 1001", "bid 5", "lower 5", "pass", "trump H"])
def test_only_keeping_and_opening_are_open_to_the_declarer(move: str) -> None:
    refused = refusal(SOLD, fresh(), 1, parse_move(move))

    assert refused is not None
    opening = isinstance(parse_move(move), Open)
    code = RuleCode.NUMBER_OUT_OF_RANGE if opening else RuleCode.WRONG_PHASE
    assert (refused.code, refused.section) == (code, "R3.5")


@pytest.mark.parametrize(
    ("move", "code", "section"),
    [
        ("give AC AD", RuleCode.WRONG_CARD_COUNT, "R3.5"),
        ("give AC AD AH AS", RuleCode.WRONG_CARD_COUNT, "R3.5"),
        ("give AC AC AD", RuleCode.CARD_TWICE, "R3.5"),
        ("give AC AD 2C", RuleCode.NOT_IN_HAND, "R1.3"),
        ("trump H", RuleCode.WRONG_PHASE, "R3.5"),
    ],
)
def test_the_exchange_takes_one_card_of_ones_own_for_each_other_seat(
    move: str, code: RuleCode, section: str
) -> None:
    refused = refusal(SOLD, after("keep"), 1, parse_move(move))

    assert refused is not None
    assert (refused.code, refused.section) == (code, section)


@pytest.mark.parametrize(("buyer_leads", "leader"), [("off", 1), ("on", 3)])
def test_the_declarer_leads_or_by_agreement_the_buyer(buyer_leads: str, leader: int) -> None:
    rules = game("classic", trump_mode="auction", buyer_leads=buyer_leads)
    state = dealt(rules, "trump", HANDS, rest=TALON)

    state, _ = make(rules, state, "open", "pass", "bid 3", "pass", "give AC AD AH", "trump C")

    assert (in_play(state).to_act, in_play(state).leader) == ((leader,), leader)


def test_nobody_knows_the_leader_before_the_buyer_if_he_leads() -> None:
    rules = game("classic", trump_mode="auction", buyer_leads="on")

    assert in_play(dealt(rules, "trump", HANDS, rest=TALON)).leader is None


def test_the_buyer_names_one_of_four_suits() -> None:
    state = after("open", "bid 1", "pass", "pass", "give AC AD AH")

    asked = asked_of(SOLD, state)

    assert (asked.seat, asked.kind, asked.trumps) == (2, MoveKind.TRUMP, (0, 1, 2, 3))
    assert asked.cards == held(HANDS[2] + " AS")  # the talon without what was given


def settled(bid: int, tricks: tuple[int, ...]) -> tuple[TalonPaid, DealScored]:
    """Return how an auction of seat 1, bought by seat 2, is settled after the last trick."""
    hands = [["2C"], ["3C"], ["4C"], ["5C"]]
    state = late(SOLD, "trump", [" ".join(hand) for hand in hands], trump="S")
    deal = replace(
        in_play(state),
        points=tuple(25 * count for count in tricks),
        sale=Sale(1, bid, 2, (3, 0)),
        taker=2,
    )
    _, effects = play(SOLD, replace(state, deal=deal), "2C 3C 4C 5C")
    paid, scored = effects[1:3]
    assert isinstance(effects[0], TrickTaken)
    assert isinstance(paid, TalonPaid)
    assert isinstance(scored, DealScored)
    return paid, scored


@pytest.mark.parametrize(
    ("bid", "tricks", "points"),
    [
        (125, (1, 2, 6, 3), (25, 50 + 125, 25, 100)),
        (125, (2, 3, 4, 3), (50, 75 + 125, -25, 100)),
        (1000, (2, 3, 4, 3), (50, 75 + 1000, -900, 100)),
        (1, (4, 4, 0, 4), (100, 101, -1, 125)),
    ],
)
def test_the_buyer_pays_his_bid_to_the_declarer_whatever_he_took(
    bid: int, tricks: tuple[int, ...], points: tuple[int, ...]
) -> None:
    paid, scored = settled(bid, tricks)

    assert paid == TalonPaid((0, bid, -bid, 0))
    assert scored.points == points
    assert sum(scored.points) == 325


def test_nobody_pays_for_a_talon_that_was_kept() -> None:
    state = late(SOLD, "trump", ("2C", "3C", "4C", "5C"), trump="S")

    _, effects = play(SOLD, state, "2C 3C 4C 5C")

    assert not any(isinstance(effect, TalonPaid) for effect in effects)


def test_the_same_seat_may_buy_every_time() -> None:
    rules = game("classic", trump_mode="auction")
    buyers: list[Any] = []

    for dealer in range(4):
        state = chance_deal(rules, "trump", seed=dealer, dealer=dealer)
        state, _ = make(rules, state, "keep" if dealer == 1 else "open")
        while in_play(state).phase is Phase.BIDDING:
            seat = in_play(state).to_act[0]
            move = "bid 10" if seat == 2 else "pass"
            state, _ = make(rules, state, move)
        buyers.append(in_play(state).taker)

    assert buyers == [2, 2, 2, 2]


def test_the_clock_keeps_passes_and_gives_the_lowest() -> None:
    state = fresh()

    assert default_move(SOLD, state, 1) == Keep()
    assert default_move(SOLD, after("open 150"), 2) == Pass()
    assert default_move(SOLD, after("open 150", "pass", "pass", "pass"), 1) == Keep()
    assert default_move(SOLD, after("keep"), 1) == Give(cards("2D 3D 4D"))


@given(st.integers(3, 7), st.integers(0, 2**32 - 1), st.randoms(use_true_random=False))
def test_an_auction_moves_points_and_never_their_sum(players: int, seed: int, chance: Any) -> None:
    rules = game("classic", players, trump_mode="auction")
    state = chance_deal(rules, "trump", seed)
    number, sums = in_play(state).number, {3: 425, 4: 325, 5: 250, 6: 200, 7: 175}

    while state.deal is not None and state.deal.number == number:
        seat = state.deal.to_act[0]
        state, _ = apply(rules, state, seat, answer(asked_of(rules, state, seat), chance))

    assert sum(state.scores[-1]) == sums[players]
