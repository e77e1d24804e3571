"""What stops a plan. Neither error is ever told: the ordinary execution goes on from there.

PlanError
├── UnknownPartError    a part of an operation is of a kind that the planner does not know
└── UnusualValueError   a value is not what its field usually has
"""

from service.errors import ServiceError


class PlanError(ServiceError):
    """A plan cannot be made, or does not reach as far as a value."""


class UnknownPartError(PlanError):
    """A part of an operation is of a kind that the planner does not know."""


class UnusualValueError(PlanError):
    """A value is not what its field usually has: null, of another type, or out of bounds."""
