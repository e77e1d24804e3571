"""What happens in a lobby and to seats, over both transports, which answer alike."""

import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from msgspec import Struct
from starlette.applications import Starlette

from schema.rest.responses import NDJSON
from service.store.memory import MemoryStore
from service.store.people.record import Player
from tests.fixtures.graphql import GraphQLClient
from tests.fixtures.house import Clock, house_on
from tests.fixtures.rest import OpenStream, app_of, client_of, new_match

# A mutation and its twin: path below the match, and body.
PAIRS: dict[str, tuple[str, str, dict[str, object]]] = {
    "kick": ("kick(matchId: $id, seat: 1)", "kick", {"seat": 1}),
    "reorder": (
        "reorderSeats(matchId: $id, order: [0, 2, 1])",
        "order",
        {"order": [0, 2, 1]},
    ),
    "bad order": (
        "reorderSeats(matchId: $id, order: [0, 0, 1])",
        "order",
        {"order": [0, 0, 1]},
    ),
    "keep": (
        'keepSeat(matchId: $id, playerId: "p_bob", seat: 2)',
        "kept-seats",
        {"playerId": "p_bob", "seat": 2},
    ),
    "keep for nobody": (
        'keepSeat(matchId: $id, playerId: "p_none")',
        "kept-seats",
        {"playerId": "p_none"},
    ),
    "take over too soon": ("takeOver(matchId: $id)", "take-over", {}),
    "reclaim too soon": ("reclaimSeat(matchId: $id)", "reclaim", {}),
    "resign too soon": ("resign(matchId: $id)", "resign", {}),
    "start": (
        "startMatch(matchId: $id, fillWithBots: true)",
        "start",
        {"fillWithBots": True},
    ),
    "take over": ("takeOver(matchId: $id)", "take-over", {}),
    "reclaim": ("reclaimSeat(matchId: $id)", "reclaim", {}),
    "resign": ("resign(matchId: $id)", "resign", {}),
    "resign again": ("resign(matchId: $id)", "resign", {}),
}
SEEN = "version status seats { seat kind name keptFor level givenUp }"


class Ada(Struct):
    """Ada at one application, over both transports."""

    app: Starlette
    http: httpx.AsyncClient
    graphql: GraphQLClient


@pytest.fixture
async def ada() -> AsyncIterator[Ada]:
    clock = Clock()
    house = house_on(clock, MemoryStore(clock))
    made = await house.services.players.guest("Ada")
    await house.store.accounts.put(Player("p_bob", "Bob", guest=True, created_ms=1))
    app = app_of(house.services)
    async with client_of(app, made.token) as http:
        yield Ada(app, http, GraphQLClient(app, made.token))


async def by_rest(ada: Ada, match_id: str, path: str, body: dict[str, object]) -> dict[str, Any]:
    """Return what REST answers, a refusal as its code."""
    answer = await ada.http.post(f"/v1/matches/{match_id}/{path}", json=body or None)
    told = answer.json()
    if not answer.is_success:
        return {"code": told["code"], "version": told.get("version")}
    shown = ("seat", "kind", "name", "keptFor", "level", "givenUp")
    seats = [{name: seat[name] for name in shown} for seat in told["seats"]]
    return {"version": told["version"], "status": told["status"], "seats": seats}


async def by_graphql(ada: Ada, match_id: str, call: str) -> dict[str, Any]:
    """Return what GraphQL answers in the words of REST."""
    union = call.partition("(")[0]
    members = {
        "kick": "SeatFreed",
        "reorderSeats": "SeatsReordered",
        "keepSeat": "SeatKept",
        "takeOver": "SeatTakenOver",
        "reclaimSeat": "SeatReclaimed",
        "resign": "SeatResigned",
        "startMatch": "MatchStarted",
    }
    data = await ada.graphql.data(
        f"mutation($id: ID!) {{ {call} {{ ... on {members[union]} {{ match {{ {SEEN} }} }}"
        " ... on Refusal { code matchVersion } } }",
        id=match_id,
    )
    answer = data[union]
    if "code" in answer:
        return {"code": answer["code"], "version": answer["matchVersion"]}
    found: dict[str, Any] = _small(answer["match"])
    return found


def _small(value: Any) -> Any:
    match value:
        case dict():
            return {
                name: at.lower()
                if name in {"kind", "status", "level", "givenUp"} and at
                else _small(at)
                for name, at in value.items()
            }
        case list():
            return [_small(at) for at in value]
        case _:
            return value


async def test_both_transports_answer_alike_step_by_step(ada: Ada) -> None:
    matches = [await new_match(ada.http, players=3, seed=5) for _ in range(2)]
    for match_id in matches:
        await ada.http.post(f"/v1/matches/{match_id}/bots", json={"seat": 1})

    for name, (call, path, body) in PAIRS.items():
        rest = await by_rest(ada, matches[0], path, body)
        graphql = await by_graphql(ada, matches[1], call)
        assert rest == graphql, name
        is_refused = any(word in name for word in ("again", "bad", "nobody", "too soon"))
        assert ("code" in rest) == is_refused, (name, rest)


