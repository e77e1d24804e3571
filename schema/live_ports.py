"""The ports of what is true only now: who is there, and which matches wait for whom.

Every method may raise `Refused`.
"""

from collections.abc import AsyncIterator
from typing import Protocol

from schema.model import PresenceView, TurnsItem, WaitingTurn
from schema.viewer import Viewer


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
