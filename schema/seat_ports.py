"""The ports of what happens to seats.

Every method may raise `Refused`.
"""

from typing import Protocol

from schema.model import MatchView
from schema.viewer import Viewer


class LobbyOwner(Protocol):
    """What else the owner of a match that waits may do."""

    async def kick(self, viewer: Viewer, match_id: str, seat: int) -> MatchView:
        """Free a seat, or what it is kept for."""
        ...

    async def reorder(self, viewer: Viewer, match_id: str, order: tuple[int, ...]) -> MatchView:
        """Seat everybody anew: by new seat, the seat he comes from."""
        ...

    async def keep_seat(
        self, viewer: Viewer, match_id: str, player_id: str, seat: int | None
    ) -> MatchView:
        """Keep an empty seat for an account, the first one if none is named."""
        ...


class Seats(Protocol):
    """The viewer's seat in a match in play."""

    async def take_over(self, viewer: Viewer, match_id: str) -> MatchView:
        """Let a house bot play for the viewer until he reclaims his seat."""
        ...

    async def reclaim(self, viewer: Viewer, match_id: str) -> MatchView:
        """Give the viewer's seat back to him."""
        ...

    async def resign(self, viewer: Viewer, match_id: str) -> MatchView:
        """Give up the viewer's seat for good."""
        ...
