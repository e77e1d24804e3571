"""Which cards to give away: to be rid of danger before the play, or for the talon."""

from engine.cards import cards_in, parse_cards, texts
from engine.playout import Contract
from engine.playout.passing import gladly_given
from engine.rules import TrickDeal
from engine.seat_view import DealView, SeatTurn
from workers.bots.sight import Sight
from workers.bots.tricks import outlook


def best_pass(turn: SeatTurn, spec: TrickDeal, deal: DealView, count: int) -> tuple[int, ...]:
    """Return the cards to pass before the play, the most dangerous first."""
    return tuple(gladly_given(Contract(turn.rules, spec), parse_cards(deal.hand or ()), count))


def best_gift(sight: Sight, count: int) -> tuple[str, ...]:
    """Return the cards to give after a sale: those expected to bring least if they stay."""
    by_outlook = sorted(cards_in(sight.hand), key=lambda card: (outlook(sight, card), card))
    return texts(by_outlook[:count])
