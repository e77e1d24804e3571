"""Checks of what a client put into an input type."""

import re
from typing import Final, TypeVar

import msgspec
from msgspec import Struct

from schema.errors import Code, Refusal, Refused

_Request = TypeVar("_Request", bound=Struct)
_PLACE: Final = re.compile(r" - at `\$\.([^`]+)`$")


def checked(request: _Request) -> _Request:
    """Return a request whose values keep to the limits of its fields.

    Refuses INVALID_INPUT. The sentence is msgspec's own: it names the field and the limit, and
    nothing but what the client sent.
    """
    return converted(msgspec.to_builtins(request), type(request))


def converted(values: object, struct: type[_Request], *, within: str = "") -> _Request:
    """Return plain values as a Struct; refuses INVALID_INPUT as `checked` does.

    `within` is the field of the input that has the values, where it is not all of it.
    """
    try:
        return msgspec.convert(values, struct)
    except msgspec.ValidationError as error:
        place = _PLACE.search(str(error))
        steps = [within, place[1] if place else ""]
        field = ".".join(step for step in steps if step) or None
        refusal = Refusal(code=Code.INVALID_INPUT, message=f"{error}.", field=field)
        raise Refused(refusal) from error
