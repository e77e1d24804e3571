"""Arguments that are taken straight out of JSON are those of graphql-core and Strawberry."""

from collections.abc import Mapping
from typing import Any

import pytest
from graphql import FieldNode, GraphQLError, GraphQLObjectType, OperationDefinitionNode, parse
from graphql.execution.values import get_argument_values, get_variable_values
from hypothesis import given, settings
from hypothesis import strategies as st
from strawberry.types.arguments import convert_arguments

from schema.graphql import build_schema
from service.graphql.plan.calls import Call, Calls
from service.graphql.plan.errors import UnknownPartError, UnusualValueError
from service.graphql.plan.taking import Take, Taker
from tests.fixtures.drawn_documents import values

SCHEMA = build_schema()
TAKER = Taker(SCHEMA)
MOVE = "mutation($input: SubmitMoveInput!) { submitMove(input: $input) { __typename } }"


def operation_of(text: str) -> OperationDefinitionNode:
    (node,) = parse(text).definitions
    assert isinstance(node, OperationDefinitionNode)
    return node


def call_of(operation: OperationDefinitionNode) -> Call | None:
    """Return the call of the one field of an operation."""
    root = SCHEMA.core.get_root_type(operation.operation)
    (node,) = operation.selection_set.selections
    assert root is not None
    assert isinstance(node, FieldNode)
    return Calls(SCHEMA).call(root.fields[node.name.value], node)


def take_of(operation: OperationDefinitionNode) -> Take:
    call = call_of(operation)
    assert call is not None
    return TAKER.take(operation.variable_definitions or (), call)


def ordinary(operation: OperationDefinitionNode, given_: Mapping[str, Any]) -> object:
    """Return the keywords of the ordinary execution; None where it finds something wrong."""
    definitions = operation.variable_definitions or ()
    variables = get_variable_values(SCHEMA.core, definitions, dict(given_), 50)
    call = call_of(operation)
    assert call is not None
    if isinstance(variables, list):
        return None
    (node,) = operation.selection_set.selections
    assert isinstance(node, FieldNode)
    try:
        coerced = get_argument_values(call.field, node, variables)
    except GraphQLError:
        return None
    converter = SCHEMA.schema_converter
    return convert_arguments(
        coerced, call.resolver.arguments, converter.scalar_registry, SCHEMA.config
    )


def texts() -> list[str]:
    """Return an operation on each root field: each argument from a variable of its type."""
    found = []
    for kind in ("query", "mutation"):
        root = SCHEMA.core.type_map[kind.capitalize()]
        assert isinstance(root, GraphQLObjectType)
        for name, field in root.fields.items():
            head = ", ".join(f"${key}: {at.type}" for key, at in field.args.items())
            arguments = ", ".join(f"{key}: ${key}" for key in field.args)
            found.append(
                f"{kind}{f'({head})' if head else ''} "
                f"{{ {name}{f'({arguments})' if arguments else ''} }}"
            )
    return found


def taken(text: str) -> Take | None:
    operation = operation_of(text)
    if call_of(operation) is None:
        return None
    try:
        return take_of(operation)
    except UnknownPartError:
        return None


TAKEN = {text: take for text in texts() if (take := taken(text)) is not None}


@pytest.mark.parametrize("text", TAKEN)
@settings(max_examples=8)
@given(data=st.data())
def test_arguments_are_what_ordinary_execution_makes_of_them(
    text: str, data: st.DataObject
) -> None:
    operation = operation_of(text)
    sent = data.draw(values(SCHEMA.core, operation))
    expected = ordinary(operation, sent)

    try:
        found = TAKEN[text](sent)
    except UnusualValueError:
        return  # ordinary execution decides

    assert repr(found) == repr(expected)
    assert isinstance(expected, dict)
    assert [type(at) for at in found.values()] == [type(at) for at in expected.values()]


