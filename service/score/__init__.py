"""`kierki score`: scores written matches, from this service or from a kitchen table."""

from service.score.command import add_arguments, run

__all__ = ["add_arguments", "run"]
