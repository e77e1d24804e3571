"""Heads of requests that a connection has sent before, which are not read again.

A client sends the same head again and again, but for the digits of its content-length. What
differs in any other byte is read as ever.
"""

import re
from typing import Final

from starlette.types import Scope

from service.fields import FIELDS, RawHeader, by_name
from service.lane import Answers
from service.middleware import BODY_BYTES

KEPT: Final = 8
"""So many heads are kept of one connection: its players' tokens, each for one address or two."""
KEPT_BYTES: Final = 2_048
_END: Final = b"\r\n\r\n"
_NAME: Final = b"content-length"
_DIGITS_MAX: Final = len(str(BODY_BYTES))
_LENGTH: Final = re.compile(rb"\r\n(?i:content-length): ([0-9]{1,%d})\r\n" % _DIGITS_MAX)


class Head:
    """A head that was read once: the bytes before and after the digits, and what it says."""

    __slots__ = ("_after", "_before", "_fields", "_headers", "_scope", "_where", "endpoint")

    def __init__(self, before: bytes, after: bytes, endpoint: Answers, scope: Scope) -> None:
        self.endpoint = endpoint
        self._before = before
        self._after = after
        self._headers: list[RawHeader] = scope["headers"]
        self._where = [name for name, _ in self._headers].index(_NAME) if after else None
        self._fields = by_name(self._headers)
        self._scope = {**scope, FIELDS: self._fields}  # nobody changes what is in it

    def again(self, data: bytes) -> tuple[Scope, bytes] | None:
        """Return the scope and the body of a request, if it is one of this head, and whole."""
        if not data.startswith(self._before):
            return None
        begin = len(self._before)
        if self._where is None:
            return (self._scope.copy(), b"") if len(data) == begin else None
        end = data.find(b"\r", begin, begin + _DIGITS_MAX + 1)
        digits = data[begin:end]
        if not (digits.isdigit() and data.startswith(self._after, end)):
            return None
        body = data[end + len(self._after) :]
        if len(body) != int(digits) or len(body) > BODY_BYTES:
            return None
        return self._with_length(self._where, digits), body

    def _with_length(self, where: int, digits: bytes) -> Scope:
        scope, headers = self._scope.copy(), self._headers.copy()
        headers[where] = (_NAME, digits)
        scope["headers"], scope[FIELDS] = headers, {**self._fields, _NAME: digits}
        return scope


def head_of(data: bytes, endpoint: Answers, scope: Scope) -> Head | None:
    """Return the head with which a piece of a connection begins, as it was read into a scope.

    None where that is not certain, and for one that is long.
    """
    found = data.find(_END) + len(_END)
    head, headers = data[:found], scope["headers"]
    first = b"%b %b HTTP/1.1\r\n" % (scope["method"].encode("ascii"), scope["raw_path"])
    # each header takes a line: so the head that was read has not ended before, nor goes on
    is_read = head.startswith(first) and head.count(b"\n") == len(headers) + 2
    if not is_read or found > KEPT_BYTES:
        return None
    lengths = sum(name == _NAME for name, _ in headers)
    places = list(_LENGTH.finditer(head))
    if len(places) != lengths or lengths > 1:
        return None
    if not places:
        return Head(head, b"", endpoint, scope)
    begin, end = places[0].span(1)
    return Head(head[:begin], head[end:], endpoint, scope)
