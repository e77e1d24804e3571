"""What the moon is to bring: points for the others, unless that loses the match at once."""

from engine.moves import MoveKind
from engine.rules import EndWhen, MoonWay, Rules
from engine.seat_view import GameView, LegalMoves


def best_way(rules: Rules, game: GameView, asked: LegalMoves) -> str:
    """Return the way to choose; both leave the same distance between the seats."""
    ending, deal = rules.ending, game.deal
    if ending is None or deal is None:
        return asked.moves[0]
    after = [had + now for had, now in zip(game.totals, deal.points, strict=True)]
    worth = deal.points[asked.seat]
    added = [total if seat == asked.seat else total + worth for seat, total in enumerate(after)]
    added[asked.seat] -= worth
    limit = ending.limit + (1 if ending.when is EndWhen.EXCEED else 0)
    loses = max(added) >= limit and added[asked.seat] > min(added)
    way = MoonWay.SUBTRACT_SELF if loses else MoonWay.ADD_OTHERS
    return f"{MoveKind.MOON} {way}"
