"""What a request is called where requests are counted; its transport says so on the way in."""

from typing import Final

from msgspec import Struct
from starlette.types import Scope

from service.metrics import Transport

_KEY: Final = "kierki.label"


class Label(Struct, frozen=True):
    """A transport, and an operation of a short list that the code knows."""

    transport: Transport
    operation: str


_NO_OPERATION: Final = Label(Transport.REST, "none")


def label(scope: Scope, transport: Transport, operation: str) -> None:
    """Say what a request is; who says it last is right."""
    scope[_KEY] = Label(transport, operation)


def label_of(scope: Scope) -> Label:
    """Return what was said of a request; `none` for a page, or an address with nothing there."""
    found = scope.get(_KEY, _NO_OPERATION)
    assert isinstance(found, Label)
    return found
