"""Cards, suits and card sets, and their text forms.

A card is an int 0-51, `13 * suit + rank`; suits are clubs 0, diamonds 1, hearts 2,
spades 3; ranks are 0 (the two) to 12 (the ace, always high). A card set is an int whose
bit `c` says whether card `c` is in it. Source: R1.1.
"""

from collections.abc import Iterable
from enum import StrEnum
from functools import cache
from typing import Final

from engine.errors import NotationError

_CARD_FORM: Final = "a card is a rank of 23456789TJQKA and a suit of CDHS, such as QS"

RANKS: Final = "23456789TJQKA"
SUITS: Final = "CDHS"
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
SUIT_SIZE: Final = 13
FULL_DECK: Final = (1 << 52) - 1
LANES: Final = tuple(0x1FFF << (SUIT_SIZE * suit) for suit in range(4))
_CLUBS, _DIAMONDS, _HEARTS, _SPADES = LANES
ALONE: Final = tuple(1 << card for card in range(52))  # each card's set of itself

_TRUMPS: Final = SUITS + "N"
_TEXTS: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
_CARDS: Final = {text: card for card, text in enumerate(_TEXTS)}


class Suit(StrEnum):
    """A suit by its letter on the wire, lowest first."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"


class Trump(StrEnum):
    """What a deal is played with: a suit by its letter, or no trump."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"
    NONE = "N"


NO_TRUMP: Final = 4  # where a trump is an int, the number after the suits


def trump_text(trump: int) -> Trump:
    """Return the letter of a trump 0-4."""
    return Trump(_TRUMPS[trump])


def parse_trump(text: str) -> int:
    """Return the trump 0-4 that a letter names; raises NotationError for anything else."""
    name = _capitals(text)
    if len(name) != 1 or name not in _TRUMPS:
        raise NotationError(text, "a trump is one of C D H S, or N for no trump")
    return _TRUMPS.index(name)


def card_text(card: int) -> str:
    """Return the text of a card, rank then suit: `2C` … `AS`."""
    return _TEXTS[card]


def parse_card(text: str) -> int:
    """Return the card that a text names; letters of either case, `10` for `T`.

    Raises NotationError for anything else.
    """
    card = _CARDS.get(text)  # as it is nearly always written
    if card is None:
        card = _CARDS.get(_capitals(text).replace("10", "T"))
    if card is None:
        raise NotationError(text, _CARD_FORM)
    return card


def _capitals(text: str) -> str:
    # Raising a letter outside ASCII may give one inside it: the long s becomes S.
    return text.strip().upper() if text.isascii() else ""


def suit_of(card: int) -> int:
    """Return the suit of a card, 0-3."""
    return card // SUIT_SIZE


def rank_of(card: int) -> int:
    """Return the rank of a card, 0-12."""
    return card % SUIT_SIZE


def suit_text(suit: int) -> Suit:
    """Return the letter of a suit 0-3."""
    return Suit(SUITS[suit])


def parse_suit(text: str) -> int:
    """Return the suit 0-3 that a letter names; raises NotationError for anything else."""
    name = _capitals(text)
    if len(name) != 1 or name not in SUITS:
        raise NotationError(text, "a suit is one of C D H S")
    return SUITS.index(name)


def card_set(cards: Iterable[int]) -> int:
    """Return the set that holds the given cards."""
    bits = 0
    for card in cards:
        bits |= ALONE[card]
    return bits


def union(sets: Iterable[int]) -> int:
    """Return the set of the cards that are in any of the given sets."""
    together = 0
    for bits in sets:
        together |= bits
    return together


def cards_in(bits: int) -> tuple[int, ...]:
    """Return the cards of a set, lowest first."""
    found = _in_lane(bits & _CLUBS) if bits & _CLUBS else ()
    if bits & _DIAMONDS:
        found += _in_lane(bits & _DIAMONDS)
    if bits & _HEARTS:
        found += _in_lane(bits & _HEARTS)
    if bits & _SPADES:
        found += _in_lane(bits & _SPADES)
    return found


@cache  # at most the 32,768 sets of cards of one suit, of which matches meet some hundreds
def _in_lane(bits: int) -> tuple[int, ...]:
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return tuple(found)


def texts(cards: Iterable[int]) -> tuple[str, ...]:
    """Return the texts of cards in the order given."""
    return tuple(map(_TEXTS.__getitem__, cards))


def parse_cards(names: Iterable[str]) -> int:
    """Return the set of the named cards; raises NotationError for a name that is none."""
    return card_set(parse_card(name) for name in names)
