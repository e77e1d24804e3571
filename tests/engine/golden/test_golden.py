"""The golden games come out as they are written."""

import re
from pathlib import Path

import pytest

from engine.events import EntropyAdded
from engine.moves import MoveKind
from engine.rulesets import RULE_SETS
from tests.engine.golden.game import GAMES, Game
from tests.engine.golden.lines import line
from tests.engine.table import kurnik
from tests.engine.test_events import EFFECTS


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_golden_game_comes_out_as_it_is_written(game: Game) -> None:
    assert game.text() == game.path.read_text(encoding="utf-8")


TOLD = (
    "seats draw",
    "seats see the first 6",
    "talon:",
    "set aside, open:",
    "passed:",
    "takes the talon",
    " gives ",
    " names ",
    "names N",
    "is skipped",
    "ghosts:",
    "is out, place 4",
    "shot the moon",
    "paid for the talon",
    "the card set aside was",
    "scored:",
    "won by",
)


@pytest.mark.parametrize("words", TOLD)
def test_the_golden_games_show_every_kind_of_effect(words: str) -> None:
    assert any(words in game.path.read_text(encoding="utf-8") for game in GAMES)


def test_every_kind_of_effect_that_follows_from_a_move_is_told() -> None:
    for effect in EFFECTS:
        if not isinstance(effect, EntropyAdded):
            assert line(kurnik(), effect).strip()


def test_every_rule_set_has_a_golden_game_and_every_text_a_game() -> None:
    assert {game.rules.rule_set for game in GAMES} == set(RULE_SETS)
    assert {game.path for game in GAMES} == set(Path(__file__).parent.glob("*.txt"))


@pytest.mark.parametrize("verb", MoveKind)
def test_every_kind_of_move_is_made_in_a_golden_game(verb: MoveKind) -> None:
    moves = re.compile(rf"^ *\d+ seat \d {verb}\b", re.MULTILINE)

    assert any(moves.search(game.path.read_text(encoding="utf-8")) for game in GAMES)
