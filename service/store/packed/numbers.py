"""Numbers in few bytes: many by their planes, and one that holds many choices."""

import struct
from collections.abc import Sequence
from typing import Final

_WIDTH: Final = 8  # bytes


def planes(numbers: Sequence[int]) -> bytes:
    """Return numbers below 2⁶⁴ as all their lowest bytes, then all their second ones, and so on.

    The bytes of a plane are alike; planes of zeros alone are left out. Raises struct.error.
    """
    rows = struct.pack(f"<{len(numbers)}Q", *numbers)
    used = (max(numbers, default=0).bit_length() + 7) // 8
    return b"".join([rows[place::_WIDTH] for place in range(used)])


def numbers_of(stored: bytes, count: int) -> tuple[int, ...]:
    """Return so many numbers, of which `planes` has been made; raises ValueError."""
    rows = bytearray(count * _WIDTH)
    for place in range(len(stored) // count if count else 0):
        rows[place::_WIDTH] = stored[place * count : (place + 1) * count]
    return struct.unpack(f"<{count}Q", rows)


def many_in_one(choices: Sequence[tuple[int, int]]) -> int:
    """Return a number that holds choices, each a place among so many: 2.6 bits for one of six.

    `divmod` by how many there were takes them out again, the first one first.
    """
    number = 0
    for place, among in reversed(choices):
        number = number * among + place
    return number
