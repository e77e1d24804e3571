"""The analysis of a match over both transports: the same answer, and the same codes."""

import httpx
import pytest

from engine.events import Cause
from schema.export import CONTRACT
from service.graphql import GraphQLApp
from service.store.analysis import Analysis, JudgedMove
from tests.fixtures.analysed import finished
from tests.fixtures.graphql import GraphQLClient
from tests.fixtures.house import OLA, House, open_house
from tests.fixtures.rest import app_of, client_of

OPERATION = (CONTRACT.with_name("operations") / "MatchAnalysis.graphql").read_text("utf-8")
MOVES = (
    JudgedMove(3, 1, 0, Cause.PLAYER, "play QS", "play KH", 125, 5),
    JudgedMove(4, 1, 1, Cause.BOT, "play 2C", "play 2C", 0),
    JudgedMove(5, 2, 1, Cause.BOT, "bid 30", "pass"),
)


@pytest.fixture
def house() -> House:
    return open_house()


async def over_rest(house: House, match_id: str, **query: int) -> httpx.Response:
    """Return what REST answers to nobody."""
    async with client_of(app_of(house.services)) as client:
        return await client.get(f"/v1/matches/{match_id}/analysis", params=query)


async def over_graphql(house: House, match_id: str, **variables: int) -> dict[str, object]:
    """Return what GraphQL answers to nobody."""
    client = GraphQLClient(GraphQLApp(house.services, development=False))
    answer = await client.data(OPERATION, matchId=match_id, **variables)
    found: dict[str, object] = answer["matchAnalysis"]
    return found


async def test_both_tell_the_same(house: House) -> None:
    match_id = await finished(house)
    kept = Analysis(9, ready=True, worlds=60, spent_ms=41, missing=2, moves=MOVES)
    await house.store.analyses.keep(match_id, kept, 0)

    rest, graphql = await over_rest(house, match_id), await over_graphql(house, match_id)

    assert rest.status_code == 200
    body = rest.json()
    assert body["matchId"] == match_id
    assert (body["state"], body["complete"], body["missing"]) == ("ready", False, 2)
    assert (body["level"], body["worlds"]) == ("strong", 60)
    assert body["moves"][0] == {
        "version": 3,
        "deal": 1,
        "seat": 0,
        "cause": "player",
        "move": "play QS",
        "best": "play KH",
        "lost": 1.25,
        "error": 0.05,
    }
    assert body["moves"][2]["lost"] is None
    assert body["seats"][0]["worst"] == body["moves"][0]
    assert (graphql["state"], graphql["level"]) == ("READY", "STRONG")
    assert graphql["done"] is True
    moves = [{**at, "cause": at["cause"].upper()} for at in body["moves"]]
    assert graphql["moves"] == moves
    for told, other in zip(graphql["seats"], body["seats"], strict=True):  # type: ignore[call-overload]
        assert told["lost"] == other["lost"]
        assert [at["deal"] for at in told["deals"]] == [at["deal"] for at in other["deals"]]


async def test_both_give_the_moves_of_a_deal_and_a_seat(house: House) -> None:
    match_id = await finished(house)
    await house.store.analyses.keep(match_id, Analysis(9, ready=True, moves=MOVES), 0)

    rest = (await over_rest(house, match_id, deal=1, seat=1)).json()
    graphql = await over_graphql(house, match_id, deal=1, seat=1)

    assert [at["version"] for at in rest["moves"]] == [4]
    assert [at["version"] for at in graphql["moves"]] == [4]  # type: ignore[attr-defined]


async def test_both_refuse_with_the_same_codes(house: House) -> None:
    match = await house.match_of(OLA)
    in_play = await over_rest(house, match.id)
    missing = await over_rest(house, "m_none")

    assert (in_play.status_code, in_play.json()["code"]) == (409, "MATCH_NOT_OVER")
    assert (await over_graphql(house, match.id))["code"] == "MATCH_NOT_OVER"
    assert (missing.status_code, missing.json()["code"]) == (404, "MATCH_NOT_FOUND")
    assert (await over_graphql(house, "m_none"))["code"] == "MATCH_NOT_FOUND"


async def test_an_analysis_has_a_tag_that_changes_as_it_goes_on(house: House) -> None:
    match_id = await finished(house)
    first = await over_rest(house, match_id)
    again = await over_rest(house, match_id)
    await house.store.analyses.keep(match_id, Analysis(9, ready=True, moves=MOVES), 0)
    after = await over_rest(house, match_id)

    assert first.json()["state"] == "pending"
    assert first.headers["etag"] == again.headers["etag"] != after.headers["etag"]
