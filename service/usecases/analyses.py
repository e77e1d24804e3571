"""Analyses of matches that are over, made slice by slice by whoever judges moves.

A slice goes on where the last one stood, so one that is lost is done again, and one that is done
twice is kept once.
"""

from collections.abc import AsyncGenerator
from typing import Final

from msgspec import Struct

from engine.events import ActionKind, Cause, Entry
from engine.seat_view import LegalMoves
from engine.views import legal_moves
from service.store.analysis import Analysis, JudgedMove
from service.store.errors import MatchNotFoundError
from service.store.ports import Store
from service.store.record import Snapshot
from service.usecases.analysed import AnalysisOf, is_analysed
from service.usecases.history import entries_after
from service.usecases.ports import AnalysisJobs
from service.usecases.refusals import store_errors_refused
from service.usecases.turns import turn_json

MOST_DECISIONS: Final = 2_000  # of one match; four people's kurnik has about 500
MOST_SPENT_MS: Final = 60_000  # time of a processor for one match
GIVEN_UP_MS: Final = 86_400_000  # so long after the end nothing more is judged
TURN_MS: Final = 1_000  # from one slice that comes before waiting bots to the next, of all matches
RETRY_MS: Final = 10_000  # after this much silence a slice counts as lost; one waits 5 s at most
_HUNDREDTHS: Final = 100


class Decision(Struct, frozen=True):
    """A choice that a seat has made among several, and as JSON of SeatTurn what it saw."""

    version: int
    deal: int
    seat: int
    cause: Cause
    move: str
    turn: bytes


class Task:
    """One slice of the analysis of a match: what is still to be judged, and what has been."""

    def __init__(self, store: Store, newest: Snapshot, stands: Analysis) -> None:
        self._store, self._newest, self.stands = store, newest, stands
        self.match_id = newest.record.id
        self._moves = list(stands.moves)
        self._missing, self._spent_ms = stands.missing, stands.spent_ms
        self.version = stands.version

    @property
    def exhausted(self) -> bool:
        """Return whether a bound is reached: what follows is passed over."""
        age_ms = self._newest.now_ms - self._newest.record.updated_ms
        return (
            len(self._moves) >= MOST_DECISIONS
            or self._spent_ms >= MOST_SPENT_MS
            or age_ms >= GIVEN_UP_MS
        )

    async def decisions(self) -> AsyncGenerator[Decision, None]:
        """Yield every decision that is still to be judged or passed over, in order.

        Refuses MATCH_NOT_FOUND when the match has passed its retention.
        """
        with store_errors_refused():
            async for before, entry in entries_after(self._store, self._newest, self.version):
                decision = _decision(before, entry)
                if decision is not None:
                    yield decision
                self.version = entry.seq

    def judged(self, decision: Decision, best: str, lost: float | None, error: float) -> None:
        """Note the best move, and how many points, 0 or more, the one that was made has lost."""
        self._moves.append(
            JudgedMove(
                version=decision.version,
                deal=decision.deal,
                seat=decision.seat,
                cause=decision.cause,
                move=decision.move,
                best=best,
                lost=None if lost is None else round(_HUNDREDTHS * lost),
                error=round(_HUNDREDTHS * error),
            )
        )
        self.version = decision.version

    def passed_over(self, decision: Decision) -> None:
        """Note that a decision is not judged, and never will be."""
        self._missing += 1
        self.version = decision.version

    def spent(self, ms: int) -> None:
        """Note the time of a processor that judging has taken."""
        self._spent_ms += ms

    def analysis(self, worlds: int) -> Analysis:
        """Return how far the analysis has come; each answer was tried in so many worlds."""
        return Analysis(
            version=self.version,
            ready=self.version == self._newest.record.version,
            worlds=worlds,
            spent_ms=self._spent_ms,
            missing=self._missing,
            moves=tuple(self._moves),
        )


