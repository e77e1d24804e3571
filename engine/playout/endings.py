"""The last tricks, played out in every way: each seat does what is best for itself."""

from engine.playout.contract import LANE_OF, OVER, UNDER
from engine.playout.lanes import top
from engine.playout.tricks import TrickPosition


def best_end(position: TrickPosition) -> list[int]:
    """Return what each seat has at the end if every seat sees all cards and plays its best.

    The position is played on. It is to have a few tricks left only: four seats with three cards
    each may be some thousand positions.
    """
    while position.held:
        if not position.count and position.settled:
            break
        legal = position.legal()
        if legal & (legal - 1):
            return _best_branch(position, legal)
        position.play(top(legal))
    return position.result()


def _best_branch(position: TrickPosition, legal: int) -> list[int]:
    turn, contract = position.turn, position.contract
    best: list[int] = []
    most = 0
    for card in _different(position, legal):
        tried = position.copy()
        tried.play(card)
        points = best_end(tried)
        value = contract.sign * (contract.players * points[turn] - sum(points))
        if not best or value > most:
            best, most = points, value
    return best


def _different(position: TrickPosition, legal: int) -> list[int]:
    """Return the legal cards, of neighbours that do the same only the lowest."""
    cost = position.contract.cost
    between = position.held & ~position.hand | position.trick
    cards: list[int] = []
    while legal:
        card = (legal & -legal).bit_length() - 1
        legal ^= 1 << card
        if cards:
            last = cards[-1]
            same = LANE_OF[last] >> card & 1 and cost[last] == cost[card]
            if same and not OVER[last] & UNDER[card] & between:
                continue
        cards.append(card)
    return cards
