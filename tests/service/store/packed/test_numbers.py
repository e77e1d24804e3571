"""Numbers come out of their planes as they went in, and choices out of the one that holds them."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.store.packed.numbers import many_in_one, numbers_of, planes


@given(st.lists(st.integers(0, 2**64 - 1) | st.integers(0, 60_000)))
def test_numbers_are_read_as_they_were_written(numbers: list[int]) -> None:
    assert numbers_of(planes(numbers), len(numbers)) == tuple(numbers)


def test_bytes_of_a_kind_stand_together() -> None:
    assert planes([0x0102, 0x0304, 0x05]) == b"\x02\x04\x05\x01\x03\x00"
    assert planes([0, 0]) == b""


@pytest.mark.parametrize("number", [-1, 2**64])
def test_other_numbers_are_refused(number: int) -> None:
    with pytest.raises(struct.error):
        planes([number])


@given(st.lists(st.integers(1, 60).flatmap(lambda n: st.tuples(st.integers(0, n - 1), st.just(n)))))
def test_choices_come_out_in_their_order(choices: list[tuple[int, int]]) -> None:
    number, found = many_in_one(choices), []
    for _, among in choices:
        number, place = divmod(number, among)
        found.append((place, among))

    assert found == choices
    assert number == 0


def test_a_choice_of_one_takes_no_room() -> None:
    assert many_in_one([(0, 1)] * 9 + [(1, 2)]) == 1
