"""The job that judges the next moves of a match that is over."""

from contextlib import aclosing
from typing import Final

import msgspec
import structlog

from engine.seat_view import SeatTurn
from service.metrics import Judged
from service.usecases.analyses import Decision, Task
from workers.errors import MachineBusyError
from workers.faults import fault
from workers.jobs.analysis_context import AnalysisContext

_decode: Final = msgspec.json.Decoder(SeatTurn).decode

_log = structlog.get_logger(__name__)


async def run(context: AnalysisContext, match_id: str, version: int) -> None:
    """Make the next slice of an analysis, from where it stands; nothing if it is done."""
    del version
    task = await context.analyses.task(match_id)
    if task is None:
        return
    ends_at = context.monotonic() + context.judging.slice_seconds
    async with aclosing(task.decisions()) as decisions:
        async for decision in decisions:
            outcome = _decide(context, task, decision)
            if outcome is Judged.PUT_OFF or context.monotonic() >= ends_at:
                break
    context.metrics.analysis_slices.inc()
    analysis = task.analysis(context.judging.worlds)
    await context.analyses.keep(match_id, task.stands.version, analysis)


def _decide(context: AnalysisContext, task: Task, decision: Decision) -> Judged:
    """Judge one decision, or pass it over: beyond a bound, or where the bot fails.

    What a busy machine left no time for is put off to the next slice.
    """
    outcome = Judged.PASSED_OVER
    if not task.exhausted:
        began = context.processor()
        outcome = _judge(context, task, decision)
        seconds = context.processor() - began
        task.spent(round(1_000 * seconds))
        context.metrics.analysis_seconds.inc(seconds)
    if outcome in (Judged.PASSED_OVER, Judged.FAILED):
        task.passed_over(decision)
    context.metrics.analysis_decisions.labels(outcome.value).inc()
    return outcome


def _judge(context: AnalysisContext, task: Task, decision: Decision) -> Judged:
    try:
        found = context.judging(_decode(decision.turn), decision.move)
    except MachineBusyError:
        return Judged.PUT_OFF
    except Exception as error:  # noqa: BLE001 - a bot may fail in any way, the others are judged
        told = {"match": task.match_id, "version": decision.version}
        _log.warning("move_not_judged", **told, **fault(error))
        return Judged.FAILED
    task.judged(decision, found.best, found.lost, found.error)
    return Judged.DONE
