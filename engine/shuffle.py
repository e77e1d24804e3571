"""Fair randomness: deal seeds, their commitments, the shuffle and the dealer draw.

A match has one 32-byte secret. Each deal's seed is derived from it one way, so a revealed
seed says nothing about the next. Deal number 0 is the draw for the first dealer.
The recipe is public (docs/rules.md, R15): whoever holds a seed can recompute the deal.
"""

import hashlib
import hmac
import struct
from collections.abc import Iterator, Sequence
from typing import Final

SECRET_BYTES: Final = 32
ENTROPY_BYTES_MAX: Final = 32

# Eight numbers of 32 bits, whose range is far above any deck, from each digest of the stream.
_numbers: Final = struct.Struct(">8I").unpack
_LIMITS: Final = (0, *((1 << 32) // bound * bound for bound in range(1, 53)))


def practice_secret(seed: int) -> bytes:
    """Return the secret of a practice match: everybody who knows its seed knows the deals.

    Source: R15.4.
    """
    return hashlib.sha256(b"kierki practice\x00" + str(seed).encode()).digest()


def deal_seed(secret: bytes, deal: int) -> bytes:
    """Return the 32-byte seed of one deal. Source: R15.1."""
    return hmac.digest(secret, b"kierki deal\x00" + str(deal).encode(), "sha256")


def commitment(seed: bytes, deal: int, match_id: str) -> str:
    """Return the hash that binds the server to a deal's seed, 64 hexadecimal digits.

    Source: R15.2.
    """
    text = f"kierki commitment\x00{deal}\x00{match_id}\x00".encode()
    return hashlib.sha256(text + seed).hexdigest()


def receipt(match_id: str, deal: int, seat: int, value: bytes) -> bytes:
    """Return the 32-byte hash by which the log tells that a seat has added entropy.

    Source: R15.6.
    """
    text = f"kierki entropy\x00{deal}\x00{match_id}\x00{seat}\x00".encode()
    return hashlib.sha256(text + value).digest()


def shuffle(cards: Sequence[int], seed: bytes, entropy: Sequence[bytes]) -> tuple[int, ...]:
    """Return the cards in the order in which they are dealt.

    `entropy` holds one value per seat, in seat order, empty where a seat gave none. Fisher-Yates
    from the last place down, each place drawn without bias. Source: R15.3.
    """
    order = list(cards)
    numbers = _stream(seed, entropy)
    for place in range(len(order) - 1, 0, -1):
        other = _below(place + 1, numbers)
        order[place], order[other] = order[other], order[place]
    return tuple(order)


def _stream(seed: bytes, entropy: Sequence[bytes]) -> Iterator[int]:
    """Yield unbounded 32-bit numbers from HMAC-SHA-256 in counter mode."""
    given = b"".join(len(part).to_bytes(2, "big") + part for part in entropy)
    counter = 0
    while True:
        yield from _numbers(hmac.digest(seed, counter.to_bytes(4, "big") + given, "sha256"))
        counter += 1


def _below(bound: int, numbers: Iterator[int]) -> int:
    """Return a number 0 … bound-1, each equally likely; one past the last multiple is void."""
    number = next(numbers)
    while number >= _LIMITS[bound]:
        number = next(numbers)
    return number % bound
