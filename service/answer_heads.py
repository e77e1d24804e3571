"""The heads of the lane's answers: what most have in common is put together once a second.

Their form is made by the functions that make every other head, so that both are the same.
"""

from typing import Final

from starlette.responses import Response
from uvicorn.protocols.http.httptools_impl import STATUS_LINE

from service.cross_origin import is_from_a_page, shared
from service.exchange import Exchange, dressed
from service.fields import RawHeader

_LENGTH: Final = b"content-length"
_STEADY: Final = frozenset({b"cache-control", b"content-type", b"vary"})
"""Those whose values are few; what has others is put together each time."""

_Kind = tuple[int, bool, tuple[RawHeader, ...]]
"""A status, whether a page of any site may read the answer, and its fields but for its length."""


class AnswerHeads:
    """Writes the heads of one process's answers."""

    def __init__(self) -> None:
        self._forms: dict[_Kind, bytes] = {}
        self._server: list[RawHeader] = []

    def head(self, exchange: Exchange, response: Response, server: list[RawHeader]) -> bytes:
        """Return the head of an answer without its end, and note that the answer begins.

        `server` has the fields that the server gives each answer, anew each second.
        """
        status, raw = response.status_code, response.raw_headers
        from_a_page = is_from_a_page(exchange.scope)
        form = self._form((status, from_a_page, tuple(raw[1:])), raw, server)
        request_id, now = exchange.begun(status)
        if form is None or now is None:
            told = dressed(raw, request_id, now)
            return written(status, [*server, *shared(told, from_a_page=from_a_page)])
        return form % (raw[0][1], request_id, now)

    def _form(self, kind: _Kind, raw: list[RawHeader], server: list[RawHeader]) -> bytes | None:
        """Return a form for what begins with its length, and has no other field of its own."""
        if server is not self._server:
            self._server = server
            self._forms.clear()
        if not raw or raw[0][0] != _LENGTH:
            return None
        form = self._forms.get(kind)
        if form is None and _STEADY.issuperset(dict(kind[2])):
            form = self._forms[kind] = _form(kind, server)
        return form


def written(status: int, headers: list[RawHeader]) -> bytes:
    """Return a head as it is sent, without its end; raises ValueError for what would end it."""
    lines = b"\r\n".join(map(b": ".join, headers))
    if lines.count(b"\n") >= len(headers):
        raise ValueError("a header holds the end of a line")
    return STATUS_LINE[status] + lines


def _form(kind: _Kind, server: list[RawHeader]) -> bytes:
    """Return a head with room for its length, the request's id and the time."""
    status, from_a_page, others = kind
    told = dressed([(_LENGTH, b"%b"), *map(_verbatim, others)], b"%b", b"%b")
    return written(status, [*map(_verbatim, server), *shared(told, from_a_page=from_a_page)])


def _verbatim(pair: RawHeader) -> RawHeader:
    name, value = pair
    return name, value.replace(b"%", b"%%")
