"""The talon: kept by the declarer or sold by auction, then cards are given. Source: R3.5.

The declarer keeps the talon or opens the bidding. The others call clockwise from his left until
all but the highest bidder have passed. Whoever has the talon gives a card to each other seat and
names the trump.
"""

from typing import Final

from msgspec.structs import replace

from engine.cards import card_set
from engine.deals.decision import Decision
from engine.deals.passing import moved
from engine.events import CardsGiven, Effect, TalonPaid, TalonTaken
from engine.moves import Bid, Keep, Lower, Move, MoveKind, Open, Pass
from engine.rules import Auction
from engine.state import DealState, Phase, Sale, Transfer

_SECTION: Final = "R3.5"

Step = tuple[DealState, tuple[Effect, ...]]


def decision(auction: Auction, deal: DealState, seat: int) -> Decision:
    """Return the choice of the seat that decides over the talon, bids, or gives."""
    sale = deal.sale or Sale(1)
    match deal.phase:
        case Phase.KEEPING:
            return _choice(deal, seat, MoveKind.OPEN, (1, auction.max_bid), Keep())
        case Phase.LOWERING:
            return _choice(deal, seat, MoveKind.LOWER, (1, sale.minimum - 1), Keep())
        case Phase.BIDDING:
            low = max(sale.minimum, sale.high + 1)
            return _choice(deal, seat, MoveKind.BID, (low, auction.max_bid), Pass())
        case _:
            hand, count = deal.hands[seat], deal.seats - 1
            return Decision(seat, MoveKind.GIVE, hand, hand, count=count, section=_SECTION)


def _choice(
    deal: DealState, seat: int, kind: MoveKind, bounds: tuple[int, int], other: Move
) -> Decision:
    """Return the choice between a number and a bare move."""
    low, high = bounds
    cards = deal.hands[seat]
    return Decision(seat, kind, cards, low=low, high=high, others=(other,), section=_SECTION)


def act(deal: DealState, seat: int, move: Move) -> Step:
    """Carry out an allowed move of the sale."""
    sale = deal.sale or Sale(1)
    match move:
        case Open(minimum) | Lower(minimum):
            return _next_call(replace(deal, sale=Sale(minimum), phase=Phase.BIDDING), seat)
        case Bid(points):
            return _next_call(replace(deal, sale=replace(sale, high=points, bidder=seat)), seat)
        case Pass():
            return _next_call(replace(deal, sale=replace(sale, passed=(*sale.passed, seat))), seat)
        case _:
            return _take_talon(deal, seat, 0)


def _next_call(deal: DealState, seat: int) -> Step:
    """Ask the next seat that still bids, or close the bidding."""
    sale, declarer = deal.sale or Sale(1), deal.declarer or 0
    calling = [
        at
        for at in ((seat + step) % deal.seats for step in range(1, deal.seats + 1))
        if at != declarer and at not in sale.passed
    ]
    if calling and calling != [sale.bidder]:
        return replace(deal, to_act=(calling[0],)), ()
    if sale.bidder is not None:
        return _take_talon(deal, sale.bidder, sale.high)
    if sale.minimum > 1:
        return replace(deal, phase=Phase.LOWERING, to_act=(declarer,)), ()
    return _take_talon(deal, declarer, 0)


def _take_talon(deal: DealState, seat: int, bid: int) -> Step:
    hands = list(deal.hands)
    hands[seat] |= card_set(deal.talon)
    after = replace(deal, hands=tuple(hands), taker=seat, phase=Phase.EXCHANGE, to_act=(seat,))
    return after, (TalonTaken(seat, bid, deal.talon),)


def give(deal: DealState, seat: int, cards: tuple[int, ...]) -> Step:
    """Give one card to each other seat, from the left on, and let the giver name the trump."""
    transfers = tuple(
        Transfer(seat, (seat + step) % deal.seats, bytes((card,)))
        for step, card in enumerate(cards, 1)
    )
    after = replace(
        deal,
        hands=moved(deal.hands, transfers),
        transfers=deal.transfers + transfers,
        phase=Phase.TRUMP,
        to_act=(seat,),
    )
    return after, (CardsGiven(seat, bytes(cards)),)


def settle(deal: DealState) -> Step:
    """Move what the buyer has bid to the declarer, at the end of the deal. Source: R3.6."""
    sale, declarer = deal.sale, deal.declarer
    if sale is None or sale.bidder is None or declarer is None:
        return deal, ()
    paid = [0] * deal.seats
    paid[sale.bidder] -= sale.high
    paid[declarer] += sale.high
    points = tuple(had + more for had, more in zip(deal.points, paid, strict=True))
    return replace(deal, points=points), (TalonPaid(tuple(paid)),)
