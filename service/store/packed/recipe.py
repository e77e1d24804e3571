"""What follows from a match's secret by hashing alone: seeds, commitments, receipts, cards.

A copy of `engine.shuffle` on purpose: what is packed is read the same whatever becomes of that.
Source: R15.
"""

import hashlib
import hmac
import struct
from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

_WORDS: Final = 1 << 32
_BLOCK: Final = struct.Struct(">8I")


class Recipe(Struct, frozen=True, array_like=True):
    """All that seeds, commitments, receipts and cards of a match are made of.

    `deck` is what it is played with, lowest first. By the number of their deals, `entropy` holds
    what the seats have added, and `talons` how many cards a talon has.
    """

    match_id: str
    secret: bytes
    seats: int
    deck: bytes
    entropy: Mapping[int, tuple[bytes, ...]]
    talons: Mapping[int, int]

    def seed(self, deal: int) -> bytes:
        """Return the seed of a deal, 0 for the draw. Source: R15.1."""
        return hmac.digest(self.secret, b"kierki deal\x00%d" % deal, "sha256")

    def commitment(self, deal: int) -> str:
        """Return what binds the server to a deal, 64 hexadecimal digits. Source: R15.2."""
        text = f"kierki commitment\x00{deal}\x00{self.match_id}\x00".encode()
        return hashlib.sha256(text + self.seed(deal)).hexdigest()

    def receipt(self, deal: int, seat: int) -> bytes:
        """Return the hash of what a seat has added, empty if that never came out. Source: R15.6."""
        if deal not in self.entropy:
            return b""
        text = f"kierki entropy\x00{deal}\x00{self.match_id}\x00{seat}\x00".encode()
        return hashlib.sha256(text + self.entropy[deal][seat]).digest()

    def dealt(self, deal: int, dealer: int) -> tuple[tuple[bytes, ...], bytes]:
        """Return the hands of a deal, in the order of dealing, and its talon. Source: R1.3."""
        cards, seats, talon = self._shuffled(deal), self.seats, self.talons.get(deal, 0)
        end = (len(cards) - talon) // seats * seats
        hands = tuple(cards[(seat - dealer - 1) % seats : end : seats] for seat in range(seats))
        return hands, cards[end : end + talon]

    def _shuffled(self, deal: int) -> bytes:
        """Return the deck in the order in which it is dealt. Source: R15.3."""
        order, words = bytearray(self.deck), self._words(deal)
        for place in range(len(order) - 1, 0, -1):
            bound = place + 1
            word, limit = next(words), _WORDS - _WORDS % bound
            while word >= limit:
                word = next(words)
            other = word % bound
            order[place], order[other] = order[other], order[place]
        return bytes(order)

    def _words(self, deal: int) -> Iterator[int]:
        seed, given = self.seed(deal), self.entropy.get(deal) or (b"",) * self.seats
        tail = b"".join(len(part).to_bytes(2, "big") + part for part in given)
        counter = 0
        while True:
            yield from _BLOCK.unpack(hmac.digest(seed, counter.to_bytes(4, "big") + tail, "sha256"))
            counter += 1
