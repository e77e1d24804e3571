"""The lottery: opening, rows, ghosts, skips and prizes."""

import pytest
from hypothesis import given
from msgspec.structs import replace

from engine.cards import card_set, cards_in, texts
from engine.deals import lottery, open_deal
from engine.errors import RuleCode, RuleError
from engine.events import DealScored, GhostsLaid, MatchEnded, SeatOut, SeatSkipped
from engine.match import apply, default_move, start
from engine.moves import Play
from engine.rules import LotteryDeal, Position, Text
from engine.shuffle import practice_secret
from engine.state import Layout, Phase
from engine.views import view_for
from tests.engine.table import (
    FOUR_SUITS,
    cards,
    chance_deal,
    dealt,
    game,
    in_play,
    kurnik,
    laid_out,
    layout,
    play,
    playable,
    stored,
)
from tests.strategies import Position as At
from tests.strategies import positions

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


def test_the_view_tells_who_laid_what_so_that_skips_can_be_seen() -> None:
    rules = kurnik()
    # Seat 1 holds no seven and no neighbour of 7C: it is passed over.
    hands = (
        "7C 2C 3C 4C 5C 9C TC JC QC KC AC 2D 3D",
        "4D 5D 6D 8D 9D TD JD QD KD AD 2H 3H 4H",
        "6C 8C 7D 7H 7S 5H 6H 8H 9H TH JH QH KH",
        "AH 2S 3S 4S 5S 6S 8S 9S TS JS QS KS AS",
    )

    state, effects = play(rules, dealt(rules, "lottery", hands), "7C 6C 5C 7S")

    assert SeatSkipped(1) in effects
    for viewer in (None, 0, 1):
        view = view_for(rules, state, viewer)
        assert view.deal is not None
        laid = [(play.seat, play.card) for play in view.deal.laid]
        assert laid == [(0, "7C"), (2, "6C"), (0, "5C"), (2, "7S")]


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

    assert effects == (GhostsLaid(bytes(cards("2C 3C"))),)
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

    assert effects == (SeatOut(2, 3, (0, 0, -5, 0)), SeatOut(3, 4, (0, 0, 0, -10)))
    assert (after.points, after.out, after.phase) == ((5, 10, -5, -10), (1, 0, 2, 3), Phase.SCORED)


def test_rows_show_what_lies_in_each_suit() -> None:
    rules = kurnik(3)

    state, _ = play(rules, dealt(rules, "lottery", THREE), "2H 2D")

    assert lottery.rows(layout(state)) == ((0,), (13,), (26,), ())


def test_time_over_lays_the_lowest_card_that_fits() -> None:
    rules = kurnik()
    state = laid_out(rules, ("JC QD KS", "AC QC", "KC AD", "AS KD"), "7C")

    assert default_move(rules, state, 0) == Play(cards("JC")[0])


# Three hands of seventeen cards in which seats 1 and 2 hold no eight.
EIGHTS_AT_ZERO = (
    "8C 8D 8H 8S 2H 3H 4H 5H 6H 7H 9H TH JH QH KH AH 3C",
    "4C 5C 6C 7C 9C TC JC QC KC AC 2D 3D 4D 5D 6D 7D 9D",
    "TD JD QD KD AD 2S 3S 4S 5S 6S 7S 9S TS JS QS KS AS",
)
EIGHT = game("lottery", 3)


def test_the_left_of_the_dealer_must_open_with_an_eight() -> None:
    state = dealt(EIGHT, "lottery", EIGHTS_AT_ZERO, dealer=2)

    assert (in_play(state).to_act, in_play(state).leader) == ((0,), 0)
    assert playable(EIGHT, state) == "8C 8D 8H 8S"


def test_the_duty_to_open_passes_on_to_the_first_seat_with_an_eight() -> None:
    order = in_play(dealt(EIGHT, "lottery", EIGHTS_AT_ZERO, dealer=0)).deck

    deal, effects = open_deal(EIGHT, 1, 0, order)

    assert effects == (SeatSkipped(1), SeatSkipped(2))
    assert (deal.to_act, deal.leader) == ((0,), 1)
    assert deal.layout == Layout(opening_rank=6)


def test_the_log_tells_who_could_not_open() -> None:
    before_the_first_card = [
        start(EIGHT, "m_test", practice_secret(number))[1][2:] for number in range(30)
    ]

    assert any(before_the_first_card)
    for effects in before_the_first_card:
        assert all(isinstance(effect, SeatSkipped) for effect in effects)


def test_other_suits_open_by_their_eights_at_any_turn() -> None:
    state, _ = play(EIGHT, dealt(EIGHT, "lottery", EIGHTS_AT_ZERO, dealer=2), "8C")

    places = texts(cards_in(lottery.open_places(layout(state))))

    assert places == ("7C", "9C", "8D", "8H", "8S")
    assert in_play(state).to_act == (1,)
    assert playable(EIGHT, state) == "7C 9C"


def test_fifty_one_cards_opened_with_a_two_do_not_lock_up() -> None:
    rules = kurnik(3)
    state, _ = play(rules, dealt(rules, "lottery", THREE), "2H")

    while state.deal is not None:
        assert playable(rules, state)
        state, effects = play(rules, state, playable(rules, state).split(maxsplit=1)[0])

    assert isinstance(effects[-1], MatchEnded)


