"""`kierki analyse`: what the strong bot says of every decision of written matches."""

from workers.analyse.command import add_arguments, run

__all__ = ["add_arguments", "run"]
