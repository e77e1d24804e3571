"""The command `kierki doctor`: looks over a deployment and says what is wrong and what to do."""

from service.doctor.command import add_arguments, run

__all__ = ["add_arguments", "run"]
