"""How the other seats seem to play: what that tells of their cards, and of what is to come.

Where taking costs, a seat is taken to play either plainly (`engine.playout.plain`) or with
thought, as the seats of a playout do. Which of the two is weighed by what it has played so far in
the deal: a plain seat plays the first card in an order, so that it does not hold the cards before
it; one of them that it is seen to have had shows that it thinks.

A seat that has all points so far may be shooting the moon. The more of its cards it has, and the
higher it leads, the likelier that is; it then holds high cards, and goes on taking.
"""

from collections.abc import Iterator, Sequence
from enum import Enum, auto
from typing import Final

from engine.cards import FULL_DECK, LANES, cards_in
from engine.playout import Contract
from engine.playout.contract import BIT, OVER, SUIT, UNDER
from engine.playout.plain import passed_over
from workers.bots.strong.memory import Memory, Played

_EXPECTED: Final = 0.25  # how likely a seat is plain before it has played
_SLIP: Final = 0.03  # how likely a plain seat plays another card than it should
_ALIKE: Final = 0.5  # how often a seat that thinks plays what a plain one would

# How much less likely than by chance a seat that thinks has a card, as found in many deals.
_LOW_LEAD: Final = 0.45  # a lower card than it has led
_LOW_FREE: Final = 0.6  # a lower one of those that beat the others in a trick without points
_LOW_DEAR: Final = 0.2  # the same in a trick with points
_UNDER_DEAR: Final = 0.06  # a card that would not have taken the points of a trick
_DEAR: Final = ((0.5, 0.05), (0.1, 0.3))  # not thrown away, by its part of what the deal costs

# A seat that has all points so far, and may shoot the moon.
_SHOOTS: Final = 0.04  # the odds of it, by the square of how many cards of the moon it has
_BOLD: Final = 3.0  # how much likelier a lead that nothing beats makes it
_BOLD_DEAR: Final = 8.0  # the same of a card that costs
_MEEK: Final = 0.5
_HIGH: Final = 3  # cards of a suit that are high
_HOLDS_HIGH: Final = 4.0  # how much readier it has them

Tell = tuple[int, float]
"""Cards, and how much less readily a seat has them because of what it played."""


class Way(Enum):
    """How a seat plays a deal."""

    THINKING = auto()
    PLAINLY = auto()
    SHOOTING = auto()


class Manner:
    """How a seat plays; one's own with thought.

    `plain` is the chance that it plays plainly, `shooting` the one that it plays for the moon.
    `holds` tells for each way, and each of 52 cards, how readily the seat has it if it plays so: 1
    for a card that its plays say nothing of.
    """

    __slots__ = ("holds", "plain", "shooting")

    def __init__(self, memory: Memory, seat: int) -> None:
        """Judge by all that a seat has played."""
        self.plain = self.shooting = 0.0
        self.holds = {way: [1.0] * len(BIT) for way in Way}
        contract = memory.contract
        if contract.total <= 0 or seat == memory.me:
            return
        plays = [play for play in memory.plays() if play[1] == seat]
        for play in plays:
            for cards, factor in _tells(contract, play):
                _scale(self.holds[Way.THINKING], cards & memory.unseen, factor)
        if not contract.drops:
            self.plain = self._weigh(memory, seat, plays)
        if contract.moon and memory.sole == seat:
            self.shooting = (1 - self.plain) * _shoots(memory, plays)
            _scale(self.holds[Way.SHOOTING], _high(memory.out) & memory.unseen, _HOLDS_HIGH)

    def way(self, point: float) -> Way:
        """Return how the seat plays in a world, by a number of chance from 0 up to 1."""
        if point < self.shooting:
            return Way.SHOOTING
        rest = (point - self.shooting) / (1 - self.shooting)
        return Way.PLAINLY if rest < self.plain else Way.THINKING

    def _weigh(self, memory: Memory, seat: int, plays: Sequence[Played]) -> float:
        odds = _EXPECTED / (1 - _EXPECTED)
        later = memory.fixed[seat]
        shares = {card: memory.share(seat, card) for card in cards_in(memory.unseen)}
        for play in reversed(plays):
            choice = _choice(memory, play)
            sooner = passed_over(memory.contract, play[2], play[3]) & choice
            odds *= _likelier(choice, sooner, later, shares)
            _scale(self.holds[Way.PLAINLY], sooner & memory.unseen, _SLIP)
            later |= BIT[play[3]]
        return odds / (1 + odds)


