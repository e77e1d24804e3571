"""Bodies are read and sent in one piece, however they come."""

from http import HTTPStatus

import pytest
from starlette.requests import ClientDisconnect
from starlette.types import Message, Receive

from service.bodies import WholeResponse, whole_body


def receiving(*messages: Message) -> Receive:
    coming = iter(messages)

    async def receive() -> Message:
        return next(coming)

    return receive


def part(body: bytes, *, more: bool) -> Message:
    return {"type": "http.request", "body": body, "more_body": more}


@pytest.mark.parametrize(
    "messages",
    [
        [part(b"abcdef", more=False)],
        [part(b"abc", more=True), part(b"", more=True), part(b"def", more=False)],
        [part(b"abcdef", more=True), {"type": "http.request"}],
    ],
    ids=["one", "three", "nothing more"],
)
async def test_a_body_is_all_its_parts(messages: list[Message]) -> None:
    assert await whole_body(receiving(*messages)) == b"abcdef"


async def test_no_more_is_received_than_enough() -> None:
    receive = receiving(part(b"abc", more=True), part(b"def", more=True))

    assert await whole_body(receive, 5) == b"abcdef"


async def test_a_body_that_ends_early_is_none() -> None:
    with pytest.raises(ClientDisconnect):
        await whole_body(receiving(part(b"abc", more=True), {"type": "http.disconnect"}))


def test_an_answer_has_its_length_and_the_headers_that_were_written_before() -> None:
    headers = ((b"content-type", b"application/json"), (b"vary", b"Accept"))

    first = WholeResponse(b"{}", HTTPStatus.CREATED, headers)
    first.headers["ETag"] = '"a"'
    again = WholeResponse(b"[1]", HTTPStatus.OK, headers)

    assert (first.status_code, first.body) == (201, b"{}")
    assert first.raw_headers == [(b"content-length", b"2"), *headers, (b"etag", b'"a"')]
    assert again.raw_headers == [(b"content-length", b"3"), *headers]
