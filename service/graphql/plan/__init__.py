"""Plans of operations: what depends on schema and document alone is worked out once."""

from service.graphql.plan.errors import UnusualValueError
from service.graphql.plan.execution import PlannedExecutor
from service.graphql.plan.planner import Execution, Payload, Plan, Planner, Plans

__all__ = [
    "Execution",
    "Payload",
    "Plan",
    "PlannedExecutor",
    "Planner",
    "Plans",
    "UnusualValueError",
]
