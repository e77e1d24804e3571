"""The header fields of a request as ASGI gives them: bytes, their names in lower case."""

from starlette.types import Scope

RawHeader = tuple[bytes, bytes]
"""A header field of a request or an answer as ASGI has it: its name in lower case, its value."""


def field(scope: Scope, name: bytes) -> str | None:
    """Return a header field, several of one name as one list; nothing if it is left out.

    Starlette's `Headers` would be most of what reading a few fields costs.
    """
    found = [value for key, value in scope["headers"] if key == name]
    return b", ".join(found).decode("latin-1") or None if found else None
