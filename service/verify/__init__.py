"""`kierki verify`: checks that the cards of a match were those that it had been bound to."""

from service.verify.command import add_arguments, run

__all__ = ["add_arguments", "run"]
