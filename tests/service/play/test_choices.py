"""Whatever is asked becomes numbered choices; what is typed is a move, or told why it is none."""

import pytest

from service.play.choices import (
    Answer,
    Choice,
    Complaint,
    Question,
    Range,
    answer_of,
    number_of,
    question_of,
)
from service.play.words import Json, Words

WORDS = Words()


def asked(kind: str, *, moves: tuple[str, ...] = (), cards: str = "", **more: object) -> Json:
    """Return `legalMoves`; a card with a minus before it may not be played."""
    hand = [
        {
            "card": name.removeprefix("-"),
            "playable": not name.startswith("-"),
            "code": "MUST_FOLLOW_SUIT" if name.startswith("-") else None,
        }
        for name in cards.split()
    ]
    return {"kind": kind, "moves": moves, "cards": hand, "choose": None, "number": None, **more}


def question(found: Json) -> Question:
    return question_of(found, WORDS, lambda refused: str(refused["code"]))


def answer(found: Json, text: str) -> Answer:
    return answer_of(question(found), text, WORDS)


TRICK = asked("play", moves=("play 9D", "play TD"), cards="-AS TD -2C 9D")
GIFT = asked("give", cards="QS 2C AH 3D", choose=3)
SALE = asked(
    "bid",
    moves=("pass",),
    cards="-QS -2C",
    number={"kind": "bid", "minimum": 26, "maximum": 1000},
)
TRUMP = asked("trump", moves=("trump C", "trump H", "trump N"), cards="-QS -2C")
MOON = asked("moon", moves=("moon add_others", "moon subtract_self"))


def test_cards_that_may_be_played_come_first_and_the_others_say_why_not() -> None:
    assert question(TRICK).choices == (
        Choice("9♦", "play 9D", "9D"),
        Choice("10♦", "play TD", "TD"),
        Choice("2♣", "play 2C", "2C", "MUST_FOLLOW_SUIT"),
        Choice("A♠", "play AS", "AS", "MUST_FOLLOW_SUIT"),
    )


@pytest.mark.parametrize("text", ["2", "td", "10♦", "10D", "play TD"])
def test_a_card_is_chosen_by_number_or_by_name(text: str) -> None:
    assert answer(TRICK, text) == "play TD"


@pytest.mark.parametrize("text", ["4", "AS", "a♠"])
def test_a_card_that_may_not_be_played_is_refused_with_its_reason(text: str) -> None:
    assert answer(TRICK, text) == Complaint("A♠ may not be played now: MUST_FOLLOW_SUIT")


@pytest.mark.parametrize("text", ["", "0", "5", "-1", "٢", "x", "KD", "999"])
def test_what_is_none_of_the_choices_is_told(text: str) -> None:
    assert answer(TRICK, text) == Complaint(
        f"{text!r} is none of the choices: type a number from 1 to 2."
    )


def test_a_move_in_its_text_form_is_left_to_the_service() -> None:
    assert answer(TRICK, "play KD") == "play KD"
    assert answer(TRUMP, "give QS") == "give QS"


@pytest.mark.parametrize("text", ["4 3 1", "4,3, 1", "qs AH 1", "q♠, ah 1"])
def test_cards_are_given_in_the_order_in_which_they_are_named(text: str) -> None:
    assert [choice.card for choice in question(GIFT).choices] == ["2C", "3D", "AH", "QS"]
    assert answer(GIFT, text) == "give QS AH 2C"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("1 2", "That names 2 different cards; 3 are to be given."),
        ("1 2 2", "That names 2 different cards; 3 are to be given."),
        ("1 2 3 3", "That names 3 different cards; 3 are to be given."),
        ("", "That names 0 different cards; 3 are to be given."),
        ("1 2 9", "'9' is none of the choices: type a number from 1 to 4."),
    ],
)
def test_a_gift_of_other_cards_than_are_asked_for_is_told(text: str, complaint: str) -> None:
    assert answer(GIFT, text) == Complaint(complaint)


def test_a_number_is_the_last_of_the_choices() -> None:
    numbers = Range("bid", 26, 1000)

    assert question(SALE).choices == (
        Choice("pass", "pass"),
        Choice("bid (26-1000)", "bid"),
    )
    assert answer(SALE, "1") == "pass"
    assert answer(SALE, "pass") == "pass"
    assert answer(SALE, "2") == numbers
    assert answer(SALE, "bid") == numbers
    assert answer(SALE, "bid 30") == "bid 30"


def test_a_number_must_be_one_that_may_be_said() -> None:
    numbers = Range("bid", 26, 1000)

    assert [number_of(numbers, text, WORDS) for text in ("26", "1000", "026")] == [
        "bid 26",
        "bid 1000",
        "bid 26",
    ]
    for text in ("25", "1001", "", "x", "٣٠", "1e2", "9" * 50):
        assert number_of(numbers, text, WORDS) == Complaint(
            f"{text!r} is no whole number from 26 to 1000."
        )


def test_trumps_and_moons_are_told_in_words() -> None:
    assert [choice.label for choice in question(TRUMP).choices] == [
        "trump ♣",
        "trump ♥",
        "no trump",
    ]
    assert [choice.label for choice in question(MOON).choices] == [
        "the points to every other seat",
        "the points off your own",
    ]
    assert answer(TRUMP, "3") == "trump N"
    assert answer(MOON, "2") == "moon subtract_self"
