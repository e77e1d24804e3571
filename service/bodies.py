"""Bodies in one piece: of requests that are read whole, of answers whose headers are the same."""

from collections.abc import Iterable
from http import HTTPStatus
from sys import maxsize

from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import Receive

from service.fields import RawHeader


async def whole_body(receive: Receive, enough: int = maxsize) -> bytes:
    """Return the body of a request, or its beginning once that has more than `enough` bytes.

    Raises ClientDisconnect for one that ends early. Starlette's own way to read a body goes
    through a generator; nearly all come in one message.
    """
    message, body = await receive(), b""
    while message["type"] == "http.request":
        part: bytes = message.get("body", b"")
        body += part
        if not message.get("more_body") or len(body) > enough:
            return body
        message = await receive()
    raise ClientDisconnect


class WholeResponse(Response):
    """An answer whose headers were written before, but for its length, which comes first."""

    def __init__(self, body: bytes, status: HTTPStatus, headers: Iterable[RawHeader]) -> None:
        self.body, self.status_code, self.background = body, status, None
        self.raw_headers = [(b"content-length", b"%d" % len(body)), *headers]
