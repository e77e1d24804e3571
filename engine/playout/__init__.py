"""A compact core for search: deals as changing numbers, played on in millions of moves.

It plays by the same rules as `engine.match`, move for move, but keeps no history, makes no
effects and checks nothing: whoever searches asks it for the legal cards and plays one of them.
"""

from engine.playout.contract import Contract
from engine.playout.lottery import LotteryPosition
from engine.playout.tricks import TrickPosition

__all__ = ["Contract", "LotteryPosition", "TrickPosition"]
