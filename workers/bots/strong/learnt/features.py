"""What the learnt judge is told of a deal of Hearts: which of many statements hold.

Every statement has a number. The seats are told as they sit from the one to play: 0 itself, 1 on
its left. The copy in `bench/hearts/features.cc` numbers them alike.
"""

from collections.abc import Iterator
from enum import IntEnum
from typing import Final

from engine.cards import LANES, cards_in, parse_cards
from engine.playout.contract import BIT, OVER, SUIT, UNDER
from workers.bots.strong.memory import Memory

_SUITS: Final = range(4)
_HEARTS: Final = 2
_SPADES: Final = 3
_QUEEN: Final = 49  # of spades
_QUEEN_POINTS: Final = 13
_POINT_CLASSES: Final = (0, 1, 2, 3, 3, 4, 4, 4, 5, 5, 5, 5, 5, 6, 7, 7, 7, 8, 8, 8, 8) + (9,) * 6
_STAGES: Final = (0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 4)  # of the deal, by finished tricks
_LONGEST: Final = 8  # cards of a suit that are told apart
_LOWEST: Final = 4  # cards of a suit whose place is told
_CAPPED: Final = 5  # so many or more


class Way(IntEnum):
    """How a card is played."""

    LEADS = 0
    THROWS = 1
    UNDER = 2  # follows, and does not take the trick so far
    OVER = 3


class _Kind(IntEnum):
    """What kind of card it is: spades lie under or over the queen, one's own or a hidden one."""

    SAFE = 0
    HEART = 1
    UNDER_HIDDEN = 2
    OVER_HIDDEN = 3
    QUEEN = 4
    UNDER_OWN = 5
    OVER_OWN = 6


# Where the statements of each kind begin.
_HAND: Final = 0
_MINE: Final = _HAND + 52  # has played a card
_PLAYED: Final = _MINE + 52  # another seat has played a card in a way
_TRICK: Final = _PLAYED + 3 * 4 * 52
_LACKS: Final = _TRICK + 3 * 52
_POINTS: Final = _LACKS + 3 * 4
_SOLE: Final = _POINTS + 4 * 10
_QUEEN_AT: Final = _SOLE + 6 * 13
_NUMBER: Final = _QUEEN_AT + 7
_COUNT: Final = _NUMBER + 13
_LENGTHS: Final = _COUNT + 4
_LOW: Final = _LENGTHS + 4 * 9 * 14
_UNSEEN: Final = _LOW + 4 * 4 * 6
_CARD: Final = _UNSEEN + 52
_PLACE: Final = _CARD + 4 * 52
_LENGTH: Final = _PLACE + 4 * 7 * 25
_STAGE: Final = _LENGTH + 4 * 7 * 7
_ORDER: Final = _STAGE + 4 * 5 * 7
_TAKING: Final = _ORDER + 4 * 5 * 14
SIZE: Final = _TAKING + 2 * 3 * 4 * 4


def seen(memory: Memory) -> Iterator[int]:
    """Yield what holds for the seat that is to play, whichever card it plays."""
    yield from (_HAND + card for card in cards_in(memory.hand))
    yield from _plays(memory)
    yield from _standing(memory)
    yield _NUMBER + len(memory.deal.tricks)
    yield _COUNT + len(memory.table)
    for suit in _SUITS:
        yield from _suit(memory, suit)
    yield from (_UNSEEN + card for card in cards_in(memory.unseen))


def of_card(memory: Memory, card: int) -> Iterator[int]:
    """Yield what holds besides if it plays a card."""
    table, lane = memory.table, LANES[SUIT[card]]
    way = way_of(table, card)
    out, own = memory.unseen & lane, memory.hand & lane
    under, over = (out & UNDER[card]).bit_count(), (out & OVER[card]).bit_count()
    kind = _kind(memory, card)
    lower, length = min((own & UNDER[card]).bit_count(), 4), min(own.bit_count(), 7) - 1
    yield _CARD + way * 52 + card
    yield _PLACE + ((way * 7 + kind) * 5 + min(over, 4)) * 5 + min(under, 4)
    yield _LENGTH + (way * 7 + kind) * 7 + length
    yield _STAGE + (way * 5 + _STAGES[len(memory.deal.tricks)]) * 7 + kind
    yield _ORDER + (way * 5 + lower) * 14 + out.bit_count()
    if way >= Way.UNDER:
        pot = sum(memory.contract.cost[other] for other in table)
        at = ((way - Way.UNDER) * 3 + 3 - len(table)) * 4 + _pot_class(pot)
        yield _TAKING + at * 4 + min(over, 3)


