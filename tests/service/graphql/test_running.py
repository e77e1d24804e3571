"""What operations come to, whichever transport asks."""

import pytest

from schema.context import Viewer
from schema.graphql import Asked, build_schema
from service.edge import Edge
from service.graphql.documents import Documents
from service.graphql.payloads import Payloads
from service.graphql.request import Operation
from service.graphql.running import Chosen, Outcome, Runner
from service.metrics import Transport
from tests.fixtures.ports import SNAPSHOT, FakePorts

FEED = 'subscription { matchEvents(matchId: "m_0001") { seq kind } }'


@pytest.fixture
def edge() -> Edge:
    return Edge()


@pytest.fixture
def runner(edge: Edge) -> Runner:
    schema = build_schema()
    return Runner(schema, Documents(schema.core), edge, Transport.WEBSOCKET)


def chosen_of(runner: Runner, query: str, name: str | None = None) -> Chosen:
    chosen = runner.choose(Operation(query, operation_name=name))
    assert isinstance(chosen, Chosen)
    return chosen


@pytest.mark.parametrize(
    ("query", "name", "message"),
    [
        ("{ me {", None, "Syntax Error: Expected Name, found <EOF>."),
        ("{ me { id } }", "Other", 'Unknown operation named "Other".'),
        (
            "query A { me { id } } query B { me { id } }",
            None,
            "The document has several operations: name one.",
        ),
        (
            "{ me { id } } { me { name } }",
            None,
            "The document has several operations: name one.",
        ),
        ("{ me { id } }", "", 'Unknown operation named "".'),
        ("fragment F on Player { id }", None, "The document has no operation."),
    ],
)
def test_what_names_no_operation_is_an_error_of_the_request(
    runner: Runner, query: str, name: str | None, message: str
) -> None:
    outcome = runner.choose(Operation(query, operation_name=name))

    assert isinstance(outcome, Outcome)
    assert [error.message for error in outcome.errors] == [message]
    assert outcome.is_request_error
    assert set(outcome.body()) == {"errors"}


def test_an_operation_is_chosen_by_its_name(runner: Runner) -> None:
    query = "query A { me { id } } mutation B { __typename } subscription C { __typename }"

    kinds = [chosen_of(runner, query, name).kind.value for name in "ABC"]

    assert kinds == ["query", "mutation", "subscription"]


async def test_payloads_of_one_item_are_made_once_for_all(runner: Runner) -> None:
    ports = FakePorts()
    ports.items = (SNAPSHOT,)

    async def payload_for(viewer: Viewer) -> bytes:
        chosen = chosen_of(runner, FEED)
        payloads = await runner.follow(chosen, Asked(ports.services(), viewer))
        assert isinstance(payloads, Payloads)
        return await anext(payloads)

    first, again = await payload_for(Viewer()), await payload_for(Viewer())

    assert first == b'{"data":{"matchEvents":{"seq":7,"kind":"SNAPSHOT"}}}'
    assert again is first


async def test_items_with_fields_that_ask_a_port_are_told_to_each_viewer_for_himself(
    runner: Runner, edge: Edge
) -> None:
    ports = FakePorts()
    ports.items = (SNAPSHOT,)
    query = 'subscription { matchEvents(matchId: "m_0001") { match { rules { players } } } }'

    for _ in range(2):
        payloads = await runner.follow(chosen_of(runner, query), Asked(ports.services()))
        assert isinstance(payloads, Payloads)
        told = [payload async for payload in payloads]
        assert told == [b'{"data":{"matchEvents":{"match":{"rules":{"players":4}}}}}']

    assert [name for name, *_ in ports.asked].count("rules") == 2
    assert len(edge.live.frames) == 0
