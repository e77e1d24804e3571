"""How the seats of a playout play: quickly, by what a seat could know, much as people do.

Where taking costs, a seat ducks under the card that takes the trick, throws its dangerous cards
away and leads what others must take; where taking pays, it wins as cheaply as it can. A seat
looks only at its own hand and at which cards are still out, never at who holds them. The weights
were found by playing many thousand deals against other weights; near them little changes.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from engine.cards import LANES
from engine.playout import moon
from engine.playout.contract import OVER, SUIT, UNDER
from engine.playout.lanes import BELOW, COUNT, SHIFTS, WHOLE, highest, low, top
from engine.playout.tricks import TrickPosition

if TYPE_CHECKING:
    from mypy_extensions import i64

Pick = Callable[[TrickPosition, int], int]

_ROUND: Final = 2  # cards of a suit out per seat behind, from which on nobody will throw in it
_OWN: Final = 0.3  # what a dear card costs although nothing forces it, as a share of its cost
_LANE: Final = 0.2  # the share of a suit's cost that a trick of it brings
_GUARD: Final = 3.0  # how much a lower card of the suit guards a dangerous one
_VOID: Final = 0.5  # what it is worth to come nearer to lacking a suit
_LEAD_LANE: Final = 0.1
_LEAD_STRAY: Final = 1.5
_LENGTH: Final = 0.15  # what it costs to lead from one card more, against a short suit
_STEEP: Final = 6  # a lead is safe unless most cards that are out are lower
_THROWN: Final = 6.0  # cards of a suit out, under which others throw away in it
_GUARDED: Final = 6.0  # how many ranks a card is worth more that guards the highest of its suit
_TRUMP: Final = 20.0

_CARDS: Final = range(14)  # how many of a suit may be out
# The chance that a card takes a trick of its suit against n rivals of whom none is forced to
# take, at [n][cards under it][cards over it]; each rival may have any of the cards.
_TAKING: Final = [
    [
        [
            (1 - (1 - 1 / rivals) ** under * (1 - (1 - 1 / rivals) ** over)) ** rivals
            if under
            else 0.0
            for over in _CARDS
        ]
        for under in _CARDS
    ]
    for rivals in (1, 1, 2, 3, 4, 5, 6)
]
# The chance that a card led takes the trick, and that others throw away in it, by cards out.
_LOWEST: Final = [
    [(under / (under + over)) ** _STEEP if over else 1.0 for over in _CARDS] for under in _CARDS
]
_LONELY: Final = [max(0.0, 1 - out / _THROWN) for out in _CARDS]


def play_out(position: TrickPosition, picks: Sequence[Pick] = ()) -> None:
    """Play a deal on until nothing in it can bring points any more.

    `picks` tells for each seat how it chooses; none: all as `pick` does.
    """
    legal: int
    while position.held:
        if not position.count and position.settled:
            return
        legal = position.legal()
        if not legal & (legal - 1):
            position.play(legal.bit_length() - 1)
        elif picks:
            position.play(picks[position.turn](position, legal))
        else:
            position.play(pick(position, legal))


def shoot_out(position: TrickPosition, seat: int, picks: Sequence[Pick] = ()) -> None:
    """Play a deal on to its end, one seat for the moon as long as it can have all its cards."""
    while position.held and position.sole in {-1, seat}:
        legal: int = position.legal()
        if not legal & (legal - 1):
            position.play(legal.bit_length() - 1)
        elif position.turn == seat:
            position.play(moon.reach(position, legal, position.held & ~position.hand))
        elif picks:
            position.play(picks[position.turn](position, legal))
        else:
            position.play(pick(position, legal))
    play_out(position, picks)


def pick_shooting(position: TrickPosition, legal: "i64") -> "i64":
    """Return the card of a seat that plays for the moon as long as it can have all its cards."""
    if position.sole not in {-1, position.turn}:
        return pick(position, legal)
    return moon.reach(position, legal, position.held & ~position.hand)


def pick_on_guard(position: TrickPosition, legal: "i64") -> "i64":
    """Return the card of a seat that stands in the way of a moon, as no other seat does."""
    if position.sole >= 0 and position.sole != position.turn:
        card = moon.hinder(position, legal, position.held & ~position.hand)
        if card >= 0:
            return card
    return pick(position, legal)


def pick_against(shooter: int) -> Pick:
    """Return how a seat chooses that stands in the way of one other seat's moon only."""

    def pick_in_the_way(position: TrickPosition, legal: int) -> int:
        return pick_on_guard(position, legal) if position.sole == shooter else pick(position, legal)

    return pick_in_the_way


