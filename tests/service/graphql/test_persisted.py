"""Published operations by their ids."""

import httpx
import pytest

from schema.documents import documents
from schema.errors import Code
from service.edge import Edge
from service.graphql import GraphQLApp
from tests.fixtures.graphql import GraphQLClient, codes
from tests.fixtures.ports import ALAS_TOKEN, FakePorts

BY_NAME = {at.name: at for at in documents()}
MATCH, GUEST = BY_NAME["Match"], BY_NAME["CreateGuest"]
VARIABLES = {"id": "m_0001"}


def client_of(ports: FakePorts, *, only: bool) -> GraphQLClient:
    edge = Edge(persisted_only=only)
    return GraphQLClient(GraphQLApp(ports.services(), development=True, edge=edge), ALAS_TOKEN)


@pytest.fixture
def ports() -> FakePorts:
    return FakePorts()


@pytest.fixture
def client(ports: FakePorts) -> GraphQLClient:
    return client_of(ports, only=False)


async def by_id(client: GraphQLClient, document_id: object, **more: object) -> httpx.Response:
    return await client.send("POST", json={"documentId": document_id, **more})


async def test_an_id_stands_for_its_text(client: GraphQLClient) -> None:
    by_text = await client.post(MATCH.text, **VARIABLES)
    posted = await by_id(client, MATCH.id, variables=VARIABLES)
    got = await client.send("GET", params={"documentId": MATCH.id, "variables": '{"id": "m_0001"}'})

    assert by_text.json()["data"]["match"]["id"] == "m_0001"
    assert by_text.json() == posted.json() == got.json()


async def test_a_browser_that_names_an_operation_gets_its_answer(client: GraphQLClient) -> None:
    answer = await client.send(
        "GET",
        params={"documentId": MATCH.id, "variables": '{"id": "m_0001"}'},
        headers={"accept": "text/html, */*"},
    )

    assert answer.json()["data"]["match"]["id"] == "m_0001"


async def test_a_mutation_by_id_needs_post_too(client: GraphQLClient, ports: FakePorts) -> None:
    answer = await client.send(
        "GET", params={"documentId": GUEST.id, "variables": '{"name": "Ala"}'}
    )

    assert answer.status_code == 405
    assert ports.asked == []


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ({"documentId": "sha256:00"}, Code.UNKNOWN_DOCUMENT),
        ({"documentId": ""}, Code.UNKNOWN_DOCUMENT),
        ({"documentId": MATCH.id.upper()}, Code.UNKNOWN_DOCUMENT),
        ({"documentId": MATCH.id, "query": MATCH.text}, Code.INVALID_INPUT),
        ({"documentId": 7}, Code.INVALID_INPUT),
        ({"documentId": None}, Code.INVALID_INPUT),
        ({}, Code.INVALID_INPUT),
        ({"query": "  "}, Code.INVALID_INPUT),
    ],
)
async def test_what_names_no_operation_is_refused(
    client: GraphQLClient, ports: FakePorts, request_: dict[str, object], code: Code
) -> None:
    answer = await client.send("POST", json=request_)

    assert answer.status_code == 400
    assert codes(answer.json()) == [code]
    assert ports.asked == []


async def test_a_closed_deployment_takes_nothing_else(ports: FakePorts) -> None:
    closed = client_of(ports, only=True)

    other = await closed.post("{ me { name } }")
    by_its_id = await by_id(closed, MATCH.id, variables=VARIABLES)
    by_its_text = await closed.post(MATCH.text, **VARIABLES)

    assert other.status_code == 403
    assert codes(other.json()) == [Code.PERSISTED_ONLY]
    assert by_its_id.status_code == by_its_text.status_code == 200
