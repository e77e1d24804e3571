"""The job that puts a match that has ended into the lists that it belongs to."""

from workers.jobs.context import JobContext


async def run(context: JobContext, match_id: str, version: int) -> None:
    """File a match; nothing follows its last version, so which one was meant is no matter."""
    del version
    await context.turns.match_ended(match_id)
