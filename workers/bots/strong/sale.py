"""The sale of the talon: what it is worth, by playing the deal out with and without it.

What is paid goes from the buyer to the declarer, so between these two a point counts for more
than it does against the others: one paid is one lost and `1 / (players - 1)` won by the rest.
"""

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Final

from msgspec import Struct

from engine.bot_levels import Level
from engine.cards import LANES, SUIT_SIZE, cards_in
from engine.moves import Give, Move, MoveKind
from engine.playout.policy import play_out
from engine.rules import Position
from engine.seat_view import LegalMoves
from workers.bots.budget import Choice, Judgement, Means
from workers.bots.strong.memory import Memory
from workers.bots.strong.question import Question
from workers.bots.strong.search import Found, NothingFoundError, ahead, unit
from workers.bots.strong.worlds import World, worlds_of

_MARGIN: Final = 0.25  # of a trick: what must be left over before points are paid
_STEPS: Final = 5  # so many bids raise the price by about the worth of a trick
_HIGH: Final = 9  # from the jack on a card counts as more than its length

Gift = tuple[list[int], int]
"""A card for each other seat, from the left on, and the trump that is then meant."""


class Call(Struct, frozen=True):
    """What is to be said for or about the talon: chosen by its price, so none has a loss."""

    memory: Memory
    asked: LegalMoves
    means: Means

    def choice(self) -> Choice:
        """Return what to say; raises NothingFoundError."""
        move, found = _best_call(self.memory, self.asked, self.means)
        return Choice(move, Level.STRONG, found.worlds, found.cut)

    def judgement(self, played: str) -> Judgement:
        """Return what would have been said instead; raises NothingFoundError."""
        del played
        return Judgement(self.choice().move)