def test_most_root_fields_are_taken_from_json() -> None:
    names = " ".join(TAKEN)

    assert len(TAKEN) > 30
    assert "submitMove" in names
    assert "{ match(" in names
    assert "joinMatch" in names


@pytest.mark.parametrize(
    ("move", "is_taken"),
    [
        ({"play": "QS"}, True),
        ({"bid": 3}, True),
        ({"give": ["QS", "2H"]}, True),
        ({"give": []}, True),
        ({"trump": "HEARTS"}, True),
        ({"text": "play QS"}, True),
        ({"play": None}, False),
        ({}, False),
        ({"play": "QS", "bid": 3}, False),
        ({"play": "QS", "bid": None}, False),
        ({"play": 7}, False),
        ({"bid": 3.0}, False),
        ({"bid": True}, False),
        ({"bid": 2**31}, False),
        ({"give": "QS"}, False),
        ({"give": [None]}, False),
        ({"trump": "hearts"}, False),
        ({"fold": True}, False),
        ("play QS", False),
        (None, False),
    ],
    ids=str,
)
def test_a_move_is_taken_if_it_is_plainly_right(move: object, *, is_taken: bool) -> None:
    operation = operation_of(MOVE)
    sent = {"input": {"matchId": "m_1", "expectedVersion": 7, "idempotencyKey": "k", "move": move}}
    take = take_of(operation)

    if not is_taken:
        with pytest.raises(UnusualValueError):
            take(sent)
        return
    assert repr(take(sent)) == repr(ordinary(operation, sent))


@pytest.mark.parametrize(
    ("text", "sent"),
    [
        ("query($id: ID!, $n: Int) { match(id: $id) { id } }", {"id": "m_1"}),
        ("query($id: ID!, $n: Int) { match(id: $id) { id } }", {"id": "m_1", "n": 3, "x": 1}),
        ("query($class: ID!) { match(id: $class) { id } }", {"class": "m_1"}),
        ('{ match(id: "m_1") { id } }', {}),
        ('query($n: Int) { match(id: "m_1") { id } }', {"n": 3}),
        ("{ matches { __typename } }", {}),
        ("query($first: Int) { matches(first: $first) { __typename } }", {}),
        ("query($first: Int) { matches(first: $first) { __typename } }", {"first": 3}),
        ("query($after: String) { matches(after: $after) { __typename } }", {"after": None}),
        (
            "query($status: MatchStatus) { matches(status: $status) { __typename } }",
            {"status": "PLAYING"},
        ),
        (
            "mutation($m: ID!, $s: Int) { joinMatch(matchId: $m, seat: $s) { __typename } }",
            {"m": "m_1", "s": None},
        ),
    ],
)
def test_what_is_left_out_is_its_default(text: str, sent: dict[str, Any]) -> None:
    operation = operation_of(text)

    assert repr(take_of(operation)(sent)) == repr(ordinary(operation, sent))


@pytest.mark.parametrize(
    ("text", "sent"),
    [
        ("query($first: Int) { matches(first: $first) { __typename } }", {"first": None}),
        ('query($n: Int) { match(id: "m_1") { id } }', {"n": "3"}),
        ("query($id: ID!) { match(id: $id) { id } }", {}),
        ("query($id: ID!) { match(id: $id) { id } }", {"id": 7}),
    ],
)
def test_what_is_not_plainly_right_is_not_taken(text: str, sent: dict[str, Any]) -> None:
    with pytest.raises(UnusualValueError):
        take_of(operation_of(text))(sent)


@pytest.mark.parametrize(
    "text",
    [
        'query($id: ID = "m_1") { match(id: $id) { id } }',
        'query($first: Int) { matches(first: $first, after: "a") { __typename } }',
        "mutation($m: ID!) { submitMove(input: {matchId: $m}) { __typename } }",
    ],
)
def test_arguments_from_elsewhere_are_not_known(text: str) -> None:
    with pytest.raises(UnknownPartError):
        take_of(operation_of(text))
