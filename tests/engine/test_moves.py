"""Moves and their texts."""

import msgspec
import pytest
from hypothesis import given

from engine.errors import NotationError
from engine.moves import Move, NameTrump, Play, move_text, parse_move
from tests.strategies import UNTIMED, moves


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("play QS", Play(49)),
        ("play 2C", Play(0)),
        ("trump H", NameTrump(2)),
        ("trump C", NameTrump(0)),
    ],
)
def test_a_move_is_a_verb_and_its_argument(text: str, move: Move) -> None:
    assert parse_move(text) == move
    assert move_text(move) == text


@given(moves)
@UNTIMED
def test_reading_a_move_undoes_writing_it(move: Move) -> None:
    assert parse_move(move_text(move)) == move


@pytest.mark.parametrize("text", ["PLAY qs", "  play QS ", "Play  qs", "play QS\n"])
def test_a_move_is_read_in_either_case_and_with_space_around(text: str) -> None:
    assert parse_move(text) == Play(49)


@pytest.mark.parametrize("text", ["", "QS", "pass", "playQS", "play-QS", "bid 30", "пlay QS"])
def test_a_text_with_another_verb_is_refused_with_the_form_of_a_move(text: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_move(text)

    assert refused.value.form.startswith("a move is 'play CARD' or 'trump SUIT'")


@pytest.mark.parametrize("text", ["play", "play QSX", "play QS QH", "play H"])
def test_a_play_without_a_card_is_refused_with_the_form_of_a_card(text: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_move(text)

    assert refused.value.form.startswith("a card is")


@pytest.mark.parametrize("text", ["trump", "trump QS", "trump NT"])
def test_a_trump_without_a_suit_is_refused_with_the_form_of_a_suit(text: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_move(text)

    assert refused.value.form == "a suit is one of C D H S"


@given(moves)
@UNTIMED
def test_a_stored_move_is_read_back_as_it_was(move: Move) -> None:
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(move), type=Play | NameTrump) == move
