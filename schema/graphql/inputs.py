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
    try:
        return msgspec.convert(msgspec.to_builtins(request), type(request))
    except msgspec.ValidationError as error:
        raise refused(Code.INVALID_INPUT, f"{error}.") from error
