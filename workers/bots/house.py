"""The house bot: plays every rule set from its data, plainly and always the same."""

from engine.cards import card_text
from engine.moves import MoveKind
from engine.rules import LotteryDeal
from engine.seat_view import DealView, SeatTurn
from workers.bots import lottery, tricks, trump
from workers.bots.sight import sight_of


def choose(turn: SeatTurn) -> str:
    """Return the text of the move to make. Nothing is drawn: the same turn, the same move."""
    deal, asked = turn.game.deal, turn.legal_moves
    if deal is None or len(asked.moves) == 1:
        return asked.moves[0]
    if asked.kind is MoveKind.TRUMP:
        return trump.best_move(deal, asked)
    return f"{MoveKind.PLAY} {card_text(_card(turn, deal))}"


def _card(turn: SeatTurn, deal: DealView) -> int:
    spec = turn.rules.deals[deal.number - 1]
    if isinstance(spec, LotteryDeal):
        return lottery.best_card(deal, turn.legal_moves)
    return tricks.best_card(sight_of(turn, spec, deal))
