"""Entropy and exports by the published operations, on the real use cases."""

import pytest

from engine.notation.reading import read
from engine.notation.rerun import rerun
from schema.export import CONTRACT
from schema.model import NewMatch
from service.graphql import GraphQLApp
from tests.fixtures.graphql import GraphQLClient
from tests.fixtures.house import ALA, House, open_house

OPERATIONS = {
    path.stem: path.read_text("utf-8") for path in CONTRACT.with_name("operations").iterdir()
}
EXPORT = "query ($id: ID!) { matchExport(matchId: $id) { ... on MatchExport { text json } } }"


@pytest.fixture
def house() -> House:
    return open_house()


@pytest.fixture
def app(house: House) -> GraphQLApp:
    return GraphQLApp(house.services, development=False)


async def test_entropy_is_told_by_its_receipt(app: GraphQLApp) -> None:
    made = await GraphQLClient(app).data(OPERATIONS["CreateGuest"], name="Ada")
    client = GraphQLClient(app, made["createGuest"]["token"])
    created = await client.data(OPERATIONS["CreateMatch"], input={})
    match_id = created["createMatch"]["match"]["id"]

    async def add(deal: int, value: str) -> dict[str, object]:
        variables = {"matchId": match_id, "deal": deal, "value": value}
        answer = await client.data(OPERATIONS["AddEntropy"], **variables)
        found: dict[str, object] = answer["addEntropy"]
        return found

    first, again = await add(1, "00ff"), await add(1, "00ff")
    refused = [(await add(*asked))["code"] for asked in ((1, "01"), (2, "00"), (1, "xyz"))]

    assert first == again
    assert (first["__typename"], first["deal"], first["seat"]) == ("EntropyReceipt", 1, 0)
    assert refused == ["ENTROPY_TWICE", "ENTROPY_CLOSED", "INVALID_INPUT"]


async def test_a_match_is_exported_once_it_is_over(app: GraphQLApp, house: House) -> None:
    lobby, new = house.services.lobby, NewMatch(rule_set="lottery", sit=False)
    match = await lobby.create(ALA, new)
    await lobby.start(ALA, match.id, fill=True)
    client = GraphQLClient(app)

    early = await client.data(OPERATIONS["MatchExport"], matchId=match.id)
    while (await house.store.read(match.id)).record.status == "playing":
        await house.others_move(match.id)
    told = (await client.data(EXPORT, id=match.id))["matchExport"]

    assert early["matchExport"]["code"] == "MATCH_NOT_OVER"
    assert read(told["text"]) == read(told["json"])
    assert rerun(read(told["text"])).faults == ()
