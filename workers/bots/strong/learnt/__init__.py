"""What was learnt of Hearts in millions of deals: how a deal ends if a card is played."""

from workers.bots.strong.learnt.judge import best_card, knows

__all__ = ["best_card", "knows"]
