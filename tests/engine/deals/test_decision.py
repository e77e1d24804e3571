"""What a seat is asked, and the filters that narrow its cards."""

import pytest

from engine.cards import cards_in
from engine.deals.decision import FOLLOW, NO_HEART_LEAD, Decision, narrowed
from engine.errors import RuleCode
from engine.moves import MoveKind
from tests.engine.table import cards, held


def test_a_filter_keeps_the_cards_that_it_allows() -> None:
    assert narrowed(held("2C 3C 2H"), (FOLLOW[0],)) == held("2C 3C")


def test_a_filter_that_would_leave_nothing_is_skipped() -> None:
    assert narrowed(held("2H 3H"), (FOLLOW[0],)) == held("2H 3H")
    assert narrowed(held("2H 3H"), (NO_HEART_LEAD,)) == held("2H 3H")


def test_filters_work_one_after_the_other() -> None:
    assert narrowed(held("2C 2H 2S"), (NO_HEART_LEAD, FOLLOW[3])) == held("2S")
    assert narrowed(held("2C 2H 3H"), (FOLLOW[2], NO_HEART_LEAD)) == held("2H 3H")


def decision(text: str, *filters: int) -> Decision:
    """Return the choice among cards under the ban and then the following of suits."""
    rules = (NO_HEART_LEAD, *(FOLLOW[suit] for suit in filters))
    return Decision(1, MoveKind.PLAY, held(text), narrowed(held(text), rules), rules)


@pytest.mark.parametrize(
    ("card", "code", "section", "suit"),
    [
        ("2H", RuleCode.HEART_LEAD_BANNED, "R1.7", "H"),
        ("2C", RuleCode.MUST_FOLLOW_SUIT, "R1.5", "S"),
        ("3C", RuleCode.NOT_IN_HAND, "R1.3", None),
    ],
)
def test_a_card_is_refused_by_the_first_filter_that_takes_it_away(
    card: str, code: RuleCode, section: str, suit: str | None
) -> None:
    refused = decision("2C 2H 2S", 3).refusal(cards(card)[0])

    assert refused is not None
    assert (refused.code, refused.section, refused.suit) == (code, section, suit)


def test_a_skipped_filter_refuses_nothing() -> None:
    refused = decision("2C 2H", 3).refusal(cards("2H")[0])

    assert refused is not None
    assert refused.code is RuleCode.HEART_LEAD_BANNED
    assert decision("2C 2H", 3).refusal(cards("2C")[0]) is None


def test_a_filter_is_skipped_for_what_the_filters_before_it_left() -> None:
    refused = decision("2C 3D 2H", 2, 0).refusal(cards("3D")[0])

    assert refused is not None
    assert (refused.code, refused.suit) == (RuleCode.MUST_FOLLOW_SUIT, "C")


def test_a_playable_card_stands_against_no_rule() -> None:
    asked = decision("2C 3C 2H")

    assert [asked.against(card) for card in cards_in(asked.playable)] == [None, None]
    assert cards_in(asked.playable) == cards("2C 3C")