def pick(position: TrickPosition, legal: "i64") -> "i64":
    """Return the card that the seat to play chooses among those that it may play."""
    contract = position.contract
    others: i64 = position.held & ~position.hand
    if contract.total < 0:
        lead = not position.count
        return _lead_to_win(position, legal, others) if lead else _win(position, legal, others)
    if position.sole == position.turn:
        card = moon.in_reach(position, legal, others)
        if card >= 0:
            return card
    if not position.count:
        return _lead_to_lose(position, legal, others)
    if not legal & LANES[position.led]:
        return _throw_away(position, legal, others)
    if position.pot and contract.sign * position.pot > 0:
        return _win(position, legal, others)
    return _duck(position, legal, others)


def _dearest(cost: list[int], lane: int, shift: int) -> int:
    """Return the rank of a suit's cards that costs most, the highest of equals."""
    best, most = -1, 0
    while lane:
        rank = lane.bit_length() - 1
        if cost[shift + rank] > most:
            best, most = rank, cost[shift + rank]
        lane &= BELOW[rank]
    return best


def _duck(position: TrickPosition, legal: "i64", others: "i64") -> "i64":
    """Follow the led suit where taking costs."""
    contract, best = position.contract, position.best
    under: i64 = legal & UNDER[best] if SUIT[best] == position.led else legal
    clean: i64 = legal & ~contract.costly
    over: int = clean & ~under
    if over and _is_free(position, others):
        return over.bit_length() - 1
    if under:
        costly: i64 = under & contract.costly
        if not costly:
            return top(under)
        shift = SHIFTS[position.led]
        return shift + _dearest(contract.cost, costly >> shift, shift)
    clean = clean or legal
    lowest = low(clean)
    behind = contract.players - position.count - 1
    return lowest if behind and others & OVER[lowest] else top(clean)


def _is_free(position: TrickPosition, others: "i64") -> bool:
    """Return whether the trick costs nothing, as far as a seat can tell."""
    contract = position.contract
    if position.pot or contract.trick_cost[position.number]:
        return False
    behind = contract.players - position.count - 1
    if not behind or not others & contract.costly:
        return True
    lane: i64 = others >> SHIFTS[position.led] & WHOLE
    return COUNT[lane] >= _ROUND * behind and not lane & contract.costly_lanes[position.led]


def _throw_away(position: TrickPosition, legal: "i64", others: "i64") -> "i64":
    """Discard the most dangerous card; what is thrown takes no trick, unless it is a trump."""
    contract, hand = position.contract, position.hand
    taking = _TAKING[contract.players - 1]
    stray = _stray(position)
    chosen: i64 = -1
    most = -1e9
    for suit in range(4):
        shift = SHIFTS[suit]
        mine: int = legal >> shift & WHOLE
        if not mine or suit == position.trump:
            continue
        out: i64 = others >> shift & WHOLE
        costly: i64 = contract.costly_lanes[suit]
        stake = stray + _LANE * contract.lane_cost[suit] if out & costly else stray
        void = _VOID * stray / COUNT[mine]
        rank = dear = mine.bit_length() - 1
        if mine & costly:
            dear = _dearest(contract.cost, mine & costly, shift)
        own: i64 = hand >> shift & WHOLE
        while True:
            below: i64 = BELOW[rank]
            under = COUNT[out & below]
            cost = contract.cost[shift + rank]
            chance = taking[under][COUNT[out] - under] / (1 + _GUARD * COUNT[own & below])
            danger = cost * (_OWN + chance) + stake * chance + void + rank * 1e-6
            if danger > most:
                chosen, most = shift + rank, danger
            if rank == dear:
                break
            rank = dear
    return chosen if chosen >= 0 else low(legal)


