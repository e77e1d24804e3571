"""Write the golden games anew."""

from tests.engine.golden.game import GAMES

for game in GAMES:
    game.path.write_text(game.text(), encoding="utf-8")
    print(game.path)
