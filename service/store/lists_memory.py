"""Lists of matches in one process, for the store without a server."""

from collections.abc import Callable
from itertools import count
from typing import Final

from service.store.lists import MEETING_S
from service.store.places import ListKind, ListName, Place
from service.store.watch import Watch


class MemoryLists:
    """Implements `MatchLists` in dictionaries; `watches` are those of accounts."""

    def __init__(self, clock_ms: Callable[[], int]) -> None:
        self._clock_ms = clock_ms
        self._lists: dict[ListName, dict[str, int]] = {}
        self._meetings: dict[str, tuple[str, int]] = {}
        self._invites: dict[str, tuple[str, int]] = {}
        self._numbers = count(2)
        self.watches: Final[dict[str, list[Watch]]] = {}

    async def put(self, name: ListName, place: Place) -> None:
        """Put a match into a list, or move it there."""
        self._lists.setdefault(name, {})[place.match_id] = place.at_ms
        if name.kind is ListKind.LIVE:
            for watch in self.watches.get(name.of, ()):
                watch.tell(next(self._numbers))

    async def drop(self, name: ListName, match_id: str) -> None:
        """Take a match out of a list."""
        self._lists.get(name, {}).pop(match_id, None)

    async def page(
        self, name: ListName, first: int, after: Place | None, *, oldest: bool = False
    ) -> tuple[Place, ...]:
        """Return up to `first` places behind another, the newest first unless `oldest`."""
        listed = (Place(at_ms, match_id) for match_id, at_ms in self._lists.get(name, {}).items())
        ordered = sorted(listed, key=_order, reverse=not oldest)
        behind = [at for at in ordered if after is None or _is_behind(at, after, oldest=oldest)]
        return tuple(behind[:first])

    def forget(self, player_id: str) -> None:
        """Forget every list of an account."""
        self._lists = {name: at for name, at in self._lists.items() if name.of != player_id}

    async def sample(self, name: ListName, most: int) -> tuple[str, ...]:
        """Return up to so many matches of a list."""
        return tuple(self._lists.get(name, {}))[:most]

    async def meet(self, meeting: str, match_id: str, instead_of: str = "") -> str:
        """Return the match that those meet in who ask at about the same time."""
        stands, until_ms = self._meetings.get(meeting, ("", 0))
        if stands and stands != instead_of and self._clock_ms() < until_ms:
            return stands
        self._meetings[meeting] = (match_id, self._clock_ms() + MEETING_S * 1_000)
        return match_id

    async def invite(self, code: str, match_id: str, life_s: int) -> None:
        """Let an invite code lead to a match for so many seconds."""
        self._invites[code] = (match_id, self._clock_ms() + life_s * 1_000)

    async def invited(self, code: str) -> str | None:
        """Return the match that an invite code leads to, or nothing."""
        match_id, until_ms = self._invites.get(code, ("", 0))
        return match_id if self._clock_ms() < until_ms else None


def _order(place: Place) -> tuple[int, str]:
    return place.at_ms, place.match_id


def _is_behind(place: Place, after: Place, *, oldest: bool) -> bool:
    return _order(place) > _order(after) if oldest else _order(place) < _order(after)
