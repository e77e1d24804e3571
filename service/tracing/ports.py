"""What a process tells of its work to whoever collects traces.

Where nobody does there is no tracer, and nothing is wrapped. A span holds names that the code
knows, ids of matches and of requests, and the types of errors: never a token, a card, a variable,
a query's text or an error's words.
"""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Final, Protocol

Carried = Mapping[str, str]
"""What work hands on to the work that it causes."""

MATCH: Final = "kierki.match_id"
REQUEST: Final = "kierki.request_id"
TRANSPORT: Final = "kierki.transport"


class Span(Protocol):
    """A piece of work from its beginning to its end."""

    @property
    def trace_id(self) -> str:
        """Return the id of everything that hangs together, 32 hexadecimal digits."""
        ...

    @property
    def place(self) -> str:
        """Return where the span stands, in the form of W3C's `traceparent`."""
        ...

    def rename(self, name: str) -> None:
        """Give the work the name by which it turns out to be known."""
        ...

    def note(self, key: str, value: str | int) -> None:
        """Note something about the work."""
        ...

    def fail(self, kind: str) -> None:
        """Note that the work has failed, and by which code or type of error."""
        ...

    def end(self) -> None:
        """End the span before the work ends; what is noted later is lost."""
        ...


class Tracer(Protocol):
    """Where the spans of one process are made."""

    def request(self, name: str, headers: Carried) -> AbstractContextManager[Span]:
        """Trace a request, as part of what its `traceparent` names if it has one."""
        ...

    def job(self, name: str, carried: Carried) -> AbstractContextManager[Span]:
        """Trace a job.

        It is part of the request that caused it. One that another job caused begins a trace of
        its own and points to it: a match of bots would be one trace without an end.
        """
        ...

    def part(self, name: str) -> AbstractContextManager[Span | None]:
        """Trace a part of the request or job that goes on; nothing outside of one."""
        ...

    def work(self) -> Span | None:
        """Return the request or job that goes on."""
        ...

    def carried(self) -> dict[str, str]:
        """Return what a job is given that is caused here."""
        ...

    def close(self) -> None:
        """Send what has not been sent, for a second at most."""
        ...
