"""What the engine says happened, in the words of the reference."""

from engine.cards import card_text, texts, trump_text
from engine.events import (
    CardsGiven,
    CardsPassed,
    Effect,
    GhostsLaid,
    MoonShot,
    OddCardShown,
    SeatOut,
    SeatSkipped,
    TalonPaid,
    TalonTaken,
    TrickTaken,
    TrumpNamed,
)
from tests.engine.reference.table import Event


def events(effects: tuple[Effect, ...]) -> list[Event]:
    """Return the effects inside a deal as events, up to the end of the deal."""
    found: list[Event] = []
    for effect in effects:
        event = _event(effect)
        if event is None:
            break
        found.append(event)
    return found


def _event(effect: Effect) -> Event | None:  # noqa: C901, PLR0911 - one case per kind
    match effect:
        case CardsPassed(given, to):
            return ("passed", tuple(map(_names, given)), to)
        case TalonTaken(seat, bid, talon):
            return ("talon", seat, bid, _names(talon))
        case CardsGiven(seat, cards):
            return ("given", seat, _names(cards))
        case TrumpNamed(seat, suit, hands):
            return ("trump", seat, trump_text(suit), tuple(map(_names, hands)))
        case TrickTaken(number, leader, cards, taker, points):
            return ("trick", number, leader, _names(cards), taker, points)
        case GhostsLaid(cards):
            return ("ghosts", _names(cards))
        case SeatOut(seat, place, points):
            return ("out", seat, place, points)
        case SeatSkipped(seat):
            return ("skipped", seat)
        case MoonShot(seat, way, points):
            return ("moon", seat, way, points)
        case TalonPaid(points):
            return ("paid", points)
        case OddCardShown(card):
            return ("odd", card_text(card))
        case _:
            return None


def _names(cards: bytes) -> str:
    return " ".join(texts(cards))