def _best_call(memory: Memory, asked: LegalMoves, means: Means) -> tuple[str, Found]:
    trick = abs(memory.contract.trick_worth[0])
    margin = _MARGIN * trick
    if asked.kind is MoveKind.LOWER or asked.number is None:
        return asked.moves[0], Found(0, 0, cut=False)
    low, high = asked.number.minimum, asked.number.maximum
    if asked.kind is MoveKind.OPEN:
        worth, found = _worth(memory, _best_buyer, means)
        return f"{MoveKind.OPEN} {max(low, min(high, round(worth + margin)))}", found
    worth, found = _worth(memory, _buyer_so_far, means)
    most = min(high, int(worth - margin), low + trick // _STEPS)
    return (f"{MoveKind.BID} {most}" if most >= low else asked.moves[0]), found


def _worth(
    memory: Memory, rival: Callable[[Memory, list[int]], list[int]], means: Means
) -> tuple[float, Found]:
    """Return at which price it is all the same whether this seat or a rival has the talon."""
    gains: list[float] = []
    cut = False
    for hands, odd, _ in islice(worlds_of(memory, means.chance), means.worlds):
        points = taken_by(memory, hands, odd, memory.me)
        mine = ahead(points, memory.me, memory.contract.sign)
        gains.append(mine - ahead(rival(memory, hands), memory.me, memory.contract.sign))
        cut = means.watch.over
        if cut:
            break
    if not gains:
        raise NothingFoundError
    price = sum(gains) / len(gains) / unit(memory.seats)
    return price, Found(0, len(gains), cut and len(gains) < means.worlds)


def _buyer_so_far(memory: Memory, hands: list[int]) -> list[int]:
    """Return what the deal comes to if whoever has the talon as things stand takes it."""
    sale, declarer = memory.deal.sale, memory.deal.declarer or 0
    bidder = declarer if sale is None or sale.bidder is None else sale.bidder
    return taken_by(memory, hands, -1, bidder)


def _best_buyer(memory: Memory, hands: list[int]) -> list[int]:
    """Return what the deal comes to if the seat that makes most of the talon takes it."""
    others = [seat for seat in range(memory.seats) if seat != memory.me]
    buyer = max(
        others,
        key=lambda seat: strength(
            hands[seat] | memory.talon, best_suit(hands[seat] | memory.talon)
        ),
    )
    return taken_by(memory, hands, -1, buyer)


def taken_by(memory: Memory, hands: Sequence[int], odd: int, taker: int) -> list[int]:
    """Return what the deal comes to, without the price, if a seat takes the talon and names."""
    whole = hands[taker] | memory.talon
    trump = best_suit(whole)
    gift = cheapest(whole, trump, memory.seats - 1)
    return played(memory, World(list(hands), odd), taker, gift, trump)


def played(memory: Memory, world: World, taker: int, gift: Sequence[int], trump: int) -> list[int]:
    """Return what the deal comes to once the taker has given a card to each other seat."""
    hands, odd, _ = world
    after = list(hands)
    after[taker] |= memory.talon if memory.deal.talon_taker is None else 0
    for step, card in enumerate(gift, 1):
        after[taker] ^= 1 << card
        after[(taker + step) % memory.seats] |= 1 << card
    position = memory.position().with_hands(after)
    position.trump, position.odd = trump, odd
    if memory.spec.leader is Position.BUYER:
        position.let_lead(taker)
    play_out(position)
    return position.result()


def best_suit(cards: int) -> int:
    """Return the trump that a hand would like best."""
    return max(range(4), key=lambda suit: strength(cards, suit))


def strength(cards: int, trump: int) -> float:
    """Return about how many tricks cards are good for with a trump."""
    total = 0.0
    for card in cards_in(cards):
        rank = card % SUIT_SIZE
        if LANES[trump] >> card & 1:
            total += 0.45 + max(0, rank - _HIGH + 1) * 0.14
        elif rank > _HIGH:
            total += (0.15, 0.45, 0.85)[rank - _HIGH - 1]
    return total


def cheapest(cards: int, trump: int, count: int) -> list[int]:
    """Return the cards that a hand misses least, the highest of them first."""
    side = [card for card in cards_in(cards) if not LANES[trump] >> card & 1]
    rest = [card for card in cards_in(cards) if LANES[trump] >> card & 1]
    by_rank = sorted(side, key=lambda card: (card % SUIT_SIZE, card)) + rest
    return sorted(by_rank[:count], reverse=True)


def question(memory: Memory, means: Means) -> Question[Gift, World]:
    """Return which card is to be given to each other seat."""
    me, sign = memory.me, memory.contract.sign

    def values(world: World, left: Sequence[Gift]) -> list[float]:
        return [ahead(played(memory, world, me, *gift), me, sign) for gift in left]

    def meant(move: Move) -> list[Gift]:
        cards = list(move.cards) if isinstance(move, Give) else []
        return [(cards, trump) for trump in _suits(memory)]

    return Question(
        answers=_gifts(memory),
        usual=0,
        worlds=worlds_of(memory, means.chance),
        values=values,
        means=means,
        unit=unit(memory.seats),
        says=lambda gift: Give(tuple(gift[0])),
        meant=meant,
    )


def _suits(memory: Memory) -> list[int]:
    """Return the suits that may become trump, the best first."""
    return sorted(range(4), key=lambda suit: -strength(memory.hand, suit))[:3]


def _gifts(memory: Memory) -> list[Gift]:
    """Return gifts worth thinking of, each with the trump that it is meant for, the usual first."""
    count, hand = memory.seats - 1, memory.hand
    answers: list[Gift] = []
    for trump in _suits(memory):
        gifts = [cheapest(hand, trump, count)]
        gifts += [_emptying(hand, suit, trump, count) for suit in range(4) if suit != trump]
        for gift in gifts:
            if len(gift) == count and (gift, trump) not in answers:
                answers.append((gift, trump))
    return answers


def _emptying(hand: int, suit: int, trump: int, count: int) -> list[int]:
    """Return a gift that takes as much of a suit as it can, but for its ace, then what is low."""
    lane = LANES[suit] & ~(1 << (suit * SUIT_SIZE + SUIT_SIZE - 1))
    first = list(cards_in(hand & lane))[:count]
    rest = hand & ~sum(1 << card for card in first)
    more = cheapest(rest, trump, count - len(first)) if len(first) < count else []
    return sorted([*first, *more], reverse=True)
