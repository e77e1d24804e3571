"""A plain move in few bytes: a card that one seat plays, after which one other seat chooses.

Three of four entries are of this kind. The bytes are: the card, 0-51; cause and seat; phase and
the next seat, two numbers below 16 each; the milliseconds to the deadline, in as few bytes as
they need, none for no deadline. What MessagePack makes of an entry's list begins with 0x90 or
above, so the first byte tells the two apart.
"""

from typing import Final, NamedTuple

_CARDS: Final = 52
_NIBBLE: Final = 16


class PlainMove(NamedTuple):
    """A plain move by the places of names in the codec's lists; `deadline_in` in milliseconds."""

    card: int
    cause: int
    seat: int
    phase: int
    next_seat: int
    deadline_in: int | None


def encode_plain(move: PlainMove) -> bytes | None:
    """Return the bytes of a plain move, or nothing if one of its numbers does not fit."""
    card, cause, seat, phase, next_seat, deadline_in = move
    if not 0 <= card < _CARDS or not 0 <= cause | seat | phase | next_seat < _NIBBLE:
        return None  # one bit above a nibble's, or a sign, shows in all together
    head = bytes((card, cause << 4 | seat, phase << 4 | next_seat))
    if deadline_in is None:
        return head
    if deadline_in < 0:
        return None
    return head + deadline_in.to_bytes(max(1, (deadline_in.bit_length() + 7) // 8), "big")


def is_plain(body: bytes) -> bool:
    """Return whether a body is a plain move's, and not a list in MessagePack."""
    return bool(body) and body[0] < _CARDS


def decode_plain(body: bytes) -> PlainMove:
    """Return the plain move of a body; raises IndexError for one that was cut off."""
    actor, following = body[1], body[2]
    return PlainMove(
        card=body[0],
        cause=actor >> 4,
        seat=actor & 15,
        phase=following >> 4,
        next_seat=following & 15,
        deadline_in=int.from_bytes(body[3:], "big") if len(body) > 3 else None,
    )
