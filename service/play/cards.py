"""Cards and points for reading, and cards as people type them."""

from collections.abc import Iterable
from typing import Final

SUITS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
RANKS: Final = "23456789TJQKA"


def pretty(card: str) -> str:
    """Return a card for reading: `QS` becomes `Q♠`."""
    return ("10" if card[0] == "T" else card[0]) + SUITS[card[1]]


def pretty_cards(cards: Iterable[str]) -> str:
    """Return cards for reading, with spaces between them."""
    return " ".join(map(pretty, cards))


def signed(points: int) -> str:
    """Return points with their sign: `+25`, `-150`, `0`."""
    return f"{points:+d}" if points else "0"


def signed_all(points: Iterable[int]) -> str:
    """Return the points of all seats for reading."""
    return "  ".join(map(signed, points))


def sorted_hand(cards: Iterable[str]) -> list[str]:
    """Return cards by suit, each suit from its lowest card up."""
    return sorted(cards, key=lambda card: ("CDHS".index(card[1]), RANKS.index(card[0])))


def typed_card(text: str) -> str:
    """Return the card that somebody types, `10♥` or `qs`; what is none stays as it is."""
    name = text.upper().replace("10", "T")
    for letter, symbol in SUITS.items():
        name = name.replace(symbol, letter)
    return name