async def test_a_move_is_checked_over_both_transports(ada: Ada) -> None:
    match_id = await new_match(ada.http, players=3, seed=5)
    await ada.http.post(f"/v1/matches/{match_id}/start", json={"fillWithBots": True})
    query = (
        "query($id: ID!, $move: MoveInput!) { validateMove(matchId: $id, move: $move) {"
        " ... on MoveAllowed { version move } ... on Refusal { code matchVersion section } } }"
    )

    moves = (await ada.http.get(f"/v1/matches/{match_id}/moves")).json()["legalMoves"]
    for text in ("dance", "play QS", "trump H", *(moves or {"moves": ()})["moves"]):
        rest = await ada.http.post(f"/v1/matches/{match_id}/moves/check", json={"move": text})
        told = (await ada.graphql.data(query, id=match_id, move={"text": text}))["validateMove"]
        body = rest.json()
        if rest.is_success:
            assert told == {"version": body["version"], "move": body["move"]}
        else:
            shown = (body["code"], body.get("version"), body.get("section"))
            assert shown == (told["code"], told["matchVersion"], told["section"])


async def test_both_transports_find_the_same_matches(ada: Ada) -> None:
    public = {"players": 3, "visibility": "public"}
    made = [await new_match(ada.http, **public) for _ in range(3)]
    await ada.http.post(f"/v1/matches/{made[0]}/start", json={"fillWithBots": True})
    me = (await ada.http.get("/v1/me")).json()["id"]
    pairs = {
        "/v1/open-matches?first=1": "openMatches(first: 1)",
        "/v1/open-matches?ruleSet=greek": 'openMatches(ruleSet: "greek")',
        "/v1/running-matches?": "runningMatches",
        "/v1/matches?status=lobby": "matches(status: LOBBY)",
        "/v1/matches?first=2": "matches(first: 2)",
        f"/v1/players/{me}/matches?": f'playerMatches(playerId: "{me}")',
    }

    for path, field in pairs.items():
        rest = (await ada.http.get(path)).json()
        graphql = await ada.graphql.data(
            f"{{ list: {field} {{ ... on MatchConnection {{ edges {{ node {{ id }} }}"
            " pageInfo { hasNextPage endCursor } } } }"
        )
        ids = [edge["node"]["id"] for edge in graphql["list"]["edges"]]
        assert [match["id"] for match in rest["items"]] == ids, path
        info = graphql["list"]["pageInfo"]
        assert info["hasNextPage"] == (rest["next"] is not None), path
        if rest["next"] is not None:
            assert info["endCursor"] == rest["next"]


async def test_an_invite_code_is_looked_up_over_both_transports(ada: Ada) -> None:
    made = await ada.http.post("/v1/matches", json={"visibility": "invited"})
    code = made.json()["inviteCode"]
    query = "query($code: String!) { matchByInvite(code: $code) { id } }"

    found = await ada.http.get(f"/v1/invites/{code.lower()}")
    none = await ada.http.get("/v1/invites/22222222")

    assert found.json()["id"] == made.json()["id"]
    assert (none.status_code, none.json()["code"]) == (404, "MATCH_NOT_FOUND")
    assert (await ada.graphql.data(query, code=code))["matchByInvite"]["id"] == found.json()["id"]
    assert (await ada.graphql.data(query, code="22222222"))["matchByInvite"] is None


async def test_quick_matches_and_rematches_are_served_by_both_transports(ada: Ada) -> None:
    quick = await ada.http.post("/v1/quick-match", json={"players": 3})
    again = await ada.graphql.data(
        "mutation { quickMatch(input: {players: 3}) {"
        " ... on QuickMatchJoined { match { id viewerSeat } } } }"
    )
    assert again["quickMatch"]["match"] == {"id": quick.json()["id"], "viewerSeat": 0}

    going_on = quick.json()["id"]
    early = await ada.http.post(f"/v1/matches/{going_on}/rematch")
    told = await ada.graphql.data(
        "mutation($id: ID!) { rematch(matchId: $id) { ... on Refusal { code } } }", id=going_on
    )
    assert early.json()["code"] == told["rematch"]["code"] == "MATCH_NOT_OVER"


async def test_presence_is_told_beside_the_tagged_match(ada: Ada) -> None:
    match_id = await new_match(ada.http, players=3)
    before = await ada.http.get(f"/v1/matches/{match_id}")

    rest = await ada.http.get(f"/v1/matches/{match_id}/presence")
    query = "query($id: ID!) { match(id: $id) { presence { seat present } } }"
    graphql = await ada.graphql.data(query, id=match_id)

    assert "etag" not in rest.headers
    assert rest.json()["seats"][0] == {"seat": 0, "present": True}
    assert graphql["match"]["presence"] == rest.json()["seats"]
    assert (await ada.http.get(f"/v1/matches/{match_id}")).headers["etag"] == before.headers["etag"]


async def test_turns_are_told_as_a_page_and_as_a_stream(ada: Ada) -> None:
    match_id = await new_match(ada.http, players=3)
    await ada.http.post(f"/v1/matches/{match_id}/start", json={"fillWithBots": True})
    page = (await ada.http.get("/v1/turns")).json()
    asked = (await ada.http.get(f"/v1/matches/{match_id}/moves")).json()["legalMoves"]
    headers = {name: text for name, text in ada.http.headers.items() if name == "authorization"}

    async with OpenStream(ada.app, "/v1/turns", {**headers, "accept": NDJSON}) as stream:
        assert (await stream.start())[0] == 200
        await stream.chunk()
        first = json.loads(await stream.chunk() or "")

    assert [turn["matchId"] for turn in page["items"]] == ([match_id] if asked else [])
    assert (first["kind"], first["turns"]) == ("waiting", page["items"])
