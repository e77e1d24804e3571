"""What a request is called where requests are counted; its transport says so on the way in."""

from typing import Final

from msgspec import Struct
from starlette.types import Scope

from service.counting import Count, Spread
from service.metrics import Metrics, Transport

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


class Answered:
    """Counts what was answered, by what it is called; of a socket, its operations."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._counted: dict[tuple[Transport, str, str], _Counters] = {}

    def count(self, said: Label, status: str, seconds: float) -> None:
        """Count one answer: the status of HTTP, or the word `next` or `error` of a socket."""
        at = (said.transport, said.operation, status)
        counted = self._counted.get(at)
        if counted is None:
            counted = self._counted[at] = self._counters(said, status)
        counted.requests.inc()
        counted.seconds.observe(seconds)

    def _counters(self, said: Label, status: str) -> "_Counters":
        """Return where answers of one kind are counted; looking it up costs more than counting."""
        names = (said.transport.value, said.operation)
        requests = self._metrics.requests.labels(*names, status)
        return _Counters(requests, self._metrics.request_seconds.labels(*names))


class _Counters(Struct, frozen=True):
    """The counters of one kind of answer."""

    requests: Count
    seconds: Spread
