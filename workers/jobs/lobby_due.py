"""The job that starts a match whose seats are all taken, or ends one that nobody wants."""

from workers.jobs.context import JobContext


async def run(context: JobContext, match_id: str, version: int) -> None:
    """Do what a lobby at a version is due for; nothing if it has moved on."""
    await context.turns.lobby_due(match_id, version)
