"""Deal seeds, commitments and the shuffle; the vectors of the rule book are read elsewhere."""

import hashlib
import hmac
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.shuffle import (
    SECRET_BYTES,
    _below,
    commitment,
    deal_seed,
    practice_secret,
    shuffle,
)
from tests.strategies import secrets

SEED = bytes(range(32))
NOTHING = (b"",) * 4


@given(secrets, st.lists(st.binary(max_size=40), max_size=4), st.integers(0, 52))
def test_a_shuffle_keeps_every_card(seed: bytes, entropy: list[bytes], size: int) -> None:
    assert sorted(shuffle(range(size), seed, entropy)) == list(range(size))


@given(secrets)
def test_the_same_seed_and_entropy_give_the_same_order(seed: bytes) -> None:
    assert shuffle(range(52), seed, NOTHING) == shuffle(range(52), seed, NOTHING)


# The chi-square value that chance stays below 999 times in 1000, by degrees of freedom.
BOUND = {5: 20.52, 23: 49.73, 51: 87.97}


def chi_square(counts: Counter[object], kinds: int) -> float:
    """Return how far counts are from all being equal."""
    expected = counts.total() / kinds
    missing = kinds - len(counts)
    return sum((n - expected) ** 2 / expected for n in counts.values()) + missing * expected


@pytest.mark.parametrize("size", [3, 4])
def test_every_order_comes_up_equally_often(size: int) -> None:
    secret = practice_secret(size)

    counts = Counter[object](shuffle(range(size), deal_seed(secret, n), ()) for n in range(6000))

    orders = list(permutations(range(size)))
    assert set(counts) == set(orders)
    assert chi_square(counts, len(orders)) < BOUND[len(orders) - 1]


@pytest.mark.parametrize("place", [0, 25, 51])
def test_every_card_comes_up_equally_often_in_a_place(place: int) -> None:
    secret = practice_secret(place)

    counts = Counter[object](
        shuffle(range(52), deal_seed(secret, n), NOTHING)[place] for n in range(5200)
    )

    assert chi_square(counts, 52) < BOUND[51]


def test_a_number_past_the_last_whole_multiple_is_not_used() -> None:
    void = 2**32 - 1  # 2^32 leaves 1 by 3, so that the last number would favour 0

    assert _below(3, iter([void, 5])) == 2
    assert _below(3, iter([void - 1, 5])) == 2**32 % 3 + 1
    assert _below(4, iter([void])) == 3


@pytest.mark.parametrize("seat", range(4))
def test_the_entropy_of_any_seat_changes_the_order(seat: int) -> None:
    given_by_seat = [*NOTHING[:seat], b"\x01", *NOTHING[seat + 1 :]]

    assert shuffle(range(52), SEED, given_by_seat) != shuffle(range(52), SEED, NOTHING)


def test_entropy_cannot_move_from_one_seat_to_the_next() -> None:
    orders = {
        shuffle(range(52), SEED, split) for split in ((b"ab", b""), (b"a", b"b"), (b"", b"ab"))
    }

    assert len(orders) == 3


def test_every_deal_has_a_seed_of_its_own_that_the_secret_gives() -> None:
    seeds = [deal_seed(SEED, deal) for deal in range(13)]

    assert len(set(seeds)) == 13
    assert seeds[7] == hmac.new(SEED, b"kierki deal\x007", hashlib.sha256).digest()


def test_a_commitment_binds_seed_deal_and_match() -> None:
    text = b"kierki commitment\x003\x00m_one\x00" + SEED

    assert commitment(SEED, 3, "m_one") == hashlib.sha256(text).hexdigest()


@pytest.mark.parametrize(
    ("seed", "deal", "match_id"),
    [(bytes(32), 3, "m_one"), (SEED, 4, "m_one"), (SEED, 3, "m_two")],
)
def test_a_commitment_fits_no_other_seed_deal_or_match(
    seed: bytes, deal: int, match_id: str
) -> None:
    assert commitment(seed, deal, match_id) != commitment(SEED, 3, "m_one")


def test_a_practice_secret_follows_from_its_number() -> None:
    assert practice_secret(1) == hashlib.sha256(b"kierki practice\x001").digest()
    assert practice_secret(1) != practice_secret(2)
    assert len(practice_secret(2**80)) == SECRET_BYTES == 32
