"""The one door to the house bots: a turn and a level in, a move out, or a move judged."""

from engine.bot_levels import Level
from engine.seat_view import SeatTurn
from workers.bots import easy, medium, strong
from workers.bots.budget import Budget, Choice, Judgement

_USUAL = Budget()


def choose(turn: SeatTurn, level: Level, budget: Budget = _USUAL) -> Choice:
    """Return what a level chooses; the same turn, level and budget, the same move.

    Nothing of another level is tried: whoever asks decides what follows a failure.
    """
    match level:
        case Level.EASY:
            return Choice(easy.choose(turn, budget.seed), level)
        case Level.MEDIUM:
            return Choice(medium.choose(turn), level)
        case Level.STRONG:
            return strong.choose(turn, budget)


def judge(turn: SeatTurn, played: str, budget: Budget = _USUAL) -> Judgement:
    """Return what the strong level says of a move that was made; without a time limit the same.

    `played` is the text of an allowed move.
    """
    return strong.judge(turn, played, budget)
