"""The terminal: lines out, lines in, and greyed text where it can be shown."""

from collections.abc import Mapping
from typing import Final, Protocol, TextIO

_DIM: Final = "\033[2m"
_PLAIN: Final = "\033[0m"


class Lines(Protocol):
    """Where lines come from: a keyboard, a file, a pipe."""

    def readline(self) -> str:
        """Return the next line with its end; empty once there is none."""

    def isatty(self) -> bool:
        """Return whether somebody types them."""


class Terminal:
    """Writes to one stream and reads from another; either may be a file or a pipe."""

    def __init__(self, reading: Lines, writing: TextIO, *, styled: bool = False) -> None:
        self._reading = reading
        self._writing = writing
        self._styled = styled

    @classmethod
    def of(cls, reading: Lines, writing: TextIO, environ: Mapping[str, str]) -> "Terminal":
        """Return a terminal that greys text unless NO_COLOR or its kind speaks against it."""
        plain = bool(environ.get("NO_COLOR")) or environ.get("TERM", "dumb") == "dumb"
        return cls(reading, writing, styled=writing.isatty() and not plain)

    def say(self, line: str = "") -> None:
        """Write a line."""
        print(line, file=self._writing, flush=True)

    def ask(self, prompt: str) -> str:
        """Return the line that is typed, without its ends; raises EOFError when none comes."""
        print(prompt, end="", file=self._writing, flush=True)
        line = self._reading.readline()
        if not self._reading.isatty():
            self.say()  # nobody has typed the end of the line there
        if not line:
            raise EOFError
        return line.strip()

    def dim(self, text: str) -> str:
        """Return a text greyed, where that can be shown."""
        return f"{_DIM}{text}{_PLAIN}" if self._styled else text
