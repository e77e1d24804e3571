"""Checks of what a client put into an input type."""

from typing import TypeVar

import msgspec
from msgspec import Struct

from schema.errors import Code, refused

_Request = TypeVar("_Request", bound=Struct)


def checked(request: _Request) -> _Request:
    """Return a request whose values keep to the limits of its fields.

    Refuses INVALID_INPUT. The sentence is msgspec's own: it names the field and the limit, and
    nothing but what the client sent.
    """
    return converted(msgspec.to_builtins(request), type(request))


def converted(values: object, struct: type[_Request]) -> _Request:
    """Return plain values as a Struct; refuses INVALID_INPUT as `checked` does."""
    try:
        return msgspec.convert(values, struct)
    except msgspec.ValidationError as error:
        raise refused(Code.INVALID_INPUT, f"{error}.") from error
