"""The ports of lists of matches, and of finding a match to play in.

Every method may raise `Refused`.
"""

from typing import Protocol

from msgspec import Struct

from schema.model import MatchPage, MatchStatus, MatchView, QuickMatch
from schema.viewer import Viewer


class PageRequest(Struct, frozen=True):
    """Which part of a list is wanted: how many, 1 to 100, and behind which cursor."""

    first: int = 20
    after: str | None = None


class OpenFilter(Struct, frozen=True):
    """Which matches are wanted: of a rule set, for a number of players; null: of any."""

    rule_set: str | None = None
    players: int | None = None


class MatchLists(Protocol):
    """Lists of matches, newest first; a page may have fewer than asked for, and more follow."""

    async def mine(
        self, viewer: Viewer, status: MatchStatus | None, page: PageRequest
    ) -> MatchPage:
        """Return the viewer's matches of a status, or all."""
        ...

    async def open(self, viewer: Viewer, wanted: OpenFilter, page: PageRequest) -> MatchPage:
        """Return public matches that wait."""
        ...

    async def running(self, viewer: Viewer, page: PageRequest) -> MatchPage:
        """Return public matches in play."""
        ...

    async def history(self, viewer: Viewer, player_id: str, page: PageRequest) -> MatchPage:
        """Return an account's matches that have ended, as far as the viewer may see them."""
        ...

    async def by_invite(self, viewer: Viewer, code: str) -> MatchView:
        """Return the match that an invite code lets sit down in."""
        ...


class Pairing(Protocol):
    """Finding a match to play in. Both need an account."""

    async def rematch(self, viewer: Viewer, match_id: str) -> MatchView:
        """Sit down in the match that follows one that has ended; the first caller makes it."""
        ...

    async def quick(self, viewer: Viewer, wanted: QuickMatch) -> MatchView:
        """Sit down in the oldest public match that is as wanted, or in a new one."""
        ...
