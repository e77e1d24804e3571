"""The job that follows the end of a match: it is put into its lists, and then analysed."""

from workers.jobs.context import JobContext
from workers.ports import Analyses


async def run(context: JobContext, analyses: Analyses, match_id: str, version: int) -> None:
    """File a match; nothing follows its last version, so which one was meant is no matter.

    It is due again until its end is open to all, and until its analysis is done.
    """
    del version
    if await context.turns.match_ended(match_id):
        await analyses.begin(match_id)
