"""Plans are made for what is asked for again, and only for what is known."""

from typing import Any

import pytest
from graphql import ExecutionResult, OperationDefinitionNode, parse

from schema.context import Viewer
from schema.graphql import Asked, build_schema
from schema.identity import GUEST_SCOPES
from service.edge import Edge
from service.graphql.documents import Documents
from service.graphql.plan import Plan, PlannedExecutor, Planner, Plans
from service.graphql.plan.planner import SHAPES_MAX
from service.graphql.request import Operation
from service.graphql.running import Chosen, Runner
from service.metrics import Transport
from tests.fixtures.metrics import counted
from tests.fixtures.ports import ALA, FakePorts

SCHEMA = build_schema()
ME = "{ me { id } }"
VIEWER = Viewer(ALA, GUEST_SCOPES)


def operation_of(text: str) -> OperationDefinitionNode:
    node = parse(text).definitions[0]
    assert isinstance(node, OperationDefinitionNode)
    return node


def plan_of(text: str) -> Plan | None:
    return Planner(SCHEMA).plan(parse(text), operation_of(text))


def started(text: str, variables: dict[str, Any] | None = None) -> object:
    plan = plan_of(text)
    assert plan is not None
    return plan.start(Asked(FakePorts().services()), variables)


def test_a_text_is_planned_when_it_comes_a_second_time() -> None:
    document = parse(ME)
    plans = Plans(Planner(SCHEMA), document, is_known=False)
    (node,) = document.definitions
    assert isinstance(node, OperationDefinitionNode)

    first, second, third = (plans.plan(node) for _ in range(3))

    assert first is None
    assert second is not None
    assert third is second


def test_a_published_text_is_planned_at_once() -> None:
    document = parse(ME)
    (node,) = document.definitions
    assert isinstance(node, OperationDefinitionNode)

    assert Planner(SCHEMA, [ME]).plans(document, ME).plan(node) is not None


async def test_it_is_counted_how_operations_are_executed() -> None:
    edge = Edge()
    documents = Documents(SCHEMA.core, planner=Planner(SCHEMA))
    runner = Runner(SCHEMA, documents, edge, Transport.GRAPHQL)

    bodies = []
    for _ in range(3):
        chosen = runner.choose(Operation(ME))
        assert isinstance(chosen, Chosen)
        bodies.append((await runner.run(chosen, Asked(FakePorts().services(), VIEWER))).body())

    assert bodies == [{"data": {"me": {"id": "p_ala"}}}] * 3
    ways = [
        counted(edge.metrics, "operations_total", transport="graphql", way=way)
        for way in ("ordinary", "planned")
    ]
    assert ways == [1, 2]


@pytest.mark.parametrize(
    "text", ["{ __schema { types { name } } }", '{ me { id } __type(name: "Match") { name } }']
)
def test_introspection_is_executed_the_ordinary_way(text: str) -> None:
    assert started(text) is None


def test_a_condition_that_is_null_is_told_of_the_ordinary_way() -> None:
    text = "query($a: Boolean = true) { me { id name @skip(if: $a) } }"

    assert started(text, {"a": None}) is None
    assert isinstance(started(text), PlannedExecutor)


def test_an_operation_with_a_directive_has_no_plan() -> None:
    assert plan_of("query @experimental_disableErrorPropagation { me { id } }") is None


def test_a_fragment_with_variables_has_no_plan() -> None:
    text = "{ me { ...F(a: 1) } } fragment F($a: Int) on Me { id }"
    document = parse(text, experimental_fragment_arguments=True)
    (node, _) = document.definitions
    assert isinstance(node, OperationDefinitionNode)

    assert Planner(SCHEMA).plan(document, node) is None


def test_variables_that_are_wrong_end_an_operation_before_it_begins() -> None:
    found = started("query($id: ID!) { match(id: $id) { id } }", {"id": None})

    assert isinstance(found, ExecutionResult)
    assert found.errors is not None
    assert [error.message for error in found.errors] == [
        "Variable '$id' has invalid value: Expected value of non-null type 'ID!' not to be None."
    ]


def test_so_many_ways_to_answer_the_conditions_are_planned_and_no_more() -> None:
    names = [f"c{at}" for at in range(5)]
    declared = ", ".join(f"${name}: Boolean!" for name in names)
    fields = " ".join(f"{name}: name @skip(if: ${name})" for name in names)
    plan = plan_of(f"query({declared}) {{ me {{ id {fields} }} }}")
    assert plan is not None

    ways = [
        plan.start(None, {name: bool(way >> at & 1) for at, name in enumerate(names)})
        for way in range(2 ** len(names))
    ]

    assert [isinstance(way, PlannedExecutor) for way in ways] == [
        way < SHAPES_MAX for way in range(len(ways))
    ]


def test_a_plan_keeps_nothing_of_a_request_but_its_conditions() -> None:
    plan = plan_of("query($id: ID!, $a: Boolean!) { match(id: $id) { id name: id @skip(if: $a) } }")
    assert plan is not None

    plan.start(Asked(FakePorts().services()), {"id": "m_secret", "a": False})

    (shape,) = plan._shapes.values()
    assert shape is not None
    assert shape.template.variable_values.coerced == {"a": False}
    assert list(shape.template.variable_values.sources) == ["a"]
    assert shape.template.context_value is None


async def test_root_fields_of_a_mutation_come_one_after_the_other() -> None:
    ports = FakePorts()
    text = (
        'mutation { a: joinMatch(matchId: "1") { __typename } '
        'b: leaveMatch(matchId: "2") { __typename } }'
    )
    plan = plan_of(text)
    assert plan is not None
    execution = plan.start(Asked(ports.services()), None)
    assert isinstance(execution, PlannedExecutor)

    result = await execution.answer()

    assert result.errors is None
    assert result.data == {"a": {"__typename": "MatchJoined"}, "b": {"__typename": "MatchLeft"}}
    assert [(name, match_id) for name, _, match_id, *_ in ports.asked] == [
        ("join", "1"),
        ("leave", "2"),
    ]
