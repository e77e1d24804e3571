"""The line of text that tells an effect."""

from functools import singledispatch

from engine.cards import card_text, texts, trump_text
from engine.events import (
    CardsGiven,
    CardsPassed,
    DealerDrawn,
    DealScored,
    DealStarted,
    Effect,
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
from engine.rules import Rules


def line(rules: Rules, effect: Effect) -> str:
    """Return an effect as text; a deal that starts takes several lines."""
    if isinstance(effect, DealStarted):
        return _started(rules, effect)
    return f"    {_told(effect)}"


def _started(rules: Rules, effect: DealStarted) -> str:
    shown = "all" if effect.seen is None else f"the first {effect.seen}"
    place = f"dealer {effect.dealer}, leader {effect.leader}"
    lines = [
        f"\n    deal {effect.number} {rules.deal(effect.number).id}: {place}, seats see {shown}"
    ]
    lines += [f"        seat {at}: {_cards(hand)}" for at, hand in enumerate(effect.hands)]
    lines += [f"        talon: {_cards(effect.talon)}"] if effect.talon else []
    lines += [f"        set aside, open: {_cards(effect.odd)}"] if effect.odd else []
    return "\n".join(lines)


@singledispatch
def _told(effect: Effect) -> str:
    raise AssertionError(effect)


@_told.register
def _(effect: DealerDrawn) -> str:
    return f"seats draw {_cards(effect.cards)}: seat {effect.dealer} deals"


@_told.register
def _(effect: CardsPassed) -> str:
    seats = len(effect.given)
    gifts = (
        f"{_cards(cards)} from {seat} to {(seat + effect.to) % seats}"
        for seat, cards in enumerate(effect.given)
    )
    return f"passed: {', '.join(gifts)}"


@_told.register
def _(effect: TalonTaken) -> str:
    return f"seat {effect.seat} takes the talon {_cards(effect.talon)} for {effect.bid}"


@_told.register
def _(effect: CardsGiven) -> str:
    seats = len(effect.cards) + 1
    gifts = (
        f"{card_text(card)} to {(effect.seat + step) % seats}"
        for step, card in enumerate(effect.cards, 1)
    )
    return f"seat {effect.seat} gives {', '.join(gifts)}"


@_told.register
def _(effect: TrumpNamed) -> str:
    return f"seat {effect.seat} names {trump_text(effect.suit)}"


@_told.register
def _(effect: TrickTaken) -> str:
    trick = f"trick {effect.number}, led by {effect.leader}: {_cards(effect.cards)}"
    return f"{trick} to {effect.taker}, {effect.points}"


@_told.register
def _(effect: SeatSkipped) -> str:
    return f"seat {effect.seat} is skipped"


@_told.register
def _(effect: GhostsLaid) -> str:
    return f"ghosts: {_cards(effect.cards)}"


@_told.register
def _(effect: SeatOut) -> str:
    return f"seat {effect.seat} is out, place {effect.place}: {_points(effect.points)}"


@_told.register
def _(effect: MoonShot) -> str:
    return f"seat {effect.seat} shot the moon, {effect.way}: {_points(effect.points)}"


@_told.register
def _(effect: TalonPaid) -> str:
    return f"paid for the talon: {_points(effect.points)}"


@_told.register
def _(effect: OddCardShown) -> str:
    return f"the card set aside was {card_text(effect.card)}"


@_told.register
def _(effect: DealScored) -> str:
    totals = _points(effect.totals)
    return f"deal {effect.number} scored: {_points(effect.points)}; totals {totals}"


@_told.register
def _(effect: MatchEnded) -> str:
    ranks = _points(effect.ranks)
    return f"end: totals {_points(effect.totals)}, ranks {ranks}, won by {_points(effect.winners)}"


def _cards(cards: bytes) -> str:
    return " ".join(texts(cards))


def _points(values: tuple[int, ...]) -> str:
    return " ".join(map(str, values))
