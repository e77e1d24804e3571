"""The interface of every answer to a mutation or a query that may be refused."""

import strawberry

from schema.errors import Refusal
from schema.graphql.fields import query


@strawberry.interface(
    description="What every answer says. Unions of answers may grow: a client that meets a member "
    "it does not know can still ask for this."
)
class Result:
    """The interface of every answer."""

    @query(bool, "Whether what was asked for is done, now or before.")
    def done(self: object) -> bool:
        """Return whether this is anything but a refusal."""
        return type(self) is not Refusal  # which is quicker than `isinstance` for a Struct
