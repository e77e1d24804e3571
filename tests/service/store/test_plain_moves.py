"""Plain moves take few bytes, and are told apart from every list."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.store.plain_moves import PlainMove, decode_plain, encode_plain, is_plain

NIBBLE = st.integers(0, 15)
MOVES = st.builds(
    PlainMove, st.integers(0, 51), NIBBLE, NIBBLE, NIBBLE, NIBBLE, st.none() | st.integers(0, 2**50)
)
QUEEN = PlainMove(card=50, cause=1, seat=2, phase=1, next_seat=3, deadline_in=30_000)


@given(MOVES)
def test_a_plain_move_is_read_as_it_was_packed(move: PlainMove) -> None:
    body = encode_plain(move)

    assert body is not None
    assert is_plain(body)
    assert decode_plain(body) == move


def test_a_move_with_a_deadline_takes_five_bytes() -> None:
    assert encode_plain(QUEEN) == bytes((50, 0x12, 0x13)) + (30_000).to_bytes(2, "big")
    assert encode_plain(QUEEN._replace(deadline_in=None)) == bytes((50, 0x12, 0x13))
    assert encode_plain(QUEEN._replace(deadline_in=0)) == bytes((50, 0x12, 0x13, 0))


@pytest.mark.parametrize(
    "move",
    [
        QUEEN._replace(card=52),
        QUEEN._replace(card=-1),
        QUEEN._replace(cause=16),
        QUEEN._replace(seat=16),
        QUEEN._replace(phase=16),
        QUEEN._replace(next_seat=16),
        QUEEN._replace(cause=-1),
        QUEEN._replace(seat=-1),
        QUEEN._replace(phase=-1),
        QUEEN._replace(next_seat=-1),
        QUEEN._replace(deadline_in=-1),
    ],
    ids=str,
)
def test_what_does_not_fit_is_not_packed(move: PlainMove) -> None:
    assert encode_plain(move) is None


@given(st.lists(st.none() | st.integers(-(2**63), 2**64 - 1) | st.text(), max_size=20))
def test_no_list_is_taken_for_a_plain_move(fields: list[object]) -> None:
    assert not is_plain(msgspec.msgpack.encode(fields))


@pytest.mark.parametrize("length", [1, 2])
def test_a_body_that_was_cut_off_is_no_move(length: int) -> None:
    whole = encode_plain(QUEEN)
    assert whole is not None
    with pytest.raises(IndexError):
        decode_plain(whole[:length])
