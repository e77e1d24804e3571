"""Playing for tricks, with or without a trump. Source: R1.5, R1.7, R2, R3."""

from functools import cache

from msgspec.structs import replace

from engine.cards import SUIT_SIZE, card_set, cards_in, parse_cards
from engine.deals.decision import FOLLOW, NO_HEART_LEAD, Decision, Filter, narrowed
from engine.events import Effect, TrickTaken
from engine.moves import Move, MoveKind, Play
from engine.rules import CardPoints, TrickDeal
from engine.state import DealState, Phase

_ON_LEAD = (NO_HEART_LEAD,)


def decision(spec: TrickDeal, deal: DealState, seat: int) -> Decision:
    """Return the choice of the seat whose turn it is in a trick."""
    hand = deal.hands[seat]
    filters = _filters(spec, deal.table)
    return Decision(seat, MoveKind.PLAY, hand, narrowed(hand, filters), filters)


def _filters(spec: TrickDeal, table: bytes) -> tuple[Filter, ...]:
    if table:
        return (FOLLOW[table[0] // SUIT_SIZE],)
    return _ON_LEAD if spec.heart_lead_ban else ()


def default(asked: Decision) -> Move:
    """Return the lowest card that may be played, ranks before suits."""
    return Play(lowest(asked.playable))


def lowest(cards: int) -> int:
    """Return the card of lowest rank in a set, the lowest suit among equals."""
    return min(cards_in(cards), key=lambda card: (card % SUIT_SIZE, card))


def play(spec: TrickDeal, deal: DealState, seat: int, card: int) -> tuple[DealState, list[Effect]]:
    """Play a card that the decision allows; a full trick is taken at once."""
    hands = deal.hands_without(seat, card)
    plays = deal.plays + bytes((card,))
    if len(deal.table) + 1 < deal.seats:
        turn = ((seat + 1) % deal.seats,)
        return replace(deal, hands=hands, plays=plays, to_act=turn), []
    return _take(spec, replace(deal, hands=hands, plays=plays))


def _take(spec: TrickDeal, deal: DealState) -> tuple[DealState, list[Effect]]:
    cards, leader = deal.table, deal.trick_leader
    number = len(deal.winners) + 1
    taker = (leader + trick_winner(cards, deal.trump)) % deal.seats
    worth = trick_points(spec, cards, number, len(deal.deck) // deal.seats)
    points = tuple(had + worth * (at == taker) for at, had in enumerate(deal.points))
    over = not any(deal.hands)
    after = replace(
        deal,
        winners=deal.winners + bytes((taker,)),
        points=points,
        to_act=() if over else (taker,),
        phase=Phase.SCORED if over else deal.phase,
    )
    return after, [TrickTaken(number, leader, cards, taker, worth)]


def trick_winner(cards: bytes, trump: int | None) -> int:
    """Return the place in the trick of the card that takes it, 0 for the lead. Source: R1.5."""
    best = 0
    for place in range(1, len(cards)):
        suit = cards[place] // SUIT_SIZE
        if suit == cards[best] // SUIT_SIZE:
            best = place if cards[place] > cards[best] else best
        elif suit == trump:
            best = place
    return best


def trick_points(spec: TrickDeal, cards: bytes, number: int, last: int) -> int:
    """Return what taking a trick is worth; `last` is the number of the deal's last trick.

    Penalties for several particular tricks add up when one trick is all of them. Source: R2.1.
    """
    worth, taken = spec.trick, card_set(cards)
    for part in spec.tricks:
        worth += part.points * (number == _which(part.number, last))
    for counted, points in _by_set(spec.cards):
        worth += points * (taken & counted).bit_count()
    return worth


def _which(number: int, last: int) -> int:
    return number if number > 0 else last + 1 + number


@cache
def _by_set(parts: tuple[CardPoints, ...]) -> tuple[tuple[int, int], ...]:
    return tuple((parse_cards(part.cards), part.points) for part in parts)
