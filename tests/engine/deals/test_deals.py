"""The one place that picks among the kinds of play."""

import pytest

from engine import deals
from engine.cards import card_set
from engine.deals import not_asked, open_deal, refusal, seen_cards
from engine.errors import RuleCode
from engine.events import DealScored, OddCardShown, TrickTaken
from engine.match import apply, default_move, start_with
from engine.moves import Move, NameTrump, Play
from engine.rules import Rules, deck
from engine.state import Layout, Phase
from tests.engine.table import (
    FOUR_SUITS,
    cards,
    chance_deal,
    dealt,
    game,
    in_play,
    kurnik,
    late,
    play,
)


@pytest.mark.parametrize(
    ("deal_id", "phase", "asked", "leader", "layout"),
    [
        ("tricks", Phase.TRICKS, 3, 3, None),
        ("trump", Phase.TRUMP, 2, 3, None),
        ("lottery", Phase.LOTTERY, 2, 2, Layout()),
    ],
)
def test_an_opened_deal_waits_for_its_first_choice(
    deal_id: str, phase: Phase, asked: int, leader: int, layout: Layout | None
) -> None:
    deal = in_play(dealt(kurnik(), deal_id, FOUR_SUITS, dealer=2))

    assert (deal.phase, deal.to_act, deal.leader) == (phase, (asked,), leader)
    assert deal.hands == tuple(card_set(cards(hand)) for hand in FOUR_SUITS)
    assert (deal.dealer, deal.points, deal.plays, deal.layout) == (2, (0, 0, 0, 0), b"", layout)


@pytest.mark.parametrize(
    ("deal_id", "players", "phase", "count"),
    [
        ("tricks", 4, Phase.TRICKS, None),
        ("trump", 4, Phase.TRUMP, 5),
        ("trump", 3, Phase.TRUMP, 6),
        ("trump", 4, Phase.TRICKS, None),
        ("lottery", 4, Phase.LOTTERY, None),
    ],
)
def test_only_the_choice_of_trump_hides_a_seats_own_cards(
    deal_id: str, players: int, phase: Phase, count: int | None
) -> None:
    spec = next(deal for deal in kurnik(players).deals if deal.id == deal_id)

    assert seen_cards(spec, phase) == count


@pytest.mark.parametrize(
    ("deal_id", "seat", "section"),
    [("tricks", 1, "R1.5"), ("trump", 0, "R3.4"), ("lottery", 0, "R5.1")],
)
def test_a_seat_out_of_turn_is_told_whose_turn_it_is(deal_id: str, seat: int, section: str) -> None:
    deal = in_play(dealt(kurnik(), deal_id, FOUR_SUITS))

    refused = not_asked(deal, 2)

    assert (refused.code, refused.section) == (RuleCode.NOT_YOUR_TURN, section)
    assert refused.detail == f"seat 2 is not asked now, but seat {seat}"


@pytest.mark.parametrize(
    ("deal_id", "seat", "move", "detail"),
    [
        ("trump", 0, Play(0), "'play 2C', but seat 0 is asked for 'trump'"),
        ("tricks", 1, NameTrump(2), "'trump H', but seat 1 is asked for 'play'"),
        ("lottery", 0, NameTrump(0), "'trump C', but seat 0 is asked for 'play'"),
    ],
)
def test_a_move_of_another_kind_is_refused(
    deal_id: str, seat: int, move: Move, detail: str
) -> None:
    rules = kurnik()
    deal = in_play(dealt(rules, deal_id, FOUR_SUITS))
    asked = deals.decision(rules.deals[deal.number - 1], deal, seat)
    assert asked is not None

    refused = refusal(asked, move)

    assert refused is not None
    assert (refused.code, refused.detail) == (RuleCode.WRONG_PHASE, detail)


