"""Operations of one field that is just read are answered without an executor."""

from typing import Any

import pytest
import strawberry
from graphql import OperationDefinitionNode, parse
from msgspec import structs

from schema.context import Viewer
from schema.documents import documents as published
from schema.errors import Code, refused
from schema.graphql import Asked, build_schema
from schema.identity import GUEST_SCOPES
from schema.model import RulesView
from service.graphql.plan import Plan, Planner
from service.graphql.plan.straight import LateInfo, StraightExecution
from tests.fixtures.ports import ALA, FakePorts

SCHEMA = build_schema()
(MOVE,) = (at.text for at in published() if at.name == "SubmitMove")
SENT = {
    "input": {
        "matchId": "m_0001",
        "expectedVersion": 7,
        "idempotencyKey": "key-1",
        "move": {"text": "play QS"},
    }
}


def plan_of(text: str) -> Plan:
    document = parse(text)
    node = document.definitions[0]
    assert isinstance(node, OperationDefinitionNode)
    plan = Planner(SCHEMA).plan(document, node)
    assert plan is not None
    return plan


def started(text: str, ports: FakePorts, sent: dict[str, Any] | None = None) -> object:
    return plan_of(text).start(Asked(ports.services(), Viewer(ALA, GUEST_SCOPES)), sent)


@pytest.mark.parametrize(
    "name",
    ["SubmitMove", "Match", "JoinMatch", "Me", "ValidateMove", "Resign", "CreateGuest"],
)
def test_published_operations_of_play_are_straight(name: str) -> None:
    texts = {at.text for at in published() if at.name == name}

    assert texts
    assert [text for text in texts if plan_of(text)._straight is None] == []


@pytest.mark.parametrize(
    ("text", "sent"),
    [
        ("{ me { id } two: me { id } }", None),
        ("query($a: Boolean!) { me { id name @skip(if: $a) } }", {"a": True}),
        ('{ match(id: "m_1") { rules { players } presence { seat } } }', None),
        ("{ __typename }", None),
        (MOVE, SENT | {"input": SENT["input"] | {"expectedVersion": 7.0}}),
    ],
)
def test_others_are_not(text: str, sent: dict[str, Any] | None) -> None:
    found = started(text, FakePorts(), sent)

    assert found is not None
    assert not isinstance(found, StraightExecution)


async def test_a_refusal_is_the_answer() -> None:
    ports = FakePorts()
    ports.fails["submit"] = refused(Code.NOT_YOUR_TURN, "Another seat must act now.")
    execution = started(MOVE, ports, SENT)
    assert isinstance(execution, StraightExecution)

    result = await execution.answer()

    assert result.errors is None
    assert result.data is not None
    assert result.data["submitMove"]["code"] == "NOT_YOUR_TURN"


async def test_an_error_of_the_resolver_is_told_at_its_place_and_it_is_not_called_again() -> None:
    ports = FakePorts()
    ports.fails["submit"] = fault = RuntimeError("hand of seat 2: QS")
    execution = started(MOVE, ports, SENT)
    assert isinstance(execution, StraightExecution)

    result = await execution.answer()

    assert result.data == {"submitMove": None}
    assert result.errors is not None
    (error,) = result.errors
    assert error.original_error is fault
    assert error.path == ["submitMove"]
    assert error.locations
    assert [name for name, *_ in ports.asked] == ["submit"]


RULES = '{ match(id: "m_1") { id rules { players } version } }'


async def test_one_field_of_the_object_may_ask_a_resolver_too() -> None:
    ports = FakePorts()
    execution = started(RULES, ports)
    assert isinstance(execution, StraightExecution)

    result = await execution.answer()

    assert result.errors is None
    assert result.data is not None
    assert list(result.data["match"].items()) == [
        ("id", "m_0001"),
        ("rules", {"players": 4}),
        ("version", 1),
    ]
    assert [name for name, *_ in ports.asked] == ["match", "rules"]
    assert "executor" not in vars(execution)


async def test_an_error_of_that_field_is_told_at_its_place_and_nothing_is_asked_again() -> None:
    ports = FakePorts()
    ports.fails["rules"] = fault = RuntimeError("hand of seat 2: QS")
    execution = started(RULES, ports)
    assert isinstance(execution, StraightExecution)

    result = await execution.answer()

    assert result.data == {"match": {"id": "m_0001", "rules": None, "version": 1}}
    assert result.errors is not None
    (error,) = result.errors
    assert error.original_error is fault
    assert error.path == ["match", "rules"]
    assert [name for name, *_ in ports.asked] == ["match", "rules"]


@pytest.mark.parametrize("players", ["4", 2**31])
async def test_an_unusual_value_of_that_field_is_completed_and_not_asked_for_again(
    players: object,
) -> None:
    class OddRules(FakePorts):
        async def rules(self, viewer: Viewer, match_id: str) -> RulesView:
            return structs.replace(await super().rules(viewer, match_id), players=players)

    ports = OddRules()
    execution = started(RULES, ports)
    assert isinstance(execution, StraightExecution)

    result = await execution.answer()

    assert [name for name, *_ in ports.asked] == ["match", "rules"]
    assert result.data is not None
    if isinstance(players, str):
        assert result.data["match"]["rules"] == {"players": 4}
        return
    assert result.data["match"]["rules"] is None
    assert result.errors is not None
    assert [error.path for error in result.errors] == [["match", "rules", "players"]]


async def test_a_value_that_cannot_be_read_is_told_at_its_place_and_not_asked_for_again() -> None:
    class TornRules(FakePorts):
        async def rules(self, viewer: Viewer, match_id: str) -> RulesView:
            return structs.replace(await super().rules(viewer, match_id), deals=("torn",))

    ports = TornRules()
    text = '{ match(id: "m_1") { id rules { deals { __typename } } } }'
    execution = started(text, ports)
    assert isinstance(execution, StraightExecution)

    result = await execution.answer()

    assert [name for name, *_ in ports.asked] == ["match", "rules"]
    assert result.data == {"match": {"id": "m_0001", "rules": None}}
    assert result.errors is not None
    assert [error.path for error in result.errors] == [["match", "rules", "deals", 0]]


def test_what_a_resolver_may_know_beyond_its_request_is_there_when_it_is_asked_for() -> None:
    execution = started(MOVE, FakePorts(), SENT)
    assert isinstance(execution, StraightExecution)
    info = LateInfo(execution, execution._straight.root)

    assert isinstance(info, strawberry.Info)
    assert isinstance(info.context, Asked)
    assert info.python_name == "submit_move"
    assert "executor" not in vars(execution)
    assert info.field_name == "submitMove"
    assert info.path.as_list() == ["submitMove"]
    assert info.variable_values == SENT
    assert info.schema is SCHEMA
