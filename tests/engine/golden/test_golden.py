"""The golden games come out as they are written."""

import pytest

from tests.engine.golden.game import GAMES, Game


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_golden_game_comes_out_as_it_is_written(game: Game) -> None:
    assert game.text() == game.path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "word", ["names", "is skipped", "ghosts", "is out, place 2", "won by", "the first 6"]
)
def test_the_golden_games_show_every_kind_of_effect(word: str) -> None:
    assert any(word in game.path.read_text(encoding="utf-8") for game in GAMES)
