"""The ports of what is true only now: who is there, and which matches wait for whom.

Every method may raise `Refused`.
"""

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from typing import Generic, Protocol, TypeVar

from schema.model import PresenceView, TurnsItem, WaitingTurn
from schema.viewer import Viewer

_Item = TypeVar("_Item")
_Item_contra = TypeVar("_Item_contra", contravariant=True)


class Listener(Protocol[_Item_contra]):
    """Somebody who is given the items of a stream as they come; nobody waits for him."""

    def take(self, item: _Item_contra) -> bool:
        """Take an item now; false: he cannot, and has not taken it."""
        ...

    def ask(self) -> None:
        """Ask the stream for its items again: from now on he is given none."""
        ...


class Giving(ABC, Generic[_Item]):
    """A stream that gives its items by itself to a listener who has had all there are.

    A base, since whether a stream is one is asked for each time that somebody begins to follow.
    """

    __slots__ = ()

    @abstractmethod
    def give_to(self, listener: Listener[_Item]) -> bool:
        """Give a listener what comes; false: there is, or may be, something to be asked for.

        Until he is to `ask` again, nobody may ask the stream for an item.
        """

    @abstractmethod
    def stop_giving(self) -> None:
        """Give nothing more; the listener is not told."""


class Presence(Protocol):
    """Who is there."""

    async def presence(self, viewer: Viewer, match_id: str) -> PresenceView:
        """Return which accounts of a match are there now; not for who sees it late."""
        ...


class WaitingTurns(Protocol):
    """The matches that wait for the viewer. Both need an account."""

    def feed(self, viewer: Viewer) -> AsyncIterator[TurnsItem]:
        """Yield all that wait, then what is added and removed, with heartbeats, for ever."""
        ...

    async def page(self, viewer: Viewer, wait_s: float) -> tuple[WaitingTurn, ...]:
        """Return all that wait, waiting up to `wait_s` for the first."""
        ...
