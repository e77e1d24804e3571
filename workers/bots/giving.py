"""Which cards to give away: those that are expected to bring least if they stay."""

from engine.cards import cards_in, texts
from workers.bots.sight import Sight
from workers.bots.tricks import outlook


def best_gift(sight: Sight, count: int) -> tuple[str, ...]:
    """Return the cards to give, the one that is most gladly given first; the lowest of equals."""
    by_outlook = sorted(cards_in(sight.hand), key=lambda card: (outlook(sight, card), card))
    return texts(by_outlook[:count])
