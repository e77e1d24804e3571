"""Reading the analysis of a match."""

from contextlib import suppress

from schema.analysis import PAGE_MAX, AnalysisView, Wanted
from schema.context import Viewer
from schema.errors import Code, refused
from service.store.analysis import Analysis
from service.store.errors import StoreError
from service.store.ports import Store
from service.store.record import Record, Snapshot, Status
from service.usecases.analysed import AnalysisOf, is_analysed
from service.usecases.analysis_view import analysis_view
from service.usecases.refusals import store_errors_refused
from service.usecases.rights import may_read
from service.usecases.sight import seen_by, sight_of


class AnalysisService:
    """Implements `schema.analysis.Analyses` on a store."""

    def __init__(self, store: Store, wanted: AnalysisOf) -> None:
        self._store = store
        self._wanted = wanted

    async def analysis(self, viewer: Viewer, match_id: str, wanted: Wanted) -> AnalysisView:
        """Return the analysis of a match as far as it has come.

        Refuses MATCH_NOT_FOUND, NOT_FOR_SPECTATORS, FORBIDDEN; MATCH_NOT_OVER while the end is
        not open to the viewer, MATCH_VOID, NO_ANALYSIS, INVALID_INPUT.
        """
        may_read(viewer)
        if not 1 <= wanted.first <= PAGE_MAX:
            raise refused(Code.INVALID_INPUT, f"first is 1 to {PAGE_MAX}.")
        with store_errors_refused():
            newest = await self._store.read(match_id)
            seen = await seen_by(self._store, newest, sight_of(newest.record, viewer))
            _check_over(seen.record)
            found = await self._store.analyses.get(match_id)
        if found is None and not is_analysed(newest.record, self._wanted):
            raise refused(Code.NO_ANALYSIS, "No analysis is made of such matches here.")
        if found is None or not found.ready:
            await self._ask(newest)
        return analysis_view(newest.record, found or Analysis(), wanted)

    async def _ask(self, newest: Snapshot) -> None:
        """Have the clock look at a match whose analysis nobody has begun, or does go on with."""
        with suppress(StoreError):  # whoever reads again asks again
            await self._store.set_due(newest.record.id, newest.now_ms, unless_due=True)


def _check_over(record: Record) -> None:
    if record.status is Status.VOID:
        detail = "The match was ended without a result, so none of its moves is judged."
        raise refused(Code.MATCH_VOID, detail, version=record.version)
    if record.status is not Status.FINISHED:
        detail = "The match is not over; until then nothing is said about its moves."
        raise refused(Code.MATCH_NOT_OVER, detail, version=record.version)