def _decision(before: Snapshot, entry: Entry) -> Decision | None:
    """Return the decision that an entry is; nothing if it is no move, or the only one allowed."""
    state, action = before.record.state, entry.action
    if action.kind is not ActionKind.MOVED or state is None or state.deal is None:
        return None
    seat = action.seat or 0
    asked = legal_moves(before.rules, state, seat)
    if asked is None or not has_choice(asked):
        return None
    return Decision(
        version=entry.seq,
        deal=state.deal.number,
        seat=seat,
        cause=action.cause,
        move=action.move or "",
        turn=turn_json(before.rules, state, asked),
    )


def has_choice(asked: LegalMoves) -> bool:
    """Return whether there is more than one answer."""
    return len(asked.moves) > 1 or asked.choose is not None or asked.number is not None


class Analyses:
    """Begins analyses, hands out their slices and keeps them; each is safe to ask twice."""

    def __init__(self, store: Store, jobs: AnalysisJobs, wanted: AnalysisOf) -> None:
        self._store = store
        self._jobs = jobs
        self._wanted = wanted

    async def begin(self, match_id: str) -> bool:
        """Have a match analysed that is over, or go on after a slice that was lost.

        The match stays due until that is done: the later, the longer it has waited. Return
        whether nothing is left to be done.
        """
        with store_errors_refused():
            newest = await self._store.read(match_id)
            stands = await self._store.analyses.get(match_id) or Analysis()
            if stands.ready or not is_analysed(newest.record, self._wanted):
                return True
            age_ms = newest.now_ms - newest.record.updated_ms
            await self._store.set_due(match_id, newest.now_ms + max(RETRY_MS, age_ms // 2))
            await self._ask(newest, stands, used=False)
        return False

    async def task(self, match_id: str) -> Task | None:
        """Return what is to be done next, or nothing."""
        with store_errors_refused():
            stands = await self._store.analyses.get(match_id) or Analysis()
            newest = await self._present(match_id)
            if stands.ready or not is_analysed(newest.record, self._wanted):
                await self._store.analyses.leave(match_id)
                return None
        return Task(self._store, newest, stands)

    async def _present(self, match_id: str) -> Snapshot:
        """Read a match; one that is there no longer must not stand first in line for ever."""
        try:
            return await self._store.read(match_id)
        except MatchNotFoundError:
            await self._store.analyses.leave(match_id)
            raise

    async def keep(self, match_id: str, after: int, analysis: Analysis) -> None:
        """Keep a slice that went on from a version, and have the next one made.

        After the last that is one of the match which stands first in line, if there is room. If
        another slice has come first, that one goes on, and this one is dropped.
        """
        with store_errors_refused():
            if not await self._store.analyses.keep(match_id, analysis, after):
                return
            newest = await self._store.read(match_id)
            if analysis.ready:
                following = await self._store.analyses.leave(match_id)
                if following is not None:
                    await self._go_on(following, newest.now_ms, first=False)
                return
            await self._store.set_due(match_id, newest.now_ms + RETRY_MS)
            await self._ask(newest, analysis, used=True)

    async def _ask(self, newest: Snapshot, stands: Analysis, *, used: bool) -> None:
        """Have the next slice made: at once where there is room, else when its turn comes.

        The turn goes to whoever has waited longest. `used`: a slice of this match was just made.
        """
        match_id, now_ms = newest.record.id, newest.now_ms
        if await self._jobs.analysis(match_id, stands.version, now_ms):
            return
        since_ms = newest.record.updated_ms
        turn = await self._store.analyses.turn(match_id, since_ms, TURN_MS, used=used)
        if turn.head != match_id:
            await self._store.set_due(match_id, now_ms + TURN_MS * max(1, turn.place))
        if turn.head is not None:
            await self._go_on(turn.head, now_ms, first=True)

    async def _go_on(self, match_id: str, now_ms: int, *, first: bool) -> None:
        """Have a slice made of a match that has waited in line."""
        stands = await self._store.analyses.get(match_id) or Analysis()
        if await self._jobs.analysis(match_id, stands.version, now_ms, first=first):
            await self._store.set_due(match_id, now_ms + RETRY_MS)