FIRST_CHOICES = (
    (game("greek"), "left", Phase.PASSING, (0, 1, 2, 3)),
    (game("greek", 3), "left", Phase.PASSING, (0, 1, 2)),
    (game("black_maria", 6), "right", Phase.PASSING, (0, 1, 2, 3, 4, 5)),
    (game("classic", 5), "trump", Phase.TRUMP, (1,)),
    (game("classic", 5, trump_mode="auction"), "trump", Phase.KEEPING, (1,)),
    (game("king"), "trump", Phase.TRUMP, (0,)),
    (game("classic", 6), "king", Phase.TRICKS, (1,)),
)


@pytest.mark.parametrize(("rules", "deal_id", "phase", "asked"), FIRST_CHOICES)
def test_every_game_opens_its_deals_with_the_choice_that_comes_first(
    rules: Rules, deal_id: str, phase: Phase, asked: tuple[int, ...]
) -> None:
    deal = in_play(chance_deal(rules, deal_id))

    assert (deal.phase, deal.to_act) == (phase, asked)


def test_the_last_card_of_six_hands_is_set_aside_after_the_talon() -> None:
    rules = game("classic", 6, trump_mode="auction")
    order = bytes(deck(rules.removed))

    plain, _ = open_deal(rules, 1, 0, order)
    sold, _ = open_deal(rules, 7, 0, order)

    assert (plain.deck, plain.talon, plain.set_aside) == (order[:48], b"", order[48])
    assert (sold.deck, sold.talon, sold.set_aside) == (order[:42], order[42:48], order[48])
    assert (plain.tricks, sold.tricks) == (8, 8)
    assert not plain.odd_counts
    last_trick = game("classic", 6, odd_card="last_trick")
    assert open_deal(last_trick, 1, 0, order)[0].odd_counts


@pytest.mark.parametrize("odd_card", ["neutral", "last_trick"])
def test_a_card_set_aside_counts_for_nobody_or_for_the_last_trick(odd_card: str) -> None:
    rules = game("classic", 6, odd_card=odd_card)
    last = ("3C", "4C", "5C", "6C", "7C", "8C")
    state = late(rules, "king", last, odd="KH")

    _, effects = play(rules, state, " ".join(last))

    points = 0 if odd_card == "neutral" else -150
    assert effects[:3] == (
        TrickTaken(8, 0, bytes(cards(" ".join(last))), 5, points),
        OddCardShown(cards("KH")[0]),
        DealScored(5, (0, 0, 0, 0, 0, points), (0, 0, 0, 0, 0, points)),
    )


def test_the_card_set_aside_is_no_trick_of_its_own() -> None:
    rules = game("classic", 6, odd_card="last_trick")
    last = ("3C", "4C", "5C", "6C", "7C", "8C")

    _, effects = play(rules, late(rules, "tricks", last, odd="KH"), " ".join(last))

    assert isinstance(effects[0], TrickTaken)
    assert effects[0].points == -20


def test_in_a_trump_deal_the_card_set_aside_changes_nothing() -> None:
    rules = game("classic", 6, odd_card="last_trick")
    last = ("3C", "4C", "5C", "6C", "7C", "8C")

    _, effects = play(rules, late(rules, "trump", last, trump="S", odd="KH"), " ".join(last))

    assert isinstance(effects[0], TrickTaken)
    assert effects[0].points == 25


def test_the_king_of_hearts_set_aside_leaves_a_deal_of_eight_tricks_for_nothing() -> None:
    rules = game("classic", 6, early_end="on")
    order = [card for card in deck(rules.removed) if card != cards("KH")[0]]
    deal, _ = open_deal(rules, 5, 0, bytes((*order, *cards("KH"))))
    state = start_with(rules, "m_test", deal)
    tricks = 0

    while state.deal is not None and state.deal.number == 5:
        seat = state.deal.to_act[0]
        state, effects = apply(rules, state, seat, default_move(rules, state, seat))
        tricks += sum(isinstance(effect, TrickTaken) for effect in effects)

    assert tricks == 8
    assert state.scores[-1] == (0,) * 6
