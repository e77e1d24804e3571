"""How the seats of a playout play: quickly, by what a seat could know, much as people do.

Where taking costs, a seat ducks under the card that takes the trick, throws its dangerous cards
away and leads what others must take; where taking pays, it wins as cheaply as it can. A seat
looks only at its own hand and at which cards are still out, never at who holds them. The weights
were found by playing many thousand deals against other weights; near them little changes.
"""

from collections.abc import Callable, Sequence
from typing import Final

from engine.cards import LANES
from engine.playout import moon
from engine.playout.contract import OVER, SUIT, UNDER
from engine.playout.tricks import TrickPosition

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
_RANK: Final = tuple(card % 13 for card in range(52)).__getitem__

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
    ways = picks or (pick,) * position.contract.players
    while position.held:
        if not position.count and position.settled:
            return
        legal = position.legal()
        if legal & (legal - 1):
            position.play(ways[position.turn](position, legal))
        else:
            position.play(legal.bit_length() - 1)


def shoot_out(position: TrickPosition, seat: int, picks: Sequence[Pick] = ()) -> None:
    """Play a deal on to its end, one seat for the moon as long as it can have all its cards."""
    ways = picks or (pick,) * position.contract.players
    while position.held and position.sole in {-1, seat}:
        legal = position.legal()
        if not legal & (legal - 1):
            position.play(legal.bit_length() - 1)
        elif position.turn == seat:
            others = position.held & ~position.hands[seat]
            position.play(moon.reach(position, legal, others))
        else:
            position.play(ways[position.turn](position, legal))
    play_out(position, picks)


def pick(position: TrickPosition, legal: int) -> int:
    """Return the card that the seat to play chooses among those that it may play."""
    others = position.held & ~position.hands[position.turn]
    contract = position.contract
    if contract.total < 0:
        if position.count:
            return _win(position, legal, others)
        return _lead_to_win(position, legal, others)
    if position.sole >= 0:
        card = moon.in_view(position, legal, others)
        if card >= 0:
            return card
    return _evade(position, legal, others)


def _evade(position: TrickPosition, legal: int, others: int) -> int:
    if not position.count:
        return _lead_to_lose(position, legal, others)
    if not legal & LANES[position.led]:
        return _throw_away(position, legal, others)
    if position.contract.sign * position.pot > 0:
        return _win(position, legal, others)
    return _duck(position, legal, others)


def _top(cards: int) -> int:
    return cards.bit_length() - 1


def _low(cards: int) -> int:
    return (cards & -cards).bit_length() - 1


def _dearest(position: TrickPosition, cards: int) -> int:
    """Return the card that costs most, the highest of equals."""
    cost, best, most = position.contract.cost, -1, 0
    while cards:
        card = cards.bit_length() - 1
        if cost[card] > most:
            best, most = card, cost[card]
        cards ^= 1 << card
    return best


def _duck(position: TrickPosition, legal: int, others: int) -> int:
    """Follow the led suit where taking costs."""
    contract, best = position.contract, position.best
    under = legal & UNDER[best] if SUIT[best] == position.led else legal
    clean = legal & ~contract.costly
    if clean & ~under and _is_free(position, others):
        return _top(clean & ~under)
    if under:
        costly = under & contract.costly
        return _dearest(position, costly) if costly else _top(under)
    clean = clean or legal
    low = _low(clean)
    behind = contract.players - position.count - 1
    return low if behind and others & OVER[low] else _top(clean)


def _is_free(position: TrickPosition, others: int) -> bool:
    """Return whether the trick costs nothing, as far as a seat can tell."""
    contract = position.contract
    if position.pot or contract.trick_cost[position.number]:
        return False
    behind = contract.players - position.count - 1
    if not behind or not others & contract.costly:
        return True
    lane = others & LANES[position.led]
    return lane.bit_count() >= _ROUND * behind and not lane & contract.costly


