"""What a viewer may see of each effect. Source: R1.10.

One small function per effect; a test holds the list against `engine.events.Effect`.
"""

from functools import singledispatch
from typing import Final, TypedDict

from engine.cards import card_text, texts, trump_text
from engine.events import (
    CardsGiven,
    CardsPassed,
    DealerDrawn,
    DealScored,
    DealStarted,
    Effect,
    EntropyAdded,
    GhostsLaid,
    MatchEnded,
    MoonShot,
    OddCardShown,
    SeatOut,
    SeatSkipped,
    TalonPaid,
    TalonTaken,
    TrickTaken,
    TrumpNamed,
)
from engine.seat_view import EffectKind, EffectView, Eyes, Viewer

# What a viewer sees of these depends on his eyes: they tell of cards that not everybody sees.
HIDING: Final = frozenset({DealStarted, CardsPassed, CardsGiven, TrumpNamed})

_TRICK_TAKEN: Final = EffectKind.TRICK_TAKEN


def effect_for(effect: Effect, viewer: Viewer) -> EffectView:
    """Return what a seat, a caster or a spectator may see of an effect."""
    return _trick_taken(effect) if isinstance(effect, TrickTaken) else _other(effect, viewer)


def _trick_taken(effect: TrickTaken) -> EffectView:
    """Return what everybody may see of the effect that every fourth move has."""
    points = [0] * len(effect.cards)
    points[effect.taker] = effect.points
    return EffectView(
        kind=_TRICK_TAKEN,
        number=effect.number,
        leader=effect.leader,
        seat=effect.taker,
        cards=texts(effect.cards),
        points=tuple(points),
    )


@singledispatch
def _other(effect: Effect, viewer: Viewer) -> EffectView:
    raise AssertionError(type(effect))


@_other.register
def _(effect: DealerDrawn, viewer: Viewer) -> EffectView:
    return EffectView(kind=EffectKind.DEALER_DRAWN, seat=effect.dealer, cards=texts(effect.cards))


@_other.register
def _(effect: DealStarted, viewer: Viewer) -> EffectView:
    return EffectView(
        kind=EffectKind.DEAL_STARTED,
        number=effect.number,
        seat=effect.dealer,
        leader=effect.leader,
        **_dealt(effect.hands, effect.seen, viewer),
        talon=texts(effect.talon) or None,
        odd_card=card_text(effect.odd[0]) if effect.odd else None,
        entropy=tuple(part.hex() for part in effect.entropy) or None,
    )


class _Cards(TypedDict):
    cards: tuple[str, ...] | None
    hands: tuple[tuple[str, ...], ...] | None


def _dealt(hands: tuple[bytes, ...], seen: int | None, viewer: Viewer) -> _Cards:
    """Return of each seat's cards the viewer's own, and all of them to a caster."""
    return _Cards(
        cards=texts(hands[viewer][:seen]) if isinstance(viewer, int) else None,
        hands=tuple(texts(hand[:seen]) for hand in hands) if isinstance(viewer, Eyes) else None,
    )


@_other.register
def _(effect: CardsPassed, viewer: Viewer) -> EffectView:
    given = effect.given
    got = tuple(given[(seat - effect.to) % len(given)] for seat in range(len(given)))
    return EffectView(kind=EffectKind.CARDS_PASSED, **_dealt(got, None, viewer))


@_other.register
def _(effect: TalonTaken, viewer: Viewer) -> EffectView:
    return EffectView(
        kind=EffectKind.TALON_TAKEN, seat=effect.seat, bid=effect.bid, cards=texts(effect.talon)
    )


@_other.register
def _(effect: CardsGiven, viewer: Viewer) -> EffectView:
    cards = _got(effect.seat, effect.cards, viewer)
    return EffectView(kind=EffectKind.CARDS_GIVEN, seat=effect.seat, cards=cards)


def _got(giver: int, cards: bytes, viewer: Viewer) -> tuple[str, ...] | None:
    """Return what a viewer learns of an exchange: his own card, giver and caster all of them."""
    if viewer is None:
        return None
    if viewer == giver or isinstance(viewer, Eyes):
        return texts(cards)
    place = (viewer - giver) % (len(cards) + 1) - 1
    return texts(cards[place : place + 1])


@_other.register
def _(effect: TrumpNamed, viewer: Viewer) -> EffectView:
    return EffectView(
        kind=EffectKind.TRUMP_NAMED,
        seat=effect.seat,
        trump=trump_text(effect.suit),
        **_dealt(effect.hands, None, viewer),
    )


@_other.register
def _(effect: SeatSkipped, viewer: Viewer) -> EffectView:
    return EffectView(kind=EffectKind.SEAT_SKIPPED, seat=effect.seat)


@_other.register
def _(effect: GhostsLaid, viewer: Viewer) -> EffectView:
    return EffectView(kind=EffectKind.GHOSTS_LAID, cards=texts(effect.cards))


@_other.register
def _(effect: SeatOut, viewer: Viewer) -> EffectView:
    return EffectView(
        kind=EffectKind.SEAT_OUT, seat=effect.seat, place=effect.place, points=effect.points
    )


@_other.register
def _(effect: MoonShot, viewer: Viewer) -> EffectView:
    return EffectView(
        kind=EffectKind.MOON_SHOT, seat=effect.seat, way=effect.way, points=effect.points
    )


@_other.register
def _(effect: TalonPaid, viewer: Viewer) -> EffectView:
    return EffectView(kind=EffectKind.TALON_PAID, points=effect.points)


@_other.register
def _(effect: OddCardShown, viewer: Viewer) -> EffectView:
    return EffectView(kind=EffectKind.ODD_CARD_SHOWN, cards=texts((effect.card,)))


@_other.register
def _(effect: DealScored, viewer: Viewer) -> EffectView:
    return EffectView(
        kind=EffectKind.DEAL_SCORED,
        number=effect.number,
        points=effect.points,
        totals=effect.totals,
    )


@_other.register
def _(effect: MatchEnded, viewer: Viewer) -> EffectView:
    return EffectView(
        kind=EffectKind.MATCH_ENDED,
        totals=effect.totals,
        ranks=effect.ranks,
        winners=effect.winners,
    )


@_other.register
def _(effect: EntropyAdded, viewer: Viewer) -> EffectView:
    return EffectView(
        kind=EffectKind.ENTROPY_ADDED,
        number=effect.deal,
        seat=effect.seat,
        receipt=effect.receipt.hex(),
    )
