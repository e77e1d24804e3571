"""A value is told by how it deviates from another, whatever the two are."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.events import DealScored, TrickTaken
from service.store.packed.deviations import deviating, deviation
from tests.fixtures.examples import tries

numbers = st.none() | st.integers(-999, 999) | st.binary(max_size=3) | st.text(max_size=3)
trees = st.recursive(numbers, lambda inner: st.lists(inner, max_size=4), max_leaves=12)


@settings(max_examples=tries(40))
@given(trees, trees)
def test_any_tree_can_be_told_by_any_other(foreseen: Any, real: Any) -> None:
    assert deviating(foreseen, deviation(foreseen, real), Any) == real


@pytest.mark.parametrize(
    ("real", "told"),
    [
        (DealScored(2, (5, 0), (7, 0)), {2: {0: [5]}, 3: {0: [7]}}),
        (DealScored(2, (0, 0, 0), (2, 0)), {2: {2: [0]}}),
        (DealScored(2, (), (2, 0)), {2: [[]]}),
        (DealScored(4, (0, 0), (2, 0)), {1: [4]}),
    ],
)
def test_only_what_differs_is_told(real: DealScored, told: object) -> None:
    foreseen = DealScored(2, (0, 0), (2, 0))

    found = deviation(foreseen, real)

    assert found == told
    assert deviating(foreseen, found, DealScored) == real


def test_another_kind_of_effect_is_told_whole() -> None:
    trick, score = TrickTaken(1, 0, b"\1\2", 1, -20), DealScored(2, (0, 0), (2, 0))

    assert deviating(trick, deviation(trick, score), DealScored) == score
