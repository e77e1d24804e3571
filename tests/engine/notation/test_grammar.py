"""The published grammar is that of the files which the engine writes and reads."""

import re

import pytest

from engine.cards import RANKS, SUITS
from engine.moves import MoveKind
from engine.notation.reading import read
from engine.notation.rerun import rerun
from engine.notation.statements import STATEMENTS
from engine.notation.tags import TAGS
from engine.notation.writing import text_of
from engine.rules import MoonWay
from tests.engine.notation import grammar
from tests.engine.notation.matches import GAMES, played_by_name
from tests.engine.notation.test_rerun import TABLE

PAGE = grammar.PAGE.parents[2] / "docs" / "notation.md"


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_the_grammar_has_every_written_match(name: str, players: int) -> None:
    text = text_of(played_by_name(name, players).match)

    assert grammar.pattern("file").fullmatch(text)


def test_the_grammar_has_many_matches_and_comments() -> None:
    one = text_of(played_by_name("sik", 4).match)
    auction = text_of(played_by_name("classic", 3, trump_mode="auction").match)

    assert grammar.pattern("file").fullmatch(f"; two\n{one}\n; the second\n{auction}\n")
    assert grammar.pattern("file").fullmatch(TABLE)


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("dealer ", "dealt "),
        ("0: ", "0 :"),
        ("points ", "score "),
        ('[Kierki "1"]', '[Kierki "2"]'),
        ("seed ", "seed f"),
        ("hand 0 ", "hand 9 "),
    ],
)
def test_the_grammar_has_no_false_line(was: str, now: str) -> None:
    text = text_of(played_by_name("kurnik", 4).match)

    assert was in text
    assert not grammar.pattern("file").fullmatch(text.replace(was, now, 1))


def test_the_words_of_the_grammar_are_those_of_the_reader() -> None:
    words = {text.strip() for text in grammar.terminals()}
    tags = {found[1] for word in words if (found := re.match(r"\[([A-Za-z]+)", word))}

    assert tags == {*TAGS, "RulesData", "Seat"}
    assert {*STATEMENTS, "deal", "totals", "points"} <= words
    assert {verb.value for verb in MoveKind} - words == {"play"}  # plays name their cards alone
    assert set(MoonWay) <= words
    assert set(RANKS) | set(SUITS) <= words


def test_the_examples_of_the_page_are_right() -> None:
    examples = re.findall(r"^```kierki\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)

    assert len(examples) >= 2
    for example in examples:
        assert grammar.pattern("file").fullmatch(example)
        assert text_of(read(example)) == example
        assert rerun(read(example)).faults == ()
