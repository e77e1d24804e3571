"""Variables have the values, or the errors, that graphql-core gives them."""

from typing import Any

import pytest
from graphql import GraphQLObjectType, OperationDefinitionNode, parse
from graphql.execution.values import VariableValues, get_variable_values
from hypothesis import given, settings
from hypothesis import strategies as st

from schema.documents import documents as published
from schema.graphql import build_schema
from service.graphql.plan.variables import Variables
from tests.fixtures.drawn_documents import values

SCHEMA = build_schema().core


def operation_of(text: str) -> OperationDefinitionNode:
    (node,) = (at for at in parse(text).definitions if isinstance(at, OperationDefinitionNode))
    return node


def with_all_inputs() -> str:
    """Return the head of an operation that takes what any field takes, by other names."""
    kinds = sorted(
        {
            str(argument.type)
            for kind in SCHEMA.type_map.values()
            if isinstance(kind, GraphQLObjectType)
            for field in kind.fields.values()
            for argument in field.args.values()
        }
    )
    return ", ".join(f"$v{at}: {kind}" for at, kind in enumerate(kinds))


OPERATIONS = {
    **{at.name: operation_of(at.text) for at in published()},
    "all inputs": operation_of(f"query({with_all_inputs()}) {{ me {{ id }} }}"),
    "defaults": operation_of("query($a: Int = 3, $b: [Int!] = [1], $c: ID!) { me { id } }"),
}


def told(found: VariableValues | list[Any]) -> object:
    """Return what can be compared: errors by their form, values with their types."""
    if isinstance(found, list):
        return [error.formatted for error in found]
    return repr(found.coerced), {name: at.value for name, at in found.sources.items()}


@pytest.mark.parametrize("name", OPERATIONS)
@settings(max_examples=10)
@given(data=st.data())
def test_variables_are_as_graphql_core_has_them(name: str, data: st.DataObject) -> None:
    operation = OPERATIONS[name]
    sent = data.draw(values(SCHEMA, operation))
    definitions = operation.variable_definitions or ()

    found = Variables(SCHEMA, definitions).values(sent)

    assert told(found) == told(get_variable_values(SCHEMA, definitions, sent, 50))


@pytest.mark.parametrize(
    "move",
    [
        {"play": "QS"},
        {"play": None},
        {},
        {"play": "QS", "bid": 3},
        {"play": 7},
        {"bid": 3.0},
        {"bid": 2**31},
        {"give": ["QS", "2H"]},
        {"give": "QS"},
        {"give": [None]},
        {"trump": "HEARTS"},
        {"trump": "hearts"},
        {"trump": ["HEARTS"]},
        {"fold": True},
        "play QS",
        None,
    ],
    ids=str,
)
def test_a_move_is_as_graphql_core_has_it(move: object) -> None:
    definitions = OPERATIONS["SubmitMove"].variable_definitions or ()
    sent = {
        "input": {
            "matchId": "m_1",
            "expectedVersion": 7,
            "idempotencyKey": "key-1",
            "move": move,
        }
    }

    found = Variables(SCHEMA, definitions).values(sent)

    assert told(found) == told(get_variable_values(SCHEMA, definitions, sent, 50))


def test_what_is_nested_too_deeply_is_an_error() -> None:
    definitions = OPERATIONS["SubmitMove"].variable_definitions or ()
    deep: Any = "QS"
    for _ in range(500):
        deep = [deep]

    found = Variables(SCHEMA, definitions).values({"input": deep})

    assert told(found) == told(get_variable_values(SCHEMA, definitions, {"input": deep}, 50))
    assert isinstance(found, list)
