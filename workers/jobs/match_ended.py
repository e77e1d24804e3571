"""The job that follows the end of a match: lists, then its analysis, a day later its packing."""

from workers.jobs.context import JobContext
from workers.ports import Analyses, Packing


async def run(
    context: JobContext, analyses: Analyses, packing: Packing, match_id: str, version: int
) -> None:
    """File a match; nothing follows its last version, so which one was meant is no matter.

    It is due again until its end is open to all, until its analysis is done, and until it is
    packed.
    """
    del version
    if await context.turns.match_ended(match_id) and await analyses.begin(match_id):
        await packing.pack(match_id)
