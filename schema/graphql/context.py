"""What a resolver knows of its request."""

from typing import Annotated, Any

import strawberry
from msgspec import Struct

from schema.context import Services, Viewer


class Asked(Struct):
    """One request, or one socket with all its operations: the ports, and who asks.

    `connection_params` is the payload that opened a socket; the socket's handler sets it.
    """

    services: Services
    viewer: Viewer = Viewer()
    connection_params: dict[str, Any] | None = None  # Any: JSON of a client's choice


Info = strawberry.Info[Asked, None]

MatchId = Annotated[strawberry.ID, strawberry.argument(description="The match's id, `m_…`.")]
SeatNumber = Annotated[
    int | None,
    strawberry.argument(
        description="The seat, 0 to players - 1; null for the first that is empty."
    ),
]
