"""The medium level: rules of thumb for every choice, read from the data of the rules."""

from typing import Final

from engine.cards import card_text, texts
from engine.moves import MoveKind
from engine.rules import Direction, LotteryDeal, TrickDeal
from engine.seat_view import DealView, SeatTurn
from workers.bots import bidding, giving, lottery, moon, tricks, trump
from workers.bots.sight import sight_of

_TALON: Final = {MoveKind.OPEN, MoveKind.LOWER, MoveKind.BID}


def choose(turn: SeatTurn) -> str:
    """Return the text of the move to make. Nothing is drawn: the same turn, the same move."""
    deal, asked = turn.game.deal, turn.legal_moves
    only_one = len(asked.moves) == 1 and asked.choose is None and asked.number is None
    if deal is None or only_one:
        return asked.moves[0]
    spec = turn.rules.deal(deal.number)
    if isinstance(spec, LotteryDeal):
        return f"{MoveKind.PLAY} {card_text(lottery.best_card(deal, asked))}"
    return _in_tricks(turn, spec, deal)


def _in_tricks(turn: SeatTurn, spec: TrickDeal, deal: DealView) -> str:
    asked = turn.legal_moves
    if asked.kind is MoveKind.PLAY:
        return f"{MoveKind.PLAY} {card_text(tricks.best_card(sight_of(turn, spec, deal)))}"
    if asked.kind is MoveKind.TRUMP:
        return trump.best_move(deal, asked)
    if asked.choose is not None:
        return f"{MoveKind.GIVE} {' '.join(_gift(turn, spec, deal, asked.choose))}"
    if asked.kind in _TALON:
        sign = 1 if turn.rules.direction is Direction.HIGH else -1
        return bidding.best_call(deal, asked, max(1, sign * spec.trick))
    return moon.best_way(turn.rules, turn.game, asked)


def _gift(turn: SeatTurn, spec: TrickDeal, deal: DealView, count: int) -> tuple[str, ...]:
    if spec.passing is None or deal.sale is not None or deal.talon_taker is not None:
        return giving.best_gift(sight_of(turn, spec, deal), count)
    return texts(giving.best_pass(turn, spec, deal, count))
