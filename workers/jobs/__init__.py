"""Every job by its name; a worker runs nothing else."""

from collections.abc import Mapping
from functools import partial

from service.jobs import JobName
from workers.jobs import analysis, bot_turn, lobby_due, match_ended, turn_timeout
from workers.jobs.analysis_context import AnalysisContext
from workers.jobs.context import JobContext
from workers.ports import Packing
from workers.runtime import JobFunction

__all__ = ["AnalysisContext", "JobContext", "job_functions"]


def job_functions(
    context: JobContext, analysing: AnalysisContext, packing: Packing
) -> Mapping[str, JobFunction]:
    """Return what each job does with a match and a version."""
    return {
        JobName.BOT_TURN: partial(bot_turn.run, context),
        JobName.TURN_TIMEOUT: partial(turn_timeout.run, context),
        JobName.LOBBY_DUE: partial(lobby_due.run, context),
        JobName.MATCH_ENDED: partial(match_ended.run, context, analysing.analyses, packing),
        JobName.ANALYSIS: partial(analysis.run, analysing),
    }
