"""The ports of what is true only now: who is there, and which matches wait for whom.

Every method may raise `Refused`.
"""

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Hashable
from typing import Generic, Protocol, TypeVar

from schema.model import PresenceView, TurnsItem, WaitingTurn
from schema.viewer import Viewer

_Item = TypeVar("_Item")
_Item_contra = TypeVar("_Item_contra", contravariant=True)


Take = Callable[[bytes], bool]
"""Takes what an item has been made into now; false: he cannot, and has not taken it."""


class Listener(Protocol[_Item_contra]):
    """Somebody who is given the items of a stream as they come; nobody waits for him.

    Each item is made into bytes once for all listeners of equal `form`, by any one of them, and
    each takes these. What they take is told to one of them, who counts for all.
    """

    @property
    def form(self) -> Hashable:
        """Return what the bytes of an item depend on besides the item."""
        ...

    @property
    def take(self) -> Take:
        """Return what takes them."""
        ...

    def made(self, item: _Item_contra) -> bytes:
        """Return what an item is made into."""
        ...

    def taken(self, times: int) -> None:
        """Count what listeners of this form have taken."""
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
