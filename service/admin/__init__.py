"""The command `kierki admin`: makes and unmakes administrators, directly in the store."""

from service.admin.command import add_arguments, run

__all__ = ["add_arguments", "run"]
