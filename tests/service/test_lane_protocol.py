"""Heads of answers are written as HTTP/1.1 has them."""

import pytest

from service.lane_protocol import written

HEADERS = [(b"content-type", b"application/json"), (b"content-length", b"2")]


def test_a_head_is_a_line_of_status_and_one_of_each_field() -> None:
    assert written(200, HEADERS, keep_alive=True) == (
        b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n"
    )


def test_the_last_answer_of_a_connection_says_so() -> None:
    assert written(404, HEADERS[1:], keep_alive=False) == (
        b"HTTP/1.1 404 Not Found\r\ncontent-length: 2\r\nconnection: close\r\n\r\n"
    )


@pytest.mark.parametrize("value", [b"a\r\nset-cookie: b", b"a\n"])
def test_a_value_that_would_begin_another_line_is_not_written(value: bytes) -> None:
    with pytest.raises(ValueError, match="the end of a line"):
        written(200, [*HEADERS, (b"x-name", value)], keep_alive=True)
