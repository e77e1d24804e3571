"""A head that came before is known again, and whatever else comes is read as ever."""

import httptools
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec import Struct, field
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Scope

from service.fields import RawHeader
from service.fields import field as field_of
from service.heads import KEPT_BYTES, Head, head_of

POST = (
    b"POST /graphql HTTP/1.1\r\nHost: kierki.test\r\nContent-Length: 9\r\n"
    b"authorization: Bearer kt_a\r\n\r\n"
)
LAST = b"POST /graphql HTTP/1.1\r\nhost: kierki.test\r\ncontent-length: 9\r\n\r\n"
GET = b"GET /v1/matches/m_1 HTTP/1.1\r\nhost: kierki.test\r\n\r\n"
BODY = b'{"a": 12}'


class Nobody:
    """An endpoint that is not asked."""

    async def answer(self, request: Request) -> Response:
        """Return the request's method."""
        return Response(request.method)


class Parsed(Struct):
    """What httptools reads out of bytes."""

    url: bytes = b""
    headers: list[RawHeader] = field(default_factory=list)
    body: bytes = b""
    completed: int = 0

    def on_url(self, url: bytes) -> None:
        """Keep a piece of the address."""
        self.url += url

    def on_header(self, name: bytes, value: bytes) -> None:
        """Keep a header as uvicorn does."""
        self.headers.append((name.lower(), value))

    def on_body(self, body: bytes) -> None:
        """Keep a piece of the body."""
        self.body += body

    def on_message_complete(self) -> None:
        """Count a request."""
        self.completed += 1


def parsed(data: bytes) -> Parsed:
    """Return what is in bytes; raises HttpParserError."""
    found = Parsed()
    httptools.HttpRequestParser(found).feed_data(data)
    return found


def scope_of(data: bytes) -> Scope:
    """Return the scope of a request as uvicorn's protocol makes it."""
    found = parsed(data)
    method = data.partition(b" ")[0].decode()
    return {"type": "http", "method": method, "raw_path": found.url, "headers": found.headers}


def head(data: bytes) -> Head:
    """Return the head that is kept of a request."""
    found = head_of(data, Nobody(), scope_of(data))
    assert found is not None
    return found


@pytest.mark.parametrize("kept", [POST, LAST])
@pytest.mark.parametrize("body", [b"", b"x", b"x" * 10, b"x" * 65_536])
def test_a_head_is_known_again_with_a_body_of_another_length(kept: bytes, body: bytes) -> None:
    said = kept.replace(b": 9", b": %d" % len(body)) + body

    found = head(kept + BODY).again(said)

    assert found is not None
    assert found[0]["headers"] == parsed(said).headers
    assert field_of(found[0], b"content-length") == str(len(body))
    assert found[1] == body


def test_a_head_without_a_body_is_known_again() -> None:
    found = head(GET).again(GET)

    assert found is not None
    assert found[0]["headers"] == [(b"host", b"kierki.test")]
    assert found[1] == b""


def test_each_request_has_a_scope_of_its_own() -> None:
    kept = head(POST + BODY)
    first, second = kept.again(POST + BODY), kept.again(POST + BODY)
    assert first is not None
    assert second is not None

    first[0]["headers"].clear()
    first[0]["path_params"] = {}

    assert "path_params" not in second[0]
    assert second[0]["headers"] == parsed(POST + BODY).headers


@pytest.mark.parametrize(
    "said",
    [
        POST + BODY[:-1],
        POST + BODY + b"P",
        POST + BODY + POST + BODY,
        POST,
        POST[:-1],
        POST.replace(b"kt_a", b"kt_b") + BODY,
        POST.replace(b"Host", b"host") + BODY,
        POST.replace(b": 9", b": 9 ") + BODY,
        POST.replace(b": 9", b": ") + BODY,
        POST.replace(b": 9", b": -9") + BODY,
        POST.replace(b": 9", b": 000009") + BODY,
        POST.replace(b": 9", b": 65537") + b"x" * 65_537,
        POST.replace(b": 9", b": \xb2") + b"xx",
        POST.replace(b": 9\r\n", b": 9\n") + BODY,
        GET,
        b"",
    ],
)
def test_what_differs_otherwise_or_is_not_whole_is_not_known(said: bytes) -> None:
    assert head(POST + BODY).again(said) is None


@pytest.mark.parametrize("said", [GET + GET, GET[:-1], GET + b"\r\n", GET.replace(b"m_1", b"m_2")])
def test_what_comes_after_a_head_without_a_body_is_not_known(said: bytes) -> None:
    assert head(GET).again(said) is None


@pytest.mark.parametrize(
    "said",
    [
        b"\r\n" + POST + BODY,
        b"\r\n\r\n" + POST + BODY,
        POST.replace(b"Content-Length: 9", b"Content-Length:9") + BODY,
        POST.replace(b"Content-Length: 9", b"Content-Length:  9") + BODY,
        POST.replace(b"kt_a", b"x" * KEPT_BYTES) + BODY,
    ],
)
def test_a_head_of_an_odd_form_is_not_kept(said: bytes) -> None:
    assert head_of(said, Nobody(), scope_of(said)) is None


def test_a_head_that_came_in_pieces_is_not_kept() -> None:
    scope = scope_of(POST + BODY)

    assert head_of(POST[:-2], Nobody(), scope) is None
    assert head_of(POST[40:], Nobody(), scope) is None
    assert head_of(b"", Nobody(), scope) is None


CHANGES = st.lists(
    st.tuples(
        st.integers(0, len(POST) + len(BODY)),
        st.integers(0, 2),
        st.sampled_from([b"", b"0", b"9", b"12", b" ", b"\r", b"\n", b"\r\n", b":", b"\x00", b"A"]),
    ),
    max_size=3,
)


@given(kept=st.sampled_from([POST, LAST, GET]), changes=CHANGES, length=st.integers(0, 20))
@example(kept=POST, changes=[(63, 0, b"0000")], length=9)
def test_what_is_known_again_is_read_as_httptools_reads_it(
    kept: bytes, changes: list[tuple[int, int, bytes]], length: int
) -> None:
    said = kept.replace(b": 9", b": %d" % length) + (b"" if kept == GET else b"x" * length)
    for place, gone, more in changes:
        said = said[:place] + more + said[place + gone :]

    found = head(kept + (b"" if kept == GET else BODY)).again(said)

    if found is not None:
        whole = parsed(said)
        assert (found[0]["headers"], found[1]) == (whole.headers, whole.body)
        assert whole.completed == 1