SIX = game("classic", 6, plus_phase="lottery", lottery_deals="players")
# Six hands of eight cards; the eight of diamonds is set aside.
WITHOUT_AN_EIGHT = (
    "8C 3C 4C 5C 6C 7C 9C TC",
    "JC QC KC AC 3D 4D 5D 6D",
    "7D 9D TD JD QD KD AD 2H",
    "3H 4H 5H 6H 7H 8H 9H TH",
    "JH QH KH AH 3S 4S 5S 6S",
    "7S 8S 9S TS JS QS KS AS",
)


def test_an_eight_that_is_set_aside_lies_with_the_first_eight() -> None:
    state = dealt(SIX, "lottery", WITHOUT_AN_EIGHT, dealer=5, rest="8D")
    assert (layout(state).laid, playable(SIX, state)) == (0, "8C")

    state, effects = play(SIX, state, "8C")

    assert GhostsLaid(bytes(cards("8D"))) in effects
    assert texts(cards_in(lottery.open_places(layout(state)))) == (
        "7C",
        "9C",
        "7D",
        "9D",
        "8H",
        "8S",
    )


def test_a_card_that_is_set_aside_lies_open_in_a_lottery() -> None:
    state = dealt(SIX, "lottery", WITHOUT_AN_EIGHT, dealer=5, rest="8D")

    for viewer in (None, 0, 3):
        deal = view_for(SIX, state, viewer).deal
        assert deal is not None
        assert deal.odd_card == "8D"


@pytest.mark.parametrize("seed", range(20))
def test_six_players_with_any_card_set_aside_play_to_the_second_out(seed: int) -> None:
    state = chance_deal(SIX, "lottery", seed)

    while state.deal is not None and state.deal.number == 7:
        state, _ = play(SIX, state, playable(SIX, state).split()[-1])

    assert sorted(state.scores[-1]) == [0, 0, 0, 0, 125, 200]


@pytest.mark.parametrize(
    ("players", "options", "prizes"),
    [
        (4, {}, (800, 500)),
        (3, {}, (790, 485)),
        (4, {"deals": "2"}, (200, 125)),
        (3, {"deals": "2"}, (250, 175)),
    ],
)
def test_one_lottery_pays_more_than_each_of_several(
    players: int, options: dict[str, str], prizes: tuple[int, int]
) -> None:
    rules = game("lottery", players, **options)
    state = laid_out(rules, ("QC", "KC", "AC QD", "AD KD")[:players], "8C")

    _, effects = play(rules, state, "QC KC")

    out = [effect for effect in effects if isinstance(effect, SeatOut)]
    assert [(at.seat, at.place, at.points[at.seat]) for at in out] == [
        (0, 1, prizes[0]),
        (1, 2, prizes[1]),
    ]


def test_a_finished_seat_is_not_asked_again_though_all_others_are_skipped() -> None:
    rules = game("lottery", 4)
    state = laid_out(rules, ("JC", "QC KC", "AC", "AD KD QD"), "8C")

    state, effects = play(rules, state, "JC QC")

    assert effects[0] == SeatOut(0, 1, (800, 0, 0, 0))
    assert SeatSkipped(0) not in effects
    assert in_play(state).to_act == (3,)
    state, effects = play(rules, state, "QD")
    assert in_play(state).to_act == (1,)


@pytest.mark.parametrize(("ace_bonus", "turn"), [("on", 0), ("off", 1)])
def test_an_ace_may_bring_another_turn(ace_bonus: str, turn: int) -> None:
    rules = game("lottery", 4, ace_bonus=ace_bonus)
    state = laid_out(rules, ("AC QD", "KD JS", "AD KS", "AS QS"), "8C")

    state, effects = play(rules, state, "AC")

    assert effects == ()
    assert in_play(state).to_act == (turn,)


def test_an_ace_brings_no_turn_to_a_seat_that_can_lay_nothing() -> None:
    rules = game("lottery", 4, ace_bonus="on")
    state = laid_out(rules, ("AC AD", "KD QD", "AH AS", "KH KS"), "8C")

    state, effects = play(rules, state, "AC")

    assert effects == ()
    assert in_play(state).to_act == (1,)


def test_the_last_seat_of_the_small_scale_pays_the_last_place() -> None:
    rules = game("polish", 4, scale="small")
    state = laid_out(rules, ("JC", "QC", "KC", "AC AD"), "8C")

    _, effects = play(rules, state, "JC QC KC")

    assert effects[:4] == (
        SeatOut(0, 1, (10, 0, 0, 0)),
        SeatOut(1, 2, (0, 5, 0, 0)),
        SeatOut(2, 3, (0, 0, -5, 0)),
        SeatOut(3, 4, (0, 0, 0, -10)),
    )
    assert isinstance(effects[4], DealScored)
    assert effects[4].points == (10, 5, -5, -10)


@given(positions(("kurnik", "classic", "polish", "lottery"), ("lottery",)))
def test_every_row_is_unbroken_and_holds_the_opening_rank(at: At) -> None:
    deal = in_play(at.state)

    for row in lottery.rows(deal.layout or Layout()):
        ranks = [card % 13 for card in row]
        assert ranks == list(range(ranks[0], ranks[0] + len(ranks)) if ranks else [])
        assert not row or layout(at.state).opening_rank in ranks
