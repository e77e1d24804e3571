"""What a resolver knows of its request."""

from collections.abc import Callable
from typing import Annotated

import strawberry
from msgspec import Struct

from schema.context import Services, Viewer
from schema.errors import Code


def unheard(code: Code) -> None:
    """Do nothing with the code of a refusal."""
    del code


class Asked(Struct):
    """One request, or one socket with all its operations: the ports, and who asks.

    `on_refusal` hears of each refusal that is told as an answer.
    """

    services: Services
    viewer: Viewer = Viewer()
    on_refusal: Callable[[Code], None] = unheard


Info = strawberry.Info[Asked, None]

MatchId = Annotated[strawberry.ID, strawberry.argument(description="The match's id, `m_…`.")]
SeatNumber = Annotated[
    int | None,
    strawberry.argument(
        description="The seat, 0 to players - 1; null for the first that is empty."
    ),
]
