"""Both languages say the same, and neither says what the rules say themselves."""

from string import Formatter

import pytest

from engine.errors import RuleCode
from engine.moves import MoveKind
from engine.rules import MoonWay
from service.play.words import PHRASES, Language, Words


def parts(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("phrase", PHRASES)
def test_a_phrase_has_the_same_parts_in_both_languages(phrase: str) -> None:
    english, polish = PHRASES[phrase]

    assert parts(english) == parts(polish)


def test_every_move_has_words() -> None:
    told_by_cards = {MoveKind.PLAY, MoveKind.GIVE, MoveKind.TRUMP, MoveKind.MOON}

    assert {f"move_{kind}" for kind in set(MoveKind) - told_by_cards} <= set(PHRASES)
    assert {f"move_moon_{way}" for way in MoonWay} <= set(PHRASES)


def test_the_service_gives_the_reasons_in_english() -> None:
    title = "The led suit must be followed."

    assert Words().reason("MUST_FOLLOW_SUIT", title) == title
    assert Words(Language.PL).reason("MUST_FOLLOW_SUIT", title) == (
        "Trzeba dołożyć do koloru wyjścia."
    )


def test_a_reason_without_polish_words_is_told_as_the_service_tells_it() -> None:
    assert Words(Language.PL).reason("BRAND_NEW", "Something new.") == "Something new."


# What can stand against a card of one's own hand, or a move in turn.
@pytest.mark.parametrize(
    "code",
    [
        RuleCode.MUST_FOLLOW_SUIT,
        RuleCode.HEART_LEAD_BANNED,
        RuleCode.CARD_DOES_NOT_FIT,
        RuleCode.MUST_OPEN,
        RuleCode.HEARTS_NOT_BROKEN,
        RuleCode.BARRED_IN_FIRST_TRICK,
        RuleCode.MUST_DROP,
        RuleCode.NOT_IN_HAND,
        RuleCode.WRONG_PHASE,
    ],
)
def test_what_stands_against_a_card_is_told_in_polish(code: RuleCode) -> None:
    assert Words(Language.PL).reason(code.value, "In English.") != "In English."
