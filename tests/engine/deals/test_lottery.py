"""The lottery: opening, rows, ghosts, skips and prizes."""

import pytest
from hypothesis import given
from msgspec.structs import replace

from engine.cards import card_set, cards_in, texts
from engine.deals import lottery
from engine.errors import RuleCode, RuleError
from engine.events import DealScored, GhostsLaid, MatchEnded, SeatOut, SeatSkipped
from engine.match import apply, default_move
from engine.moves import Play
from engine.rules import LotteryDeal, Position, Text
from engine.state import Layout, Phase
from tests.engine.table import (
    FOUR_SUITS,
    cards,
    dealt,
    in_play,
    kurnik,
    laid_out,
    layout,
    play,
    playable,
    stored,
)
from tests.strategies import UNTIMED, positions
from tests.strategies import Position as At

# Seat 0 holds 2H and 3C, seat 1 2D and 4C; nobody holds 2C.
THREE = (
    "2H 3H 2S 3S 3C 5C 6D 7D 8D 9D TD JD QD KD AD 4H 5H",
    "2D 3D 4D 5D 4C 6C 7C 8C 9C TC JC QC KC AC 6H 7H 8H",
    "9H TH JH QH KH AH 4S 5S 6S 7S 8S 9S TS JS QS KS AS",
)


@pytest.mark.parametrize("dealer", range(4))
def test_the_dealer_opens_with_any_card(dealer: int) -> None:
    rules = kurnik()

    state = dealt(rules, "lottery", FOUR_SUITS, dealer=dealer)

    assert in_play(state).to_act == (dealer,)
    assert playable(rules, state) == FOUR_SUITS[dealer]


def test_the_rank_of_the_opening_card_opens_the_other_suits() -> None:
    rules = kurnik()

    state, _ = play(rules, dealt(rules, "lottery", FOUR_SUITS), "7C")

    assert in_play(state).to_act == (1,)
    assert playable(rules, state) == "7D"
    assert texts(cards_in(lottery.open_places(layout(state)))) == ("6C", "8C", "7D", "7H", "7S")


def test_a_row_grows_by_one_step_at_either_end() -> None:
    rules = kurnik()

    state, _ = play(rules, dealt(rules, "lottery", FOUR_SUITS), "7C 7D 7H 7S 8C")

    assert texts(cards_in(lottery.open_places(layout(state)))) == (
        "6C",
        "9C",
        "6D",
        "8D",
        "6H",
        "8H",
        "6S",
        "8S",
    )


@pytest.mark.parametrize(
    ("opening", "places"),
    [("AC", ("KC", "AD", "AH", "AS")), ("2C", ("3C", "2D", "2H", "2S"))],
)
def test_nothing_lies_beyond_the_ace_or_below_the_two(
    opening: str, places: tuple[str, ...]
) -> None:
    rules = kurnik()

    state, _ = play(rules, dealt(rules, "lottery", FOUR_SUITS), opening)

    assert texts(cards_in(lottery.open_places(layout(state)))) == places


def test_a_card_that_fits_no_row_is_refused_and_nothing_changes() -> None:
    rules = kurnik()
    state, _ = play(rules, dealt(rules, "lottery", FOUR_SUITS), "7C")
    before = stored(state)

    with pytest.raises(RuleError) as refused:
        apply(rules, state, 1, Play(cards("8D")[0]))

    assert (refused.value.code, refused.value.section) == (RuleCode.CARD_DOES_NOT_FIT, "R5.4")
    assert stored(state) == before


def test_the_whole_deck_has_no_ghosts() -> None:
    rules = kurnik()

    state, effects = play(rules, dealt(rules, "lottery", FOUR_SUITS), "2C 2D 2H 2S 3C")

    assert effects == ()
    assert layout(state) == Layout(card_set(cards("2C 3C 2D 2H 2S")), 0, 0)


def test_a_ghost_of_the_opening_rank_lies_down_with_the_opening_card() -> None:
    rules = kurnik(3)

    state, effects = play(rules, dealt(rules, "lottery", THREE), "2H")

    assert effects == (GhostsLaid(bytes(cards("2C"))),)
    assert layout(state) == Layout(card_set(cards("2C 2H")), card_set(cards("2C")), 0)
    assert texts(cards_in(lottery.open_places(layout(state)))) == ("3C", "2D", "3H", "2S")


def test_a_ghost_lies_down_when_its_row_reaches_it() -> None:
    rules = kurnik(3)
    state, effects = play(rules, dealt(rules, "lottery", THREE, dealer=1), "4C")
    assert effects == ()

    state, effects = play(rules, state, "4S 3C")

    assert effects == (GhostsLaid(bytes(cards("2C"))),)
    assert layout(state).ghosts == card_set(cards("2C"))
    assert layout(state).laid == card_set(cards("2C 3C 4C 4S"))


