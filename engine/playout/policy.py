"""How the seats of a playout play: quickly, by what a seat could know, much as people do.

Where taking costs, a seat ducks under the card that takes the trick, throws its dangerous cards
away and leads what others must take; where taking pays, it wins as cheaply as it can. A seat
looks only at its own hand and at which cards are still out, never at who holds them.
"""

from engine.cards import LANES
from engine.playout.contract import OVER, SUIT, UNDER
from engine.playout.tricks import TrickPosition


def play_out(position: TrickPosition) -> None:
    """Play a deal on until nothing in it can bring points any more."""
    while position.held:
        if not position.count and position.settled:
            return
        legal = position.legal()
        if legal & (legal - 1):
            position.play(pick(position, legal))
        else:
            position.play(legal.bit_length() - 1)


def pick(position: TrickPosition, legal: int) -> int:
    """Return the card that the seat to play chooses among those that it may play."""
    others = position.held & ~position.hands[position.turn]
    if position.contract.total < 0:
        if not position.count:
            return _lead_to_win(position, legal, others)
        return _win(position, legal, others)
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
    behind = contract.players - position.count - 1
    clean = legal & ~contract.costly
    free = position.pot == 0 and not contract.trick_cost[position.number]
    if free and clean & ~under:
        lane = others & LANES[position.led]
        if not behind or (lane.bit_count() >= 3 * behind and not lane & contract.costly):
            return _top(clean & ~under)
    if under:
        costly = under & contract.costly
        return _dearest(position, costly) if costly else _top(under)
    clean = clean or legal
    low = _low(clean)
    if behind and others & OVER[low]:
        return low
    return _top(clean)


def _throw_away(position: TrickPosition, legal: int, others: int) -> int:
    """Discard the most dangerous card; nothing that is thrown can take the trick, but a trump."""
    contract = position.contract
    left = contract.total + contract.sign * sum(position.points)
    stray = left / (contract.tricks - position.number)
    hand = position.hands[position.turn]
    chosen, most = -1, -1e9
    for suit, lane in enumerate(LANES):
        mine = legal & lane
        if not mine or suit == position.trump:
            continue
        stake = stray + (contract.lane_cost[suit] / 3 if others & lane & contract.costly else 0)
        costly = mine & contract.costly
        cards = (_top(mine), _dearest(position, costly)) if costly else (_top(mine),)
        for card in cards:
            under, over = (others & UNDER[card]).bit_count(), (others & OVER[card]).bit_count()
            chance = under / (under + over + 1) / (1 + (hand & UNDER[card]).bit_count())
            danger = contract.cost[card] * (0.35 + chance) + stake * chance + card % 13 * 1e-6
            if danger > most:
                chosen, most = card, danger
    return chosen if chosen >= 0 else _low(legal)


def _lead_to_lose(position: TrickPosition, legal: int, others: int) -> int:
    """Lead what is least likely to take points home."""
    contract = position.contract
    left = contract.total + contract.sign * sum(position.points)
    stray = left / (contract.tricks - position.number)
    trick, rivals = contract.trick_cost[position.number], contract.players - 1
    chosen, least = -1, 1e9
    for suit, lane in enumerate(LANES):
        mine = legal & lane
        if not mine:
            continue
        out = others & lane
        card = _low(mine)
        under, over = (out & UNDER[card]).bit_count(), (out & OVER[card]).bit_count()
        chance = (under / (under + over)) ** rivals if over else 1.0
        stake = trick + contract.cost[card] + stray * max(0.0, 1 - (under + over) / 9)
        if out & contract.costly:
            stake += contract.lane_cost[suit] / 3
        score = chance * stake + 0.02 * stray * mine.bit_count()
        if score < least:
            chosen, least = card, score
    return chosen


def _win(position: TrickPosition, legal: int, others: int) -> int:
    """Follow, discard or ruff where taking pays."""
    best, trump = position.best, position.trump
    if SUIT[best] == position.led:
        over = legal & OVER[best] or (legal & LANES[trump] if trump >= 0 else 0)
        if trump >= 0 and not legal & LANES[position.led]:
            over = legal & LANES[trump]
    else:
        over = legal & OVER[best]
    if not over:
        return _cheapest(position, legal)
    behind = position.contract.players - position.count - 1
    if not behind or SUIT[_low(over)] == trump != position.led:
        return _low(over)
    top = _top(over)
    if not others & OVER[top] or behind == 1:
        return top if behind > 1 or others & OVER[_low(over)] else _low(over)
    return _low(legal)


def _cheapest(position: TrickPosition, legal: int) -> int:
    """Return the card that is given up most gladly: low, from a long side suit."""
    chosen, least = -1, 1e9
    for suit, lane in enumerate(LANES):
        mine = legal & lane
        if mine:
            card = _low(mine)
            score = card % 13 - 0.3 * mine.bit_count() + (20 if suit == position.trump else 0)
            if score < least:
                chosen, least = card, score
    return chosen


def _lead_to_win(position: TrickPosition, legal: int, others: int) -> int:
    """Lead a card that nobody beats; else one that may make another card good."""
    trump = position.trump
    trumps_out = others & LANES[trump] if trump >= 0 else 0
    chosen, most = -1, -1e9
    for suit, lane in enumerate(LANES):
        mine = legal & lane
        if not mine:
            continue
        out, top = others & lane, _top(mine)
        count = mine.bit_count()
        if not out & OVER[top]:
            score = 10.0 + count
            if suit != trump and trumps_out and out.bit_count() < 6:
                score = 6.0
            if suit == trump:
                score = 16.0 if trumps_out else 4.0
            card = top
        else:
            card = _low(mine)
            score = count - 3.0 if suit == trump else 3.0 - 0.5 * count
        if score > most:
            chosen, most = card, score
    return chosen
