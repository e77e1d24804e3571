"""A compact core for search: deals as changing numbers, played on in millions of moves.

It plays by the same rules as `engine.match`, move for move, but keeps no history, makes no
effects and checks nothing: whoever searches asks it for the legal cards and plays one of them.

`compile_playout.py` compiles all but this module; `COMPILED` tells whether that form runs.
"""

from typing import Final

from engine.playout import tricks
from engine.playout.contract import Contract
from engine.playout.lottery import LotteryPosition
from engine.playout.tricks import TrickPosition

__all__ = ["COMPILED", "Contract", "LotteryPosition", "TrickPosition"]

COMPILED: Final = not str(tricks.__file__).endswith(".py")
