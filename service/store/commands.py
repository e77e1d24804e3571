"""What the store asks of a client for the server; one that multiplexes can take its place."""

import hashlib
from collections.abc import Awaitable, Sequence
from pathlib import Path
from typing import Final, Protocol

from msgspec import Struct

from service.store.errors import StoreError

Argument = str | bytes | int
Reply = object
"""A reply as protocol version 2 has it: bytes, int, null, or a list of replies."""

_SCRIPTS: Final = Path(__file__).with_name("scripts")


class SlotsApartError(StoreError):
    """The keys of one command lie in several slots of a cluster; never leaves the store."""


class Script(Struct, frozen=True):
    """A Lua script and the digest by which a server that has seen it knows it."""

    text: str
    sha1: str


def load_script(name: str) -> Script:
    """Read a script of `scripts/`."""
    text = (_SCRIPTS / f"{name}.lua").read_text(encoding="utf-8")
    return Script(text, hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest())


class Commands(Protocol):
    """Sends a command once and returns its reply.

    Never sends twice by itself: whether a command may be repeated is for the caller to know.
    Raises StoreUnavailableError, StoreFullError, SlotsApartError.
    """

    def call(self, *command: Argument) -> Awaitable[Reply]:
        """Run one command."""
        ...

    def run(
        self, script: Script, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> Awaitable[Reply]:
        """Run a script."""
        ...

    async def close(self) -> None:
        """Close every connection."""
        ...


class ManySlots(Commands, Protocol):
    """Commands that also reach many slots of a cluster at once."""

    async def run_each(
        self, script: Script, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> list[Reply]:
        """Run a script once for each key, whatever slots they lie in; replies in their order."""
        ...