def _choice(memory: Memory, play: Played) -> int:
    """Return the cards that a seat might have played instead, had it held them."""
    number, _, table, card = play
    lane = LANES[SUIT[table[0]]] if table else 0
    if not table:
        cards = 0 if memory.contract.opening and not number else memory.leads(number)
    else:
        cards = lane if lane >> card & 1 else FULL_DECK & ~lane
    return cards if number else cards & ~memory.contract.barred


def _likelier(choice: int, sooner: int, later: int, shares: dict[int, float]) -> float:
    """Return how many times likelier a play is of a plain seat than of one that thinks.

    `later` are the cards that the seat is known to have had, `shares` the chances that it has
    the unseen ones.
    """
    if sooner & later:
        return _SLIP / (1 - _ALIKE)
    none, among = 1.0, 1.0 + (choice & later).bit_count()
    for card, share in shares.items():
        if choice >> card & 1:
            among += share
            if sooner >> card & 1:
                none *= 1 - share
    return none / (_ALIKE * none + (1 - _ALIKE) / among)


def _shoots(memory: Memory, plays: Sequence[Played]) -> float:
    """Return the chance that a seat, which has all points so far, plays for the moon."""
    taken: int = memory.gone & memory.contract.moon
    odds: float = _SHOOTS * taken.bit_count() ** 2
    for number, _, table, card in plays:
        if not table and number > memory.first_taken:
            bold = _BOLD_DEAR if memory.contract.cost[card] > 0 else _BOLD
            odds *= _boldness(bold, card, FULL_DECK & ~memory.gone_before(number))
    return odds / (1 + odds)


def _boldness(bold: float, card: int, left: int) -> float:
    """Return how much likelier a lead is of a seat that plays for the moon; `left` are all cards.

    It leads what few cards beat, the others what many do.
    """
    over, under = (left & OVER[card]).bit_count(), (left & UNDER[card]).bit_count()
    return max(_MEEK, 1 + bold * (under - over) / (under + over + 2))


def _high(out: int) -> int:
    """Return the highest cards of each suit among those that are out."""
    found = 0
    for lane in LANES:
        for card in cards_in(out & lane)[-_HIGH:]:
            found |= BIT[card]
    return found


def _scale(weights: list[float], cards: int, factor: float) -> None:
    for card in cards_in(cards):
        weights[card] *= factor


def _tells(contract: Contract, play: Played) -> Iterator[Tell]:
    """Yield what a play tells of the hand of a seat that thinks."""
    number, _, table, card = play
    if not table:
        yield (0 if contract.opening and not number else UNDER[card]), _LOW_LEAD
        return
    led = SUIT[table[0]]
    if SUIT[card] != led:
        yield from _thrown(contract, number, card, LANES[led])
        return
    best = max(other for other in table if SUIT[other] == led)
    if card < best:
        return
    dear = contract.trick_cost[number] + sum(contract.cost[other] for other in (*table, card)) > 0
    if dear:
        yield UNDER[best], _UNDER_DEAR
    if len(table) < contract.players - 1:
        yield UNDER[card] & OVER[best], _LOW_DEAR if dear else _LOW_FREE


def _thrown(contract: Contract, number: int, card: int, led: int) -> Iterator[Tell]:
    """Yield the dear cards that would have been thrown away instead."""
    cost = contract.cost
    could = contract.costly & ~led & ~(0 if number else contract.barred)
    for other in cards_in(could):
        if cost[other] > cost[card]:
            for part, factor in _DEAR:
                if cost[other] >= part * contract.total:
                    yield BIT[other], factor
                    break
