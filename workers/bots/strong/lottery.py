"""Laying a card in a lottery, by search."""

from collections.abc import Iterator, Sequence
from typing import Final

from engine.cards import FULL_DECK, SUIT_SIZE, card_set, cards_in, parse_card, parse_cards
from engine.moves import Play
from engine.playout import LotteryPosition
from engine.playout.lottery import fitting, lay_out
from engine.playout.worlds import Chance, Unseen
from engine.rules import LotteryDeal
from engine.seat_view import DealView, SeatTurn
from workers.bots.budget import Means
from workers.bots.strong.question import Question
from workers.bots.strong.search import ahead, unit

_ACE = SUIT_SIZE - 1

# A prize or none at the end of a short deal: much depends on chance, and playouts are quick.
_WORLDS: Final = 3
_DOUBT: Final = 1.5
_PATIENCE: Final = 48  # few worlds may bring the same prize by chance, and seem to tell much


class Memory:
    """A lottery through the eyes of one seat.

    `ghosts` are the cards that nobody can hold, `unseen` those in the other hands, `allowed` by
    seat those that it may hold: a seat that was passed over had none that could be laid.
    """

    def __init__(self, turn: SeatTurn, spec: LotteryDeal, deal: DealView) -> None:
        """Read the turn of a seat."""
        self.spec, self.deal, self.me = spec, deal, turn.legal_moves.seat
        self.seats, self.size = turn.rules.players, turn.rules.hand_size
        self.hand = parse_cards(deal.hand or ())
        self.playable = parse_cards(at.card for at in turn.legal_moves.cards if at.playable)
        self.laid = [(at.seat, parse_card(at.card)) for at in deal.laid]
        self.ghosts = parse_cards(
            (*turn.rules.removed, *([deal.odd_card] if deal.odd_card else []))
        )
        gone = card_set(card for _, card in self.laid)
        self.unseen = FULL_DECK & ~self.ghosts & ~gone & ~self.hand
        self.allowed = [FULL_DECK] * self.seats
        self.here = self._relive()

    def _relive(self) -> LotteryPosition:
        """Return where the lottery stands, learning on the way who could lay nothing."""
        position = LotteryPosition(self.spec, [FULL_DECK] * self.seats, self.deal.leader or 0)
        left = [self.size] * self.seats
        asked = position.turn
        for seat, card in [*self.laid, (self.me, -1)]:
            while asked != seat:
                if left[asked]:
                    self.allowed[asked] &= ~position.places()
                asked = (asked + 1) % self.seats
            if card < 0:
                break
            position.lay(card, FULL_DECK & ~self.ghosts)
            left[seat] -= 1
            again = self.spec.ace_bonus and card % SUIT_SIZE == _ACE
            asked = seat if again else (seat + 1) % self.seats
        position.out = list(self.deal.out)
        position.points = list(self.deal.points)
        position.turn = self.me
        return position

    def hands(self, chance: Chance) -> Iterator[list[int]]:
        """Yield hands of all seats that agree with what is known, without an end."""
        cards = cards_in(self.unseen)
        needs = [count * (seat != self.me) for seat, count in enumerate(self.deal.hand_counts)]
        rows = [[float(may >> card & 1) for may in self.allowed] for card in cards]
        unseen = Unseen(cards, needs, rows)
        while (dealt := unseen.deal(chance)) is not None:
            dealt[self.me] = self.hand
            yield dealt


def question(memory: Memory, means: Means) -> Question[int, list[int]]:
    """Return which card is to be laid."""
    cards = cards_in(memory.playable)
    means = Means(_WORLDS * means.worlds, means.chance, means.watch, _DOUBT, _PATIENCE)

    def values(hands: list[int], left: Sequence[int]) -> list[float]:
        here = memory.here.with_hands(hands)
        found = []
        for card in left:
            tried = here.copy()
            tried.play(card)
            lay_out(tried)
            found.append(ahead(tried.points, memory.me, 1))
        return found

    hands = [memory.hand * (seat == memory.me) for seat in range(memory.seats)]
    return Question(
        answers=cards,
        usual=cards.index(fitting(memory.here.with_hands(hands), memory.playable)),
        worlds=memory.hands(means.chance),
        values=values,
        means=means,
        unit=unit(memory.seats),
        says=Play,
        meant=lambda move: [move.card] if isinstance(move, Play) else [],
    )
