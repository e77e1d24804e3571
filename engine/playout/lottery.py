"""A lottery in play as a few changing numbers. Source: R5."""

from collections.abc import Sequence
from typing import Final

from engine.cards import FULL_DECK, RANKS, SUIT_SIZE
from engine.playout.contract import OVER, UNDER
from engine.rules import LotteryDeal

_LOWEST: Final = sum(1 << 13 * suit for suit in range(4))
_HIGHEST: Final = _LOWEST << 12
_ACE: Final = SUIT_SIZE - 1

# Found by playing many thousand lotteries against other weights.
_REACH: Final = 0.4  # for each rank up to one's own furthest card on a side
_HELP: Final = 0.2  # for each card of the others there
_ALONE: Final = 0.5  # for opening a side with none of one's own


class LotteryPosition:
    """Where a lottery stands. Nothing is checked: only legal cards may be laid.

    `hands` are card sets by seat, `laid` what lies, ghosts included, `rank` the rank that opens
    every row, -1 before the first card of a free start. `turn` is the seat to lay, `out` the seats
    without cards in order, `points` the prizes that have an owner.
    """

    __slots__ = ("hands", "laid", "out", "over", "points", "rank", "spec", "turn")

    def __init__(self, spec: LotteryDeal, hands: Sequence[int], opener: int) -> None:
        """Stand before the first card; the first seat from `opener` that can lay one is asked."""
        self.spec = spec
        self.hands = list(hands)
        self.laid = 0
        self.rank = -1 if spec.opening_rank is None else RANKS.index(spec.opening_rank)
        self.out: list[int] = []
        self.points = [0] * len(hands)
        self.over = False
        self.turn = opener
        self._ask(opener)

    def copy(self) -> "LotteryPosition":
        """Return the same position, to be played on apart from this one."""
        other = LotteryPosition(self.spec, self.hands, self.turn)
        other.laid = self.laid
        other.rank = self.rank
        other.out = self.out[:]
        other.points = self.points[:]
        other.over = self.over
        other.turn = self.turn
        return other

    def with_hands(self, hands: Sequence[int]) -> "LotteryPosition":
        """Return this position with other hands, to be played on apart from this one."""
        other = self.copy()
        other.hands = list(hands)
        return other

    def places(self) -> int:
        """Return the cards that the layout takes next, as a set."""
        if self.rank < 0:
            return FULL_DECK
        laid = self.laid
        grown = (laid & ~_HIGHEST) << 1 | (laid & ~_LOWEST) >> 1 | _LOWEST << self.rank
        return grown & ~laid

    def legal(self) -> int:
        """Return the cards that the seat to lay may lay, as a set."""
        return self.hands[self.turn] & self.places()

    def play(self, card: int) -> None:
        """Lay a card for the seat whose turn it is; ghosts, prizes and skips follow."""
        turn, hands = self.turn, self.hands
        hands[turn] ^= 1 << card
        held = 0
        for hand in hands:
            held |= hand
        self.lay(card, held)
        if not hands[turn]:
            self._go_out(turn)
            if self.over:
                return
        if self.spec.ace_bonus and card % SUIT_SIZE == _ACE and hands[turn] & self.places():
            return
        self._ask((turn + 1) % len(hands))

    def lay(self, card: int, held: int) -> None:
        """Lay a card, whose ever it is, and the ghosts that follow: cards that are not `held`."""
        if self.rank < 0:
            self.rank = card % SUIT_SIZE
        self.laid |= 1 << card
        while ghosts := self.places() & ~held:
            self.laid |= ghosts

    def _go_out(self, seat: int) -> None:
        seats, prizes = len(self.hands), self.spec.prizes
        self.points[seat] = prizes[len(self.out)]
        self.out.append(seat)
        if len(self.out) == seats - 1 and len(prizes) == seats:
            last = next(at for at in range(seats) if at not in self.out)
            self.points[last] = prizes[len(self.out)]
            self.out.append(last)
        self.over = len(self.out) >= min(len(prizes), seats)

    def _ask(self, seat: int) -> None:
        places, seats = self.places(), len(self.hands)
        for step in range(seats):
            turn = (seat + step) % seats
            if self.hands[turn] & places:
                self.turn = turn
                return


def lay_out(position: LotteryPosition) -> None:
    """Play a lottery on to its end, each seat by what it could know."""
    while not position.over:
        legal = position.legal()
        card = legal.bit_length() - 1 if not legal & (legal - 1) else fitting(position, legal)
        position.play(card)


def fitting(position: LotteryPosition, legal: int) -> int:
    """Return the card that leads furthest towards a seat's own cards, and helps others least."""
    hand, laid = position.hands[position.turn], position.laid
    if not laid:
        return min(_cards(legal), key=lambda card: _distance(card, hand))
    chosen, most = -1, -1e9
    left = legal
    while left:
        bit = left & -left
        left ^= bit
        card = bit.bit_length() - 1
        score = _way(card, hand, UNDER[card], laid) + _way(card, hand, OVER[card], laid)
        if score > most:
            chosen, most = card, score
    return chosen


def _way(card: int, hand: int, beyond: int, laid: int) -> float:
    """Return what it is worth to open the cards beyond a card on one side."""
    if not beyond or beyond & laid:
        return 0.0
    own = beyond & hand
    score = -_HELP * (beyond ^ own).bit_count()
    if not own:
        return score - _ALONE
    low, high = (own & -own).bit_length() - 1, own.bit_length() - 1
    return score + _REACH * max(card - low, high - card)


def _cards(cards: int) -> list[int]:
    return [card for card in range(52) if cards >> card & 1]


def _distance(card: int, hand: int) -> int:
    rank = card % SUIT_SIZE
    return sum(abs(other % SUIT_SIZE - rank) for other in _cards(hand))
