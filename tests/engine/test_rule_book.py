"""Everything that docs/rules.md states in figures is what the engine does."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import texts
from engine.deals.tricks import trick_points
from engine.rules import LotteryDeal, Rules, TrickDeal, deck
from engine.shuffle import _below, commitment, deal_seed, practice_secret, shuffle
from tests.engine import rule_book
from tests.engine.table import cards, kurnik, number_of
from tests.strategies import UNTIMED, secrets

PLAYERS = (3, 4)
VECTORS = rule_book.vectors()
EXAMPLES = rule_book.table("R2", "players")


def trick_deal(rules: Rules, deal_id: str) -> TrickDeal:
    """Return the trick deal with that id."""
    found = rules.deals[number_of(rules, deal_id) - 1]
    assert isinstance(found, TrickDeal)
    return found


def units(spec: TrickDeal) -> set[int]:
    """Return every figure that a deal counts by."""
    for_cards = {part.points for part in spec.cards}
    for_tricks = {part.points for part in spec.tricks}
    return {*for_cards, *for_tricks, spec.trick} - {0}


@pytest.mark.parametrize("row", rule_book.table("R2", "deal")[:-1], ids=lambda row: row[0])
def test_the_units_of_the_penalty_deals_are_those_of_the_table(row: list[str]) -> None:
    deal_id, _, *figures = row

    found = [units(trick_deal(kurnik(players), deal_id)) for players in PLAYERS]

    assert found == [{int(figure)} for figure in figures]


@pytest.mark.parametrize("players", PLAYERS)
def test_the_robber_counts_all_the_deals_above_it(players: int) -> None:
    rules = kurnik(players)
    above = [trick_deal(rules, row[0]) for row in rule_book.table("R2", "deal")[:-1]]

    robber = trick_deal(rules, "robber")

    assert robber.trick == sum(deal.trick for deal in above)
    assert robber.cards == tuple(part for deal in above for part in deal.cards)
    assert robber.tricks == tuple(part for deal in above for part in deal.tricks)


@pytest.mark.parametrize("example", EXAMPLES, ids=" ".join)
def test_a_trick_of_the_book_costs_what_the_book_says(example: list[str]) -> None:
    players, deal_id, number, names, points = example
    rules = kurnik(int(players))

    trick = bytes(cards(names))

    spec = trick_deal(rules, deal_id)
    assert trick_points(spec, trick, int(number), rules.hand_size) == int(points)


def test_the_book_works_nine_examples() -> None:
    assert len(EXAMPLES) == 9


@pytest.mark.parametrize(("players", "unit", "whole"), [(3, 20, 340), (4, 25, 325)])
def test_a_trump_trick_is_worth_what_the_book_says(players: int, unit: int, whole: int) -> None:
    rules = kurnik(players)

    assert units(trick_deal(rules, "trump")) == {unit}
    assert unit * rules.hand_size == whole
    assert str(unit) in rule_book.section("R3.2")
    assert str(whole) in rule_book.section("R3.2")


@pytest.mark.parametrize(("players", "prizes"), [(3, (790, 485)), (4, (800, 500))])
def test_the_prizes_of_the_lottery_are_those_of_the_book(
    players: int, prizes: tuple[int, ...]
) -> None:
    lottery = kurnik(players).deals[-1]

    assert isinstance(lottery, LotteryDeal)
    assert lottery.prizes == prizes
    assert all(str(prize) in rule_book.section("R5.5") for prize in prizes)


@pytest.mark.parametrize("row", rule_book.table("R6", "deals"), ids=lambda row: row[0])
def test_the_deals_come_in_the_places_that_the_book_gives(row: list[str]) -> None:
    names, *places = row

    for players, place in zip(PLAYERS, places, strict=True):
        first, _, last = place.partition("-")
        found = {deal.id for deal in kurnik(players).deals[int(first) - 1 : int(last or first)]}
        assert found == set(names.split(", "))


def entropy_of(vector: dict[str, str]) -> tuple[bytes, ...]:
    """Return the entropy of a vector, seat by seat."""
    return tuple(b"" if part == "-" else bytes.fromhex(part) for part in vector["entropy"].split())


@pytest.mark.parametrize("vector", VECTORS, ids=lambda at: f"{at['practice']}-{at['number']}")
def test_a_vector_of_the_book_comes_out(vector: dict[str, str]) -> None:
    number = int(vector["number"])
    secret = practice_secret(int(vector["practice"]))
    seed = deal_seed(secret, number)

    order = shuffle(deck(tuple(vector["removed"].split())), seed, entropy_of(vector))

    assert secret.hex() == vector["secret"]
    assert seed.hex() == vector["seed"]
    assert commitment(seed, number, vector["match"]) == vector["commitment"]
    assert " ".join(texts(order)) == vector["order"]


def test_the_vectors_cover_the_draw_both_decks_and_entropy() -> None:
    covered = [(at["number"], at["removed"], any(entropy_of(at))) for at in VECTORS]

    assert covered == [("0", "", False), ("1", "", False), ("11", "2C", False), ("2", "", True)]


def written() -> dict[str, Any]:
    """Return the names that the Python of the book defines."""
    names: dict[str, Any] = {}
    exec(compile(rule_book.recipe(), "docs/rules.md", "exec"), names)
    return names


@given(secrets, st.lists(st.binary(max_size=20), max_size=4), st.integers(0, 52))
@UNTIMED
def test_the_python_of_the_book_shuffles_like_the_engine(
    seed: bytes, entropy: list[bytes], size: int
) -> None:
    order = written()["shuffled"](range(size), seed, entropy)

    assert tuple(order) == shuffle(range(size), seed, entropy)


@pytest.mark.parametrize("first", [2**32 - 1, 2**32 - 2, 0])
def test_the_python_of_the_book_leaves_out_the_same_numbers(first: int) -> None:
    names = written()
    names["numbers"] = lambda seed, given: iter([first, 4, 3, 3])

    order = names["shuffled"]("abc", b"", ())

    words = iter([first, 4, 3, 3])
    expected = list("abc")
    for place in (2, 1):
        drawn = _below(place + 1, words)
        expected[place], expected[drawn] = expected[drawn], expected[place]
    assert order == expected
