"""The header fields of a request as ASGI gives them: bytes, their names in lower case."""

from collections.abc import Sequence
from typing import Final

from starlette.types import Scope

RawHeader = tuple[bytes, bytes]
"""A header field of a request or an answer as ASGI has it: its name in lower case, its value."""

FIELDS: Final = "kierki.fields"
"""By this name a request's scope holds its fields, once somebody has asked for one."""


def field(scope: Scope, name: bytes) -> str | None:
    """Return a header field, several of one name as one list; nothing if it is left out.

    Starlette's `Headers` would be most of what reading a few fields costs. Those of a request are
    gone through once; a socket would keep what is found for as long as it is open.
    """
    found: dict[bytes, bytes] | None = scope.get(FIELDS)
    if found is None:
        found = by_name(scope["headers"])
        if scope["type"] == "http":
            scope[FIELDS] = found
    value = found.get(name)
    return value.decode("latin-1") if value else None


def by_name(headers: Sequence[RawHeader]) -> dict[bytes, bytes]:
    """Return the values of header fields by their names, several of one name as one list."""
    found = dict(headers)
    if len(found) < len(headers):
        found.clear()
        for name, value in headers:
            found[name] = b", ".join((found[name], value)) if name in found else value
    return found
