"""What inputs are as JSON; those of an unknown kind are left to ordinary execution."""

from typing import Any

import msgspec
import pytest
import strawberry
from graphql import GraphQLFloat, GraphQLInputObjectType, GraphQLNonNull

from schema.graphql import build_schema
from schema.graphql.build import Schema
from service.graphql.plan.errors import UnknownPartError
from service.graphql.plan.parts import Part, Parts


@strawberry.input
class Node:
    """An input that has itself as a part."""

    child: "Node | None" = None


@strawberry.input
class Listed:
    """An input whose default is made anew each time."""

    names: list[str] = strawberry.field(default_factory=list)


@strawberry.type
class Query:
    """The root."""

    @strawberry.field
    def count(self, node: Node, listed: Listed) -> int:
        """Return nothing of interest."""
        del node, listed
        return 0


ODD = Schema(query=Query)
SCHEMA = build_schema()


def taken(part: Part, value: object) -> Any:
    """Return what becomes of JSON."""
    return msgspec.convert(value, part.json)


@pytest.mark.parametrize(
    ("name", "why"),
    [("Node", "has itself as a part"), ("Listed", "a default of another kind: list")],
)
def test_an_input_of_an_unknown_kind_is_refused_whenever_it_is_asked_for(
    name: str, why: str
) -> None:
    parts, kind = Parts(ODD), ODD.core.type_map[name]
    assert isinstance(kind, GraphQLInputObjectType)

    with pytest.raises(UnknownPartError, match=why):
        parts.part(kind)
    with pytest.raises(UnknownPartError):
        parts.part(kind)


def test_a_scalar_that_is_not_known_is_refused() -> None:
    with pytest.raises(UnknownPartError, match="Float"):
        Parts(SCHEMA).part(GraphQLNonNull(GraphQLFloat))


def test_an_input_is_a_struct_that_is_made_once() -> None:
    parts, kind = Parts(SCHEMA), SCHEMA.core.type_map["SubmitMoveInput"]
    assert isinstance(kind, GraphQLInputObjectType)

    part = parts.part(GraphQLNonNull(kind))
    sent = {"matchId": "m_1", "expectedVersion": 7, "idempotencyKey": "k", "move": {"bid": 3}}
    found = taken(part, sent)

    assert parts.part(GraphQLNonNull(kind)) is part
    assert (found.match_id, found.expected_version, found.idempotency_key) == ("m_1", 7, "k")
    assert (found.move.bid, found.move.play) == (3, strawberry.UNSET)
    with pytest.raises(msgspec.ValidationError):
        taken(part, sent | {"unknown": 1})
