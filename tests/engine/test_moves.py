"""Moves and their texts."""

import re

import msgspec
import pytest
from hypothesis import given

from engine.cards import parse_card
from engine.errors import NotationError
from engine.moves import (
    PLAYS,
    Bid,
    ChooseMoon,
    Give,
    Keep,
    Lower,
    Move,
    MoveKind,
    NameTrump,
    Open,
    Pass,
    Play,
    is_open,
    move_text,
    parse_move,
)
from engine.rules import MoonWay
from tests.strategies import moves

EXAMPLES: tuple[tuple[str, Move], ...] = (
    ("play QS", Play(49)),
    ("play 2C", Play(0)),
    ("trump H", NameTrump(2)),
    ("trump C", NameTrump(0)),
    ("trump N", NameTrump(4)),
    ("give QS", Give((49,))),
    ("give QS KH AS", Give((49, 37, 51))),
    ("keep", Keep()),
    ("open 150", Open(150)),
    ("lower 100", Lower(100)),
    ("bid 125", Bid(125)),
    ("pass", Pass()),
    ("moon add_others", ChooseMoon(MoonWay.ADD_OTHERS)),
    ("moon subtract_self", ChooseMoon(MoonWay.SUBTRACT_SELF)),
)


@pytest.mark.parametrize(("text", "move"), EXAMPLES)
def test_a_move_is_a_verb_and_its_argument(text: str, move: Move) -> None:
    assert parse_move(text) == move
    assert move_text(move) == text


@given(moves)
def test_reading_a_move_undoes_writing_it(move: Move) -> None:
    assert parse_move(move_text(move)) == move


@pytest.mark.parametrize("text", ["PLAY qs", "  play QS ", "Play  qs", "play QS\n"])
def test_a_move_is_read_in_either_case_and_with_space_around(text: str) -> None:
    assert parse_move(text) == Play(49)


def test_the_examples_above_show_every_verb() -> None:
    assert {text.split()[0] for text, _ in EXAMPLES} == set(MoveKind)


def test_opening_without_a_number_asks_for_one_point() -> None:
    assert parse_move("open") == Open(1)
    assert move_text(Open(1)) == "open 1"


@pytest.mark.parametrize("text", ["", "QS", "passing", "playQS", "play-QS", "sell 30", "пlay QS"])
def test_a_text_with_another_verb_is_refused_with_the_form_of_a_move(text: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_move(text)

    assert refused.value.text == text
    assert refused.value.form == f"a move begins with one of {', '.join(MoveKind)}"


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("play", "'play' takes one card, such as 'play QS'"),
        ("play QS QH", "'play' takes one card, such as 'play QS'"),
        ("play QSX", "a card is a rank"),
        ("play H", "a card is a rank"),
        ("trump", "'trump' takes one of C D H S, or N for no trump"),
        ("trump C D", "'trump' takes one of C D H S, or N for no trump"),
        ("trump QS", "a trump is one of C D H S, or N for no trump"),
        ("trump NT", "a trump is one of C D H S, or N for no trump"),
        ("give", "'give' takes cards, such as 'give QS KH AS'"),
        ("give QS,KH", "a card is a rank"),
        ("keep 1", "this move takes nothing after its verb"),
        ("pass QS", "this move takes nothing after its verb"),
        ("open 1 2", "this move takes one whole number, such as 'bid 125'"),
        ("open x", "this move takes one whole number, such as 'bid 125'"),
        ("lower", "this move takes one whole number, such as 'bid 125'"),
        ("bid", "this move takes one whole number, such as 'bid 125'"),
        ("bid -1", "this move takes one whole number, such as 'bid 125'"),
        ("bid +1", "this move takes one whole number, such as 'bid 125'"),
        ("bid 1.0", "this move takes one whole number, such as 'bid 125'"),
        ("bid 1_0", "this move takes one whole number, such as 'bid 125'"),
        ("bid ٣", "this move takes one whole number, such as 'bid 125'"),
        ("bid 1000000", "this move takes one whole number, such as 'bid 125'"),
        ("moon", "'moon' takes one of add_others, subtract_self"),
        ("moon off", "'moon' takes one of add_others, subtract_self"),
    ],
)
def test_a_move_with_wrong_arguments_is_refused_with_its_form(text: str, form: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_move(text)

    assert re.match(re.escape(form), refused.value.form)


def test_a_list_of_cards_without_end_is_cut() -> None:
    assert parse_move("give " + "QS " * 100_000) == Give((49,) * 59)


@given(moves)
def test_only_cards_given_are_hidden_from_others(move: Move) -> None:
    assert is_open(move_text(move)) == (not isinstance(move, Give))


@given(moves)
def test_a_stored_move_is_read_back_as_it_was(move: Move) -> None:
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(move), type=Move) == move


def test_a_card_is_the_same_move_for_all_who_play_it() -> None:
    assert parse_move("play QS") is parse_move(" PLAY  qs ") is PLAYS[parse_card("QS")]
    assert [move_text(move) for move in PLAYS[:2]] == ["play 2C", "play 3C"]
