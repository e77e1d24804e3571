"""Seats in play: let a bot play for a while, come back, give up."""

from collections.abc import Callable

from schema.context import Viewer
from schema.model import MatchView
from service.store.ports import Store
from service.store.record import Change, Snapshot
from service.usecases import steps
from service.usecases.commits import Commits
from service.usecases.ports import Jobs
from service.usecases.refusals import store_errors_refused
from service.usecases.rights import may_play
from service.usecases.views import match_view

_OfCaller = Callable[[Snapshot, str], Change]


class SeatService:
    """Implements `schema.context.Seats` on a store."""

    def __init__(self, store: Store, jobs: Jobs) -> None:
        self._store = store
        self._commits = Commits(store, jobs)

    async def take_over(self, viewer: Viewer, match_id: str) -> MatchView:
        """Let a house bot play for the viewer until he reclaims his seat."""
        return await self._do(viewer, match_id, steps.taken_over)

    async def reclaim(self, viewer: Viewer, match_id: str) -> MatchView:
        """Give the viewer's seat back to him."""
        return await self._do(viewer, match_id, steps.reclaimed)

    async def resign(self, viewer: Viewer, match_id: str) -> MatchView:
        """Give up the viewer's seat for good; a house bot plays it to the end."""
        return await self._do(viewer, match_id, steps.resigned)

    async def _do(self, viewer: Viewer, match_id: str, step: _OfCaller) -> MatchView:
        player = may_play(viewer)
        with store_errors_refused():
            await self._commits.commit(match_id, lambda at: step(at, player.id))
            return match_view(await self._store.read(match_id), player.id)