def test_ghosts_in_a_row_lie_down_at_once() -> None:
    rules = kurnik(3)
    state = dealt(rules, "lottery", THREE, dealer=1)
    deal = in_play(state)
    spec = rules.deals[deal.number - 1]
    assert isinstance(spec, LotteryDeal)
    without = deal.hands_without(0, cards("3C")[0])  # set aside, like 2C

    after, effects = lottery.play(spec, replace(deal, hands=without), 1, cards("4C")[0])

    assert effects == [GhostsLaid(bytes(cards("2C 3C")))]
    assert after.layout == Layout(card_set(cards("2C 3C 4C")), card_set(cards("2C 3C")), 2)


def test_a_seat_that_can_lay_nothing_is_skipped() -> None:
    rules = kurnik()
    state = laid_out(rules, ("JC QC", "AC", "KC TD", "AD KD QD JD"), "7C")

    state, effects = play(rules, state, "JC")

    assert effects == (SeatSkipped(1),)
    assert in_play(state).to_act == (2,)


def test_a_seat_moves_again_when_all_others_are_skipped() -> None:
    rules = kurnik()
    state = laid_out(rules, ("QC KC KD KS", "AC", "AD", "AS"), "7C")

    state, effects = play(rules, state, "QC")

    assert effects == (SeatSkipped(1), SeatSkipped(2), SeatSkipped(3))
    assert in_play(state).to_act == (0,)


def test_the_first_seat_without_cards_wins_the_first_prize() -> None:
    rules = kurnik()
    state = laid_out(rules, ("QC", "KC AC", "AD", "KD QD"), "7C")

    state, effects = play(rules, state, "QC")

    assert effects == (SeatOut(0, 1, (800, 0, 0, 0)),)
    assert (in_play(state).out, in_play(state).points) == ((0,), (800, 0, 0, 0))
    assert in_play(state).to_act == (1,)


def test_a_seat_without_cards_is_passed_over_in_silence() -> None:
    rules = kurnik()
    state, _ = play(rules, laid_out(rules, ("QC", "KC AC", "AD", "KD QD"), "7C"), "QC KC")
    assert in_play(state).to_act == (3,)

    state, effects = play(rules, state, "QD")

    assert effects == ()
    assert in_play(state).to_act == (1,)


@pytest.mark.parametrize(("players", "first", "second"), [(4, 800, 500), (3, 790, 485)])
def test_the_deal_ends_when_the_second_seat_is_out(players: int, first: int, second: int) -> None:
    rules = kurnik(players)
    state = laid_out(rules, ("QC", "KC", "AC QD", "AD KD")[:players], "7C")

    state, effects = play(rules, state, "QC KC")

    points = (first, second, 0, 0)[:players]
    ranks = (1, 2, 3, 3)[:players]
    assert effects == (
        SeatOut(0, 1, (first, 0, 0, 0)[:players]),
        SeatOut(1, 2, (0, second, 0, 0)[:players]),
        DealScored(len(rules.deals), points, points),
        MatchEnded(points, ranks, (0,)),
    )
    assert state.deal is None
    assert state.scores[-1] == points


def test_the_last_seat_takes_the_last_prize_when_every_place_has_one() -> None:
    spec = LotteryDeal("lottery", Text("", ""), "R5", Position.DEALER, (10, 5, -5, -10))
    rules = kurnik()
    deal = in_play(laid_out(rules, ("", "", "AC", "AD"), "7C", turn=2))
    deal = replace(deal, out=(1, 0), points=(5, 10, 0, 0))

    after, effects = lottery.play(spec, deal, 2, cards("AC")[0])

    assert effects == [SeatOut(2, 3, (0, 0, -5, 0)), SeatOut(3, 4, (0, 0, 0, -10))]
    assert (after.points, after.out, after.phase) == ((5, 10, -5, -10), (1, 0, 2, 3), Phase.SCORED)


def test_rows_show_what_lies_in_each_suit() -> None:
    rules = kurnik(3)

    state, _ = play(rules, dealt(rules, "lottery", THREE), "2H 2D")

    assert lottery.rows(layout(state)) == ((0,), (13,), (26,), ())


def test_time_over_lays_the_lowest_card_that_fits() -> None:
    rules = kurnik()
    state = laid_out(rules, ("JC QD KS", "AC QC", "KC AD", "AS KD"), "7C")

    assert default_move(rules, state, 0) == Play(cards("JC")[0])


@given(positions(("kurnik", "classic", "polish", "lottery"), ("lottery",)))
@UNTIMED
def test_every_row_is_unbroken_and_holds_the_opening_rank(at: At) -> None:
    deal = in_play(at.state)

    for row in lottery.rows(deal.layout or Layout()):
        ranks = [card % 13 for card in row]
        assert ranks == list(range(ranks[0], ranks[0] + len(ranks)) if ranks else [])
        assert not row or layout(at.state).opening_rank in ranks