def _stray(position: TrickPosition) -> float:
    """Return what each of the tricks to come costs on average."""
    contract = position.contract
    cost: int = contract.total + contract.sign * sum(position.points)
    left: int = contract.tricks - position.number
    return cost / left


def _lead_to_lose(position: TrickPosition, legal: "i64", others: "i64") -> "i64":
    """Lead what is least likely to take points home."""
    contract = position.contract
    trick = contract.trick_cost[position.number]
    if not trick and not contract.costly & (others | legal):
        return highest(legal)
    stray = _LEAD_STRAY * _stray(position)
    chosen: i64 = -1
    least = 1e9
    for suit in range(4):
        shift = SHIFTS[suit]
        mine: int = legal >> shift & WHOLE
        if not mine:
            continue
        rank = (mine & -mine).bit_length() - 1
        out: i64 = others >> shift & WHOLE
        number = COUNT[out]
        stake = trick + contract.cost[shift + rank] + stray * _LONELY[number]
        if out & contract.costly_lanes[suit]:
            stake += _LEAD_LANE * contract.lane_cost[suit]
        under = COUNT[out & BELOW[rank]]
        score = _LOWEST[under][number - under] * stake + _LENGTH * stray * COUNT[mine]
        if score < least:
            chosen, least = shift + rank, score
    return chosen


def _win(position: TrickPosition, legal: "i64", others: "i64") -> "i64":
    """Follow, throw away or ruff where taking pays."""
    best, led, trump = position.best, position.led, position.trump
    over: i64 = legal & OVER[best]
    if trump >= 0 and SUIT[best] != trump and not legal & LANES[led]:
        over = legal & LANES[trump]
    if not over:
        return _cheapest(position, legal, others)
    lowest, highest_over = low(over), top(over)
    behind = position.contract.players - position.count - 1
    if not behind or SUIT[lowest] == trump != led or not others & OVER[lowest]:
        return lowest
    if not others & OVER[highest_over]:
        return _lowest_equal(highest_over, over, others)
    return lowest if behind == 1 else low(legal)


def _lowest_equal(card: "i64", mine: "i64", others: "i64") -> "i64":
    """Return the lowest of one's own cards that takes as much as a card does."""
    rest: i64 = mine & UNDER[card]
    while rest:
        following = top(rest)
        if others & UNDER[card] & OVER[following]:
            break
        card = following
        rest = mine & UNDER[card]
    return card


def _cheapest(position: TrickPosition, legal: "i64", others: "i64") -> "i64":
    """Return the card that is given up most gladly: low, and no guard of a high one."""
    chosen: i64 = -1
    least = 1e9
    for suit in range(4):
        shift = SHIFTS[suit]
        mine: i64 = legal >> shift & WHOLE
        if not mine:
            continue
        rank, count = low(mine), COUNT[mine]
        score = rank - 0.3 * count + (_TRUMP if suit == position.trump else 0.0)
        higher = COUNT[(others >> shift & WHOLE) & ~BELOW[top(mine)]]
        if higher == count - 1 < 3:
            score += _GUARDED / (1 + 0.7 * higher)
        if score < least:
            chosen, least = shift + rank, score
    return chosen


def _lead_to_win(position: TrickPosition, legal: "i64", others: "i64") -> "i64":
    """Lead trumps that nobody beats, then the long suits, whose high cards come later."""
    trump = position.trump
    trumps_out = trump >= 0 and others & LANES[trump] != 0
    chosen: i64 = -1
    most = -1e9
    for suit in range(4):
        shift = SHIFTS[suit]
        mine: i64 = legal >> shift & WHOLE
        if not mine:
            continue
        out: i64 = others >> shift & WHOLE
        rank, count = top(mine), COUNT[mine]
        if out > BELOW[rank]:
            rank = low(mine)
            score = count - 3.0 if suit == trump else 5.0 + 1.3 * count
        elif suit == trump:
            score = 16.0 if trumps_out else 4.0
        elif trumps_out and COUNT[out] < 6:
            score = 3.0
        else:
            score = 6.5 + 0.5 * count
        if score > most:
            chosen, most = shift + rank, score
    return chosen
