"""`kierki arena`: bots against each other over many seeded matches, and what that shows."""

from workers.arena.command import add_arguments, run

__all__ = ["add_arguments", "run"]
