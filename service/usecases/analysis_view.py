"""From what is kept of an analysis to what is published of it."""

import math
from collections.abc import Iterable, Sequence
from typing import Final

from engine.bot_levels import Level
from engine.events import Cause
from schema.analysis import (
    AnalysisState,
    AnalysisView,
    DealAnalysis,
    JudgedMove,
    SeatAnalysis,
    Wanted,
)
from service.store.analysis import Analysis
from service.store.analysis import JudgedMove as StoredMove
from service.store.record import Record, SeatKind

_HUNDREDTHS: Final = 100


def analysis_view(record: Record, analysis: Analysis, wanted: Wanted) -> AnalysisView:
    """Return an analysis with the moves that are wanted, and its sums over all of them."""
    moves = [_move(at) for at in analysis.moves]
    asked = [at for at in moves if _is_wanted(at, wanted)]
    page = tuple(asked[: wanted.first])
    return AnalysisView(
        match_id=record.id,
        state=AnalysisState.READY if analysis.ready else AnalysisState.PENDING,
        complete=analysis.ready and not analysis.missing,
        missing=analysis.missing,
        level=Level.STRONG,
        worlds=analysis.worlds,
        seats=tuple(_seat(record, seat, moves) for seat in range(len(record.seats))),
        moves=page,
        next=page[-1].version if len(asked) > len(page) else None,
    )


def _is_wanted(at: JudgedMove, wanted: Wanted) -> bool:
    fits = wanted.deal in {None, at.deal} and wanted.seat in {None, at.seat}
    return fits and at.version > wanted.after


def _move(at: StoredMove) -> JudgedMove:
    return JudgedMove(
        version=at.version,
        deal=at.deal,
        seat=at.seat,
        cause=at.cause,
        move=at.move,
        best=at.best,
        lost=None if at.lost is None else at.lost / _HUNDREDTHS,
        error=at.error / _HUNDREDTHS,
    )


def _seat(record: Record, seat: int, moves: Iterable[JudgedMove]) -> SeatAnalysis:
    who = record.seats[seat]
    own = Cause.PLAYER if who is not None and who.kind is SeatKind.PERSON else Cause.BOT
    return seat_analysis(seat, [at for at in moves if at.seat == seat and at.cause is own])


def seat_analysis(seat: int, moves: Sequence[JudgedMove]) -> SeatAnalysis:
    """Return what the moves of a seat come to."""
    deals = sorted({at.deal for at in moves})
    return SeatAnalysis(
        seat=seat,
        decisions=len(moves),
        agreed=_agreed(moves),
        lost=_lost(moves),
        worst=_worst(moves),
        deals=tuple(_deal(deal, [at for at in moves if at.deal == deal]) for deal in deals),
    )


def _deal(deal: int, moves: Sequence[JudgedMove]) -> DealAnalysis:
    return DealAnalysis(
        deal=deal,
        decisions=len(moves),
        agreed=_agreed(moves),
        lost=_lost(moves),
        worst=_worst(moves),
    )


def _agreed(moves: Iterable[JudgedMove]) -> int:
    return sum(at.best == at.move for at in moves)


def _lost(moves: Iterable[JudgedMove]) -> float:
    return round(math.fsum(at.lost or 0.0 for at in moves), 2)


def _worst(moves: Iterable[JudgedMove]) -> JudgedMove | None:
    """Return the move that lost most, the first of several; nothing if none has."""
    return max((at for at in moves if at.lost), key=lambda at: at.lost or 0.0, default=None)
