"""The job that ends the turn of a person whose time is over."""

from workers.jobs.context import JobContext


async def run(context: JobContext, match_id: str, version: int) -> None:
    """Make the default move if the deadline has passed and the version still stands."""
    await context.turns.time_out(match_id, version)
