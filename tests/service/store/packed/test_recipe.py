"""What follows from a match's secret is what was dealt, for ever."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import shuffle
from engine.cards import card_set
from engine.rules import deck
from engine.rulesets import RULE_SETS
from engine.state import hands_of
from service.store.packed.recipe import Recipe

HANDS = [
    "2f010933320b2610271a1108",
    "06162c181524301e0e1c1419",
    "04232a052e0a220d21032b02",
    "281317310f251b1d201f0029",
]
TALON = "2d12070c"
SEED = "4741d5aa4d655eec0318a260b628d068ffaf41b805420292d66047a12533bd9d"
COMMITMENT = "8c637dde6d09952c412ee3a105968676665717d12d4257818765e89467ded1e5"

secrets = st.binary(min_size=32, max_size=32)
RECIPE = Recipe("m_1", bytes(range(32)), 4, bytes(range(52)), {2: (b"ab", b"", b"", b"c")}, {2: 4})


@given(secrets, st.integers(0, 40))
def test_seeds_and_commitments_are_those_of_the_match(secret: bytes, deal: int) -> None:
    recipe = Recipe("m_1", secret, 4, bytes(range(52)), {}, {})
    seed = shuffle.deal_seed(secret, deal)

    assert recipe.seed(deal) == seed
    assert recipe.commitment(deal) == shuffle.commitment(seed, deal, "m_1")


@given(secrets, st.lists(st.binary(max_size=32), min_size=3, max_size=7), st.integers(0, 6))
def test_hands_are_those_that_were_dealt(secret: bytes, given: list[bytes], dealer: int) -> None:
    seats, dealer = len(given), dealer % len(given)
    cards = deck(RULE_SETS["classic"].removed[seats])
    recipe = Recipe("m_1", secret, seats, bytes(cards), {3: tuple(given)}, {})
    order = bytes(shuffle.shuffle(cards, shuffle.deal_seed(secret, 3), given))
    dealt = order[: len(order) // seats * seats]

    hands, talon = recipe.dealt(3, dealer)

    assert tuple(map(card_set, hands)) == hands_of(dealt, dealer, seats)
    assert talon == b""
    assert bytes(hand[0] for hand in hands[dealer + 1 :] + hands[: dealer + 1]) == order[:seats]


def test_a_talon_comes_after_the_hands() -> None:
    hands, talon = RECIPE.dealt(2, 1)

    assert [hand.hex() for hand in hands] == HANDS
    assert talon.hex() == TALON


def test_receipts_are_those_that_were_given() -> None:
    assert RECIPE.receipt(2, 0) == shuffle.receipt("m_1", 2, 0, b"ab")
    assert RECIPE.receipt(2, 3) == shuffle.receipt("m_1", 2, 3, b"c")
    assert RECIPE.receipt(3, 3) == b""


@pytest.mark.parametrize(
    ("found", "text"), [(RECIPE.seed(1).hex(), SEED), (RECIPE.commitment(1), COMMITMENT)]
)
def test_hashes_are_what_they_have_always_been(found: str, text: str) -> None:
    assert found == text
