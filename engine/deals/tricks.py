"""Playing for tricks, with or without a trump. Source: R1.5, R1.7, R1.11, R2, R3, R8."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from msgspec.structs import replace

from engine.cards import ALONE, FULL_DECK, LANES, NO_TRUMP, SUIT_SIZE, card_set, card_text, cards_in
from engine.deals import moon, sale
from engine.deals.decision import (
    FOLLOW,
    HEARTS_NOT_BROKEN,
    NO_HEART_LEAD,
    Decision,
    Filter,
    narrowed,
)
from engine.deals.worth import all_owned, trick_worth
from engine.errors import RuleCode
from engine.events import Effect, OddCardShown, TrickTaken
from engine.moves import MoveKind
from engine.rules import Position, TrickDeal, named_cards
from engine.state import DealState, Phase

# The cards that are trumps.
_TRUMPS: Final[Mapping[int | None, int]] = {
    0: LANES[0],
    1: LANES[1],
    2: LANES[2],
    3: LANES[3],
    NO_TRUMP: 0,
    None: 0,
}
_PLAY: Final = MoveKind.PLAY
_BAN_ONLY: Final = (NO_HEART_LEAD,)
_TO_FOLLOW: Final = tuple((FOLLOW[card // SUIT_SIZE],) for card in range(52))
_ALONE: Final = tuple(bytes((number,)) for number in range(52))
_TURN: Final = tuple((seat,) for seat in range(7))

Step = tuple[DealState, tuple[Effect, ...]]


def begin(spec: TrickDeal, deal: DealState) -> DealState:
    """Return the deal as its first trick is led."""
    leader = leader_of(spec, deal)
    return replace(deal, phase=Phase.TRICKS, leader=leader, to_act=(leader,))


def leader_of(spec: TrickDeal, deal: DealState) -> int:
    """Return the seat that leads the first trick."""
    left = (deal.dealer + 1) % deal.seats
    match spec.leader:
        case Position.DEALER:
            return deal.dealer
        case Position.LEFT_OF_DEALER:
            return left
        case Position.DECLARER:
            return left if deal.declarer is None else deal.declarer
        case Position.BUYER:
            return left if deal.taker is None else deal.taker
        case Position.HOLDER:
            opening = named_cards((spec.opening_card,) if spec.opening_card else ())
            return next((at for at, hand in enumerate(deal.hands) if hand & opening), left)


def decision(spec: TrickDeal, deal: DealState, seat: int) -> Decision:
    """Return the choice of the seat whose turn it is in a trick."""
    hand = deal.hands[seat]
    filters = _filters(spec, deal, hand)
    return Decision(seat, _PLAY, hand, narrowed(hand, filters), filters)


def playable(spec: TrickDeal, deal: DealState, seat: int) -> int:
    """Return the cards that the decision of the seat whose turn it is allows, as a set."""
    hand = deal.hands[seat]
    for rule in _filters(spec, deal, hand):
        hand = hand & rule.allowed or hand
    return hand


def _filters(spec: TrickDeal, deal: DealState, hand: int) -> tuple[Filter, ...]:
    """Return the rules that narrow what may be played, in the order of R1.11."""
    plays, number = deal.plays, len(deal.winners)
    start = number * len(deal.hands)
    leads = len(plays) == start
    filters = _on_lead(spec, plays, hand) if leads else _TO_FOLLOW[plays[start]]
    if spec.barred_first and not number:
        filters += (_barred(spec.barred_first),)
    if not leads and hand & spec.dropped:
        filters += _drops(cards_in(hand & spec.dropped), deal.table, deal.trump)
    return filters


def _on_lead(spec: TrickDeal, plays: bytes, hand: int) -> tuple[Filter, ...]:
    """Return the rules for a lead; every card played so far is in a finished trick."""
    filters = _BAN_ONLY if spec.heart_lead_ban else ()
    hearts = spec.broken_hearts
    if hearts is not None and len(plays.translate(None, spec.breakers)) == len(plays):
        filters = (HEARTS_NOT_BROKEN, *filters) if hand & spec.holds_hearts_back else filters
    if spec.opening_card is not None and not plays:
        filters = (_opening(spec.opening_card), *filters)
    return filters


@cache
def _opening(card: str) -> Filter:
    detail = f"{card} opens the first trick"
    return Filter(named_cards((card,)), RuleCode.MUST_OPEN, "R8.2", detail)


@cache
def _barred(cards: tuple[str, ...]) -> Filter:
    allowed = FULL_DECK & ~named_cards(cards)
    detail = "point cards are kept back in the first trick"
    return Filter(allowed, RuleCode.BARRED_IN_FIRST_TRICK, "R8.3", detail)


def _drops(held: tuple[int, ...], table: bytes, trump: int | None) -> tuple[Filter, ...]:
    """Return the duties to drop held cards that would not be winning the trick so far.

    Source: R2.2.
    """
    cards = card_set(table)
    return tuple(
        _drop(card) for card in held if taking_card(cards | ALONE[card], table[0], trump) != card
    )


@cache
def _drop(card: int) -> Filter:
    detail = f"{card_text(card)} must be played now"
    return Filter(1 << card, RuleCode.MUST_DROP, "R2.2", detail)


def play(spec: TrickDeal, deal: DealState, seat: int, card: int) -> Step:
    """Play a card that the decision allows; a full trick is taken at once."""
    hands = deal.hands_without(seat, card)
    plays = deal.plays + _ALONE[card]
    seats = len(hands)
    if len(plays) % seats:
        turn = seat + 1 if seat + 1 < seats else 0
        return replace(deal, hands=hands, plays=plays, to_act=_TURN[turn]), ()
    return _take(spec, deal, hands, plays)


def _take(spec: TrickDeal, deal: DealState, hands: tuple[int, ...], plays: bytes) -> Step:
    seats, before = len(hands), len(deal.winners)
    leader = deal.winners[-1] if before else deal.leader or 0
    cards = plays[before * seats :]
    counted = card_set(cards)
    taker = (leader + cards.index(taking_card(counted, cards[0], deal.trump))) % seats
    last = deal.tricks
    if deal.odd_counts and deal.set_aside is not None and before + 1 == last:
        counted |= 1 << deal.set_aside
    worth = trick_worth(spec, counted, before + 1, last)
    after = replace(
        deal,
        hands=hands,
        plays=plays,
        winners=deal.winners + _ALONE[taker],
        points=_with(deal.points, taker, worth) if worth else deal.points,
        to_act=_TURN[taker],
    )
    taken = TrickTaken(before + 1, leader, cards, taker, worth)
    if any(hands) and not _may_stop(spec, after):
        return after, (taken,)
    closed, effects = _close(spec, after)
    return closed, (taken, *effects)


def _with(points: tuple[int, ...], seat: int, more: int) -> tuple[int, ...]:
    after = list(points)
    after[seat] += more
    return tuple(after)


def _may_stop(spec: TrickDeal, deal: DealState) -> bool:
    return spec.early_end and deal.set_aside is None and all_owned(spec, deal)


def _close(spec: TrickDeal, deal: DealState) -> Step:
    """End the play: the moon, its choice first if it is one, then what follows."""
    shooter = moon.shooter(spec.moon, deal) if spec.moon else None
    if spec.moon is None or shooter is None:
        return finish(deal)
    if len(spec.moon.ways) > 1:
        return replace(deal, phase=Phase.MOON, to_act=(shooter,)), ()
    shot, effects = moon.shoot(spec, deal, shooter, spec.moon.ways[0])
    closed, more = finish(shot)
    return closed, effects + more


def finish(deal: DealState) -> Step:
    """Settle the sale, show the odd card, and let the deal be scored."""
    settled, effects = sale.settle(deal)
    if deal.set_aside is not None:
        effects = (*effects, OddCardShown(deal.set_aside))
    return replace(settled, phase=Phase.SCORED, to_act=()), effects


def taking_card(cards: int, lead: int, trump: int | None) -> int:
    """Return which card of the set of a trick takes it. Source: R1.5."""
    counted = cards & _TRUMPS[trump] or cards & LANES[lead // SUIT_SIZE]
    return counted.bit_length() - 1
