"""A suit's part of a card set as thirteen bits, the two lowest, and what search asks of it.

Small numbers are what both forms of the core are quick with, the interpreted and the compiled.
"""

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mypy_extensions import i64


WHOLE: Final = 0x1FFF  # all ranks
# How far each suit lies from the lowest bit; of no fixed length, which would be slow compiled.
SHIFTS: Final[tuple[int, ...]] = (0, 13, 26, 39)
COUNT: Final = bytes(ranks.bit_count() for ranks in range(WHOLE + 1))  # cards in a lane
# The ranks of a lane from the lowest on, each as a lane that has no other.
EACH: Final = tuple(
    tuple(1 << rank for rank in range(13) if ranks >> rank & 1) for ranks in range(WHOLE + 1)
)
# The ranks below a rank, or below as many as there are.
BELOW: Final = tuple((1 << rank) - 1 for rank in range(14))


def top(cards: int) -> int:
    """Return the highest card of a set, or the highest rank of a lane."""
    return cards.bit_length() - 1


def low(cards: int) -> int:
    """Return the lowest card of a set, or the lowest rank of a lane."""
    return (cards & -cards).bit_length() - 1


def count(cards: "i64") -> int:
    """Return how many cards a set has."""
    return (
        COUNT[cards & WHOLE]
        + COUNT[cards >> 13 & WHOLE]
        + COUNT[cards >> 26 & WHOLE]
        + COUNT[cards >> 39]
    )


def nth(cards: "i64", number: "i64") -> "i64":
    """Return the set of the one card of a set that is over so many others of it."""
    while number:
        cards &= cards - 1
        number -= 1
    return cards & -cards


def highest(cards: "i64") -> int:
    """Return the card of the highest rank in a set, of equals that of the lowest suit."""
    found = most = -1
    for shift in SHIFTS:
        rank = top(cards >> shift & WHOLE)
        if rank > most:
            found, most = shift + rank, rank
    return found


def lowest(cards: "i64") -> int:
    """Return the card of the lowest rank in a set, of equals that of the lowest suit."""
    found, least = -1, 13
    for shift in SHIFTS:
        lane: i64 = cards >> shift & WHOLE
        if lane:
            rank = low(lane)
            if rank < least:
                found, least = shift + rank, rank
    return found
