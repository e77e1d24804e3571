"""The one scalar of our own; every other value is one of GraphQL's."""

from typing import Final, NewType

import strawberry
from strawberry.types.scalar import ScalarDefinition

Millis = NewType("Millis", int)

SCALARS: Final[dict[object, ScalarDefinition]] = {
    Millis: strawberry.scalar(
        name="Millis",
        description="A moment: whole milliseconds of Unix time, a JSON number. It does not fit "
        "the 32 bits of Int, and stays below 2^53.",
    )
}
