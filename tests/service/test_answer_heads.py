"""The heads of answers are the same however they were put together."""

from collections.abc import Sequence
from http import HTTPStatus

import pytest
from starlette.responses import Response

from service.answer_heads import AnswerHeads, written
from service.bodies import WholeResponse
from service.cross_origin import is_from_a_page, shared
from service.edge import Edge
from service.exchange import Exchange
from service.fields import RawHeader
from tests.fixtures.ports import FakePorts

HEADERS = [(b"content-type", b"application/json"), (b"content-length", b"2")]
SERVER = [(b"date", b"Mon, 30 Nov 2026 17:49:05 GMT"), (b"x-node", b"100 %d")]
STEADY = ((b"content-type", b"text/plain; a=%b"), (b"vary", b"accept"))


class Clock(FakePorts):
    """A clock that can be set."""

    time: int | None = 1_796_061_183_865

    def now_ms(self) -> int | None:
        """Return the time that it was set to."""
        return self.time


def exchange(request_id: str, clock: Clock, headers: Sequence[RawHeader] = ()) -> Exchange:
    """Return the exchange of a request with these headers."""
    scope = {"type": "http", "method": "GET", "path": "/", "headers": list(headers)}
    return Exchange(request_id, scope, Edge(), clock)


def ordinary(at: Exchange, response: Response, server: list[RawHeader]) -> bytes:
    """Return the head of an answer as it is made without a form."""
    told = at.answered(response.status_code, response.raw_headers)
    return written(
        response.status_code, [*server, *shared(told, from_a_page=is_from_a_page(at.scope))]
    )


def test_a_head_is_a_line_of_status_and_one_of_each_field() -> None:
    assert written(200, HEADERS) == (
        b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2"
    )


@pytest.mark.parametrize("value", [b"a\r\nset-cookie: b", b"a\n"])
def test_a_value_that_would_begin_another_line_is_not_written(value: bytes) -> None:
    with pytest.raises(ValueError, match="the end of a line"):
        written(200, [*HEADERS, (b"x-name", value)])


@pytest.mark.parametrize(
    "response",
    [
        WholeResponse(b"{}", HTTPStatus.OK, STEADY),
        WholeResponse(b"{}", HTTPStatus.NOT_FOUND, STEADY),
        WholeResponse(b"<p>", HTTPStatus.OK, ((b"content-type", b"text/html"),)),
        WholeResponse(b"{}", HTTPStatus.OK, (*STEADY, (b"etag", b'"a"'))),
        WholeResponse(b"{}", HTTPStatus.OK, (*STEADY, (b"x-request-id", b"of somebody"))),
        Response(b"{}", headers={"vary": "accept"}),
        Response(status_code=204),
    ],
)
@pytest.mark.parametrize("headers", [(), ((b"origin", b"https://else.where"),)])
@pytest.mark.parametrize("time", [7, None])
def test_a_head_of_a_form_is_that_without_one(
    response: Response, headers: tuple[RawHeader, ...], time: int | None
) -> None:
    heads, clock = AnswerHeads(), Clock()
    clock.time = time
    for name in ("call-1", "call-2"):
        at = exchange(name, clock, headers)

        assert heads.head(at, response, SERVER) == ordinary(at, response, SERVER)
        assert at.status == response.status_code


def test_a_head_has_the_fields_that_the_server_gives_now() -> None:
    heads, clock = AnswerHeads(), Clock()
    response = WholeResponse(b"{}", HTTPStatus.OK, STEADY)
    heads.head(exchange("call-1", clock), response, SERVER)

    later = [(b"date", b"Mon, 30 Nov 2026 17:49:06 GMT")]
    found = heads.head(exchange("call-2", clock), response, later)

    assert found.startswith(b"HTTP/1.1 200 OK\r\ndate: Mon, 30 Nov 2026 17:49:06 GMT\r\n")


def test_a_head_from_a_form_does_not_end_before_its_time_either() -> None:
    response = WholeResponse(b"{}", HTTPStatus.OK, ((b"vary", b"a\r\nset-cookie: b"),))

    with pytest.raises(ValueError, match="the end of a line"):
        AnswerHeads().head(exchange("call-1", Clock()), response, SERVER)
