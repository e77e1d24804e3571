"""The one place that picks among the kinds of play."""

import pytest

from engine import deals
from engine.cards import card_set
from engine.deals import not_asked, refusal, seen_cards
from engine.errors import RuleCode
from engine.moves import Move, NameTrump, Play
from engine.state import Layout, Phase
from tests.engine.table import FOUR_SUITS, cards, dealt, in_play, kurnik


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
