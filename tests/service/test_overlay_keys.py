"""Overlay keys over REST: good for reading what they open, and for nothing else."""

import re
from collections.abc import AsyncIterator

import httpx
import pytest
from starlette.applications import Starlette

from schema.errors import Code
from schema.rest.json_schemas import example
from schema.rest.operation import Access, Operation
from schema.rest.operations import OPERATIONS
from tests.fixtures.rest import app_of, client_of, guest, new_match
from tests.fixtures.services import memory_services

KEYED = {at.id for at in OPERATIONS if at.takes_key}
LOOKING = [at for at in OPERATIONS if at.access is not Access.OPEN]


@pytest.fixture
def app() -> Starlette:
    return app_of(memory_services())


@pytest.fixture
async def ada(app: Starlette) -> AsyncIterator[httpx.AsyncClient]:
    async with await guest(app, "Ada") as client:
        yield client


@pytest.fixture
async def nobody(app: Starlette) -> AsyncIterator[httpx.AsyncClient]:
    async with client_of(app) as client:
        yield client


async def a_key(client: httpx.AsyncClient, **choices: object) -> str:
    """Make a key and return its text."""
    answer = await client.post("/v1/overlay-keys", json=choices)
    assert answer.status_code == 201, answer.text
    key: str = answer.json()["key"]
    return key


def test_only_what_reads_matches_takes_a_key() -> None:
    takes = [at for at in OPERATIONS if at.takes_key]

    assert {at.method for at in takes} == {"GET"}
    assert all(at.path.startswith("/v1/matches") for at in takes)
    assert {"getMatch", "getMatchRules", "getEvents", "exportMatch", "listMatches"} <= KEYED
    assert "getMoves" not in KEYED


async def test_a_key_of_a_match_opens_that_match_and_no_other(
    ada: httpx.AsyncClient, nobody: httpx.AsyncClient
) -> None:
    match_id, other_id = await new_match(ada), await new_match(ada)
    key = await a_key(ada, matchId=match_id)

    for path in ("", "/rules", "/events"):
        opened = await nobody.get(f"/v1/matches/{match_id}{path}?key={key}")
        closed = await nobody.get(f"/v1/matches/{other_id}{path}?key={key}")
        assert opened.status_code == 200, opened.text
        assert (closed.status_code, closed.json()["code"]) == (403, Code.FORBIDDEN)
        assert closed.headers["www-authenticate"] == 'Bearer realm="kierki"'
    assert key.startswith("ko_")
    seen = (await nobody.get(f"/v1/matches/{match_id}?key={key}")).json()
    assert seen["viewerSeat"] is None


async def test_a_key_of_a_player_opens_and_lists_the_matches_he_sits_in(
    ada: httpx.AsyncClient, nobody: httpx.AsyncClient
) -> None:
    mine = await new_match(ada)
    watched = await new_match(ada, sit=False)
    key = await a_key(ada)

    assert (await nobody.get(f"/v1/matches/{mine}?key={key}")).status_code == 200
    assert (await nobody.get(f"/v1/matches/{watched}?key={key}")).status_code == 403
    listed = (await nobody.get(f"/v1/matches?key={key}")).json()
    assert mine in [match["id"] for match in listed["items"]]
    assert all(match["viewerSeat"] is None for match in listed["items"])


async def test_a_key_of_a_match_lists_nothing(
    ada: httpx.AsyncClient, nobody: httpx.AsyncClient
) -> None:
    key = await a_key(ada, matchId=await new_match(ada))

    assert (await nobody.get(f"/v1/matches?key={key}")).status_code == 403


@pytest.mark.parametrize("at", LOOKING, ids=lambda at: at.id)
async def test_a_key_is_no_token(
    ada: httpx.AsyncClient, nobody: httpx.AsyncClient, at: Operation
) -> None:
    key = await a_key(ada)
    path = re.sub(r"{(\w+)}", "x_1", at.path)
    body = None if at.example is None else example(at.example)

    stolen = {"Authorization": f"Bearer {key}"}
    as_token = await nobody.request(at.method, path, json=body, headers=stolen)
    in_address = await nobody.request(at.method, f"{path}?key={key}", json=body)

    assert (as_token.status_code, as_token.json()["code"]) == (401, Code.UNAUTHENTICATED)
    if at.id in KEYED:
        assert in_address.status_code in {200, 404, 422}
    else:
        assert in_address.status_code in {401, 404, 422}  # as without it, or no such parameter
        assert in_address.json()["code"] != Code.MATCH_NOT_FOUND


async def test_a_token_in_an_address_is_never_taken(
    ada: httpx.AsyncClient, nobody: httpx.AsyncClient
) -> None:
    match_id = await new_match(ada)
    token = ada.headers["authorization"].removeprefix("Bearer ")

    as_key = await nobody.get(f"/v1/matches/{match_id}?key={token}")
    disguised = await nobody.get(f"/v1/matches/{match_id}?key=ko_{token[3:]}")
    as_token = await nobody.get(f"/v1/me?access_token={token}")

    assert [as_key.status_code, disguised.status_code, as_token.status_code] == [401, 401, 401]


async def test_a_token_and_a_key_at_once_are_refused(ada: httpx.AsyncClient) -> None:
    match_id = await new_match(ada)
    key = await a_key(ada, matchId=match_id)

    answer = await ada.get(f"/v1/matches/{match_id}?key={key}")

    assert (answer.status_code, answer.json()["code"]) == (422, Code.INVALID_INPUT)


async def test_a_key_is_listed_without_its_text_and_can_be_taken_back(
    ada: httpx.AsyncClient, nobody: httpx.AsyncClient
) -> None:
    match_id = await new_match(ada)
    made = (await ada.post("/v1/overlay-keys", json={"matchId": match_id})).json()
    path = f"/v1/matches/{match_id}?key={made['key']}"
    assert (await nobody.get(path)).status_code == 200

    listed = await ada.get("/v1/overlay-keys")
    assert [item["id"] for item in listed.json()["items"]] == [made["id"]]
    assert made["key"] not in listed.text
    assert (await ada.get("/v1/tokens")).json()["items"][0]["id"] != made["id"]
    assert (await ada.delete(f"/v1/tokens/{made['id']}")).status_code == 404
    assert (await ada.delete(f"/v1/overlay-keys/{made['id']}")).json()["matchId"] == match_id

    assert (await nobody.get(path)).status_code == 401
    again = await ada.delete(f"/v1/overlay-keys/{made['id']}")
    assert (again.status_code, again.json()["code"]) == (404, Code.KEY_NOT_FOUND)


async def test_only_the_owner_and_who_sits_there_make_a_key_for_a_match(
    app: Starlette, ada: httpx.AsyncClient
) -> None:
    match_id = await new_match(ada, sit=False)
    await a_key(ada, matchId=match_id)
    async with await guest(app, "Bob") as bob:
        before = await bob.post("/v1/overlay-keys", json={"matchId": match_id})
        await bob.post(f"/v1/matches/{match_id}/seats", json={})
        after = await bob.post("/v1/overlay-keys", json={"matchId": match_id})
        unknown = await bob.post("/v1/overlay-keys", json={"matchId": "m_none"})

    assert (before.status_code, before.json()["code"]) == (403, Code.NOT_SEATED)
    assert after.status_code == 201
    assert unknown.json()["code"] == Code.MATCH_NOT_FOUND