def _throw_away(position: TrickPosition, legal: int, others: int) -> int:
    """Discard the most dangerous card; what is thrown takes no trick, unless it is a trump."""
    contract = position.contract
    hand, costly = position.hands[position.turn], contract.costly
    taking = _TAKING[contract.players - 1]
    stray = _stray(position)
    chosen, most = -1, -1e9
    for suit, lane in enumerate(LANES):
        mine = legal & lane
        if not mine or suit == position.trump:
            continue
        out = others & lane
        stake = stray + _LANE * contract.lane_cost[suit] if out & costly else stray
        void = _VOID * stray / mine.bit_count()
        card = mine.bit_length() - 1
        dear = _dearest(position, mine & costly) if mine & costly else card
        while True:
            chance = taking[(out & UNDER[card]).bit_count()][(out & OVER[card]).bit_count()]
            chance /= 1 + _GUARD * (hand & UNDER[card]).bit_count()
            danger = contract.cost[card] * (_OWN + chance) + stake * chance + void
            danger += card % 13 * 1e-6
            if danger > most:
                chosen, most = card, danger
            if card == dear:
                break
            card = dear
    return chosen if chosen >= 0 else _low(legal)


def _stray(position: TrickPosition) -> float:
    """Return what each of the tricks to come costs on average."""
    contract = position.contract
    left = contract.total + contract.sign * sum(position.points)
    return left / (contract.tricks - position.number)


def _lead_to_lose(position: TrickPosition, legal: int, others: int) -> int:
    """Lead what is least likely to take points home."""
    contract = position.contract
    trick = contract.trick_cost[position.number]
    if not trick and not contract.costly & (others | legal):
        return max((_top(legal & lane) for lane in LANES if legal & lane), key=_RANK)
    stray = _LEAD_STRAY * _stray(position)
    chosen, least = -1, 1e9
    for suit, lane in enumerate(LANES):
        mine = legal & lane
        if not mine:
            continue
        card = _low(mine)
        out = others & lane
        stake = trick + contract.cost[card] + stray * _LONELY[out.bit_count()]
        if out & contract.costly:
            stake += _LEAD_LANE * contract.lane_cost[suit]
        chance = _LOWEST[(out & UNDER[card]).bit_count()][(out & OVER[card]).bit_count()]
        score = chance * stake + _LENGTH * stray * mine.bit_count()
        if score < least:
            chosen, least = card, score
    return chosen


def _win(position: TrickPosition, legal: int, others: int) -> int:
    """Follow, throw away or ruff where taking pays."""
    best, led, trump = position.best, position.led, position.trump
    over = legal & OVER[best]
    if trump >= 0 and SUIT[best] != trump and not legal & LANES[led]:
        over = legal & LANES[trump]
    if not over:
        return _cheapest(position, legal, others)
    low, top = _low(over), _top(over)
    behind = position.contract.players - position.count - 1
    if not behind or SUIT[low] == trump != led or not others & OVER[low]:
        return low
    if not others & OVER[top]:
        return _lowest_equal(top, over, others)
    return low if behind == 1 else _low(legal)


def _lowest_equal(card: int, mine: int, others: int) -> int:
    """Return the lowest of one's own cards that takes as much as a card does."""
    while rest := mine & UNDER[card]:
        following = _top(rest)
        if others & UNDER[card] & OVER[following]:
            break
        card = following
    return card


def _cheapest(position: TrickPosition, legal: int, others: int) -> int:
    """Return the card that is given up most gladly: low, and no guard of a high one."""
    chosen, least = -1, 1e9
    for suit, lane in enumerate(LANES):
        mine = legal & lane
        if not mine:
            continue
        card, count = _low(mine), mine.bit_count()
        score = card % 13 - 0.3 * count + (_TRUMP if suit == position.trump else 0.0)
        higher = (others & OVER[_top(mine)]).bit_count()
        if higher == count - 1 < 3:
            score += _GUARDED / (1 + 0.7 * higher)
        if score < least:
            chosen, least = card, score
    return chosen


def _lead_to_win(position: TrickPosition, legal: int, others: int) -> int:
    """Lead trumps that nobody beats, then the long suits, whose high cards come later."""
    trump = position.trump
    trumps_out = others & LANES[trump] if trump >= 0 else 0
    chosen, most = -1, -1e9
    for suit, lane in enumerate(LANES):
        mine = legal & lane
        if not mine:
            continue
        card, count = _top(mine), mine.bit_count()
        if others & OVER[card]:
            card = _low(mine)
            score = count - 3.0 if suit == trump else 5.0 + 1.3 * count
        elif suit == trump:
            score = 16.0 if trumps_out else 4.0
        elif trumps_out and (others & lane).bit_count() < 6:
            score = 3.0
        else:
            score = 6.5 + 0.5 * count
        if score > most:
            chosen, most = card, score
    return chosen