def way_of(table: tuple[int, ...], card: int) -> Way:
    """Return how a card is played to a trick, or leads one."""
    if not table:
        return Way.LEADS
    led = SUIT[table[0]]
    if SUIT[card] != led:
        return Way.THROWS
    best = max(other for other in table if SUIT[other] == led)
    return Way.OVER if card > best else Way.UNDER


def _plays(memory: Memory) -> Iterator[int]:
    """Yield who has played what and how, and who has not followed suit."""
    lacks = set()
    for leader, cards in memory.tricks:
        for place, card in enumerate(cards):
            from_me = (leader + place - memory.me) % 4
            if not from_me:
                yield _MINE + card
                continue
            way = way_of(cards[:place], card)
            yield _PLAYED + ((from_me - 1) * 4 + way) * 52 + card
            if way is Way.THROWS:
                lacks.add(_LACKS + (from_me - 1) * 4 + SUIT[cards[0]])
    first = 4 - len(memory.table)
    yield from (_TRICK + (first + at - 1) * 52 + card for at, card in enumerate(memory.table))
    yield from sorted(lacks)


def _standing(memory: Memory) -> Iterator[int]:
    """Yield who has taken what."""
    points = [0] * 4
    for trick in memory.deal.tricks:
        taken = cards_in(parse_cards(trick.cards))
        points[(trick.taker - memory.me) % 4] += sum(memory.contract.cost[card] for card in taken)
    yield from (_POINTS + seat * 10 + _POINT_CLASSES[had] for seat, had in enumerate(points))
    costly = [seat for seat, had in enumerate(points) if had]
    sole = 0 if not costly else 5 if len(costly) > 1 else 1 + costly[0]
    yield _SOLE + sole * 13 + len(memory.deal.tricks)
    yield _QUEEN_AT + _queen(memory, points)


def _queen(memory: Memory, points: list[int]) -> int:
    """Return where the queen of spades is: 0 in the hand, 1 hidden, 2 on the table, or taken."""
    if memory.hand & BIT[_QUEEN]:
        return 0
    if memory.unseen & BIT[_QUEEN]:
        return 1
    if _QUEEN in memory.table:
        return 2
    return 3 + max(seat for seat, had in enumerate(points) if had >= _QUEEN_POINTS)


def _suit(memory: Memory, suit: int) -> Iterator[int]:
    """Yield how many cards of a suit there are, and how low the lowest of one's own lie."""
    own, out = memory.hand & LANES[suit], memory.unseen & LANES[suit]
    yield _LENGTHS + (suit * 9 + min(own.bit_count(), _LONGEST)) * 14 + out.bit_count()
    for at, card in enumerate(cards_in(own)[:_LOWEST]):
        yield _LOW + (suit * 4 + at) * 6 + min((out & UNDER[card]).bit_count(), _CAPPED)


def _kind(memory: Memory, card: int) -> _Kind:
    if SUIT[card] == _HEARTS:
        return _Kind.HEART
    if SUIT[card] != _SPADES:
        return _Kind.SAFE
    if card == _QUEEN:
        return _Kind.QUEEN
    if memory.hand & BIT[_QUEEN]:
        return _Kind.UNDER_OWN if card < _QUEEN else _Kind.OVER_OWN
    if memory.unseen & BIT[_QUEEN]:
        return _Kind.UNDER_HIDDEN if card < _QUEEN else _Kind.OVER_HIDDEN
    return _Kind.SAFE


def _pot_class(pot: int) -> int:
    return 0 if not pot else 1 if pot < _LOWEST else 2 if pot < _QUEEN_POINTS else 3
