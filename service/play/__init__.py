"""`kierki play`: a whole match in the terminal, by a client of the public API only."""

from service.play.command import add_arguments, run

__all__ = ["add_arguments", "run"]
