"""What is told of errors: refusals and request errors as they are, faults masked and logged."""

import json

import pytest
import structlog
from msgspec.structs import replace
from structlog.testing import capture_logs

from schema.errors import Code, refused
from schema.graphql.results import ERROR_CODES
from service.edge import Edge
from service.graphql import GraphQLApp
from tests.fixtures.graphql import GraphQLClient, codes
from tests.fixtures.metrics import counted
from tests.fixtures.ports import ALAS_TOKEN, MATCH, FakePorts

MATCHES = "{ matches { __typename ... on Refusal { code message } } me { name } }"
SECRET = "hand of seat 2: QS"


@pytest.fixture
def ports() -> FakePorts:
    return FakePorts()


@pytest.fixture
def edge() -> Edge:
    return Edge()


@pytest.fixture
def client(ports: FakePorts, edge: Edge) -> GraphQLClient:
    app = GraphQLApp(ports.services(), development=False, edge=edge)
    return GraphQLClient(app, ALAS_TOKEN)


async def test_fault_is_masked_and_logged_with_the_id_that_is_told(
    client: GraphQLClient, ports: FakePorts, edge: Edge
) -> None:
    fault = RuntimeError(SECRET)
    ports.fails["mine"] = fault

    with capture_logs() as logged:
        body = await client.run(MATCHES)

    assert body["data"] == {"matches": None, "me": {"name": "Ala"}}
    (error,) = body["errors"]
    assert error["message"] == "The service has failed."
    assert error["path"] == ["matches"]
    assert error["extensions"] == {"code": "INTERNAL", "requestId": logged[0]["fault_id"]}
    assert SECRET not in json.dumps(body)
    assert [(line["event"], line["path"], line["exc_info"]) for line in logged] == [
        ("request_failed", "matches", fault)
    ]
    assert counted(edge.metrics, "faults_total", transport="graphql") == 1


async def test_fault_goes_by_the_id_of_its_request(client: GraphQLClient, ports: FakePorts) -> None:
    ports.fails["mine"] = RuntimeError(SECRET)

    with structlog.contextvars.bound_contextvars(request_id="r_17"), capture_logs():
        body = await client.run(MATCHES)

    assert body["errors"][0]["extensions"] == {"code": "INTERNAL", "requestId": "r_17"}


async def test_value_that_does_not_fit_its_type_is_a_fault(
    client: GraphQLClient, ports: FakePorts
) -> None:
    ports.seen = replace(MATCH, version=2**40)

    with capture_logs() as logged:
        body = await client.run('{ match(id: "m_0001") { version } }')

    assert body["data"] == {"match": None}
    assert codes(body) == ["INTERNAL"]
    assert str(2**40) not in json.dumps(body)
    assert len(logged) == 1


@pytest.mark.parametrize("code", sorted(ERROR_CODES))
async def test_missing_right_or_own_fault_is_an_error_with_its_code(
    client: GraphQLClient, ports: FakePorts, code: Code
) -> None:
    ports.fails["mine"] = refused(code, "What is told.")

    with capture_logs() as logged:
        body = await client.run(MATCHES)

    assert body["data"] == {"matches": None, "me": {"name": "Ala"}}
    assert codes(body) == [code.value]
    assert body["errors"][0]["message"] == "What is told."
    assert logged == []


@pytest.mark.parametrize("code", sorted(set(Code) - ERROR_CODES))
async def test_every_other_code_is_told_by_the_answer_and_counted(
    client: GraphQLClient, ports: FakePorts, edge: Edge, code: Code
) -> None:
    ports.fails["mine"] = refused(code, "What is told.")

    data = await client.data(MATCHES)

    assert data["matches"] == {
        "__typename": "Refusal",
        "code": code.value,
        "message": "What is told.",
    }
    assert counted(edge.metrics, "refusals_total", transport="graphql", code=code.value) == 1


async def test_fault_before_any_operation_is_counted_too(
    client: GraphQLClient, ports: FakePorts, edge: Edge
) -> None:
    ports.fails["viewer"] = RuntimeError(SECRET)

    with capture_logs() as logged:
        answer = await client.post(MATCHES)

    assert answer.status_code == 500
    assert SECRET not in answer.text
    assert len(logged) == 1
    assert counted(edge.metrics, "faults_total", transport="graphql") == 1


async def test_error_of_the_request_keeps_its_words(client: GraphQLClient) -> None:
    body = await client.run("{ nobody }")

    assert body == {
        "errors": [
            {
                "message": "Cannot query field 'nobody' on type 'Query'.",
                "locations": [{"line": 1, "column": 3}],
                "extensions": {"code": "INVALID_INPUT"},
            }
        ]
    }


async def test_wrong_variable_keeps_its_words_and_is_not_logged(client: GraphQLClient) -> None:
    with capture_logs() as logged:
        body = await client.run("query($first: Int!) { matches(first: $first) { __typename } }")

    assert set(body) == {"errors"}
    assert codes(body) == ["INVALID_INPUT"]
    assert logged == []
