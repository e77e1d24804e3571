"""A match that a newer release has written: an older process sends its clients elsewhere."""

from collections.abc import AsyncIterator

import pytest
import redis
from starlette.applications import Starlette

from service.app import create_app
from service.config import Settings
from service.store.codec import CODEC
from service.store.keys import match_keys
from tests.fixtures.metrics import counted
from tests.fixtures.rest import guest, new_match

_QUERY = "query($id: ID!) { match(id: $id) { id } }"


@pytest.fixture
async def app(empty_valkey_url: str) -> AsyncIterator[Starlette]:
    app = create_app(Settings.from_env({"REDIS_URL": empty_valkey_url}))
    async with app.router.lifespan_context(app):
        yield app


async def test_what_a_newer_release_has_written_is_asked_for_again(
    app: Starlette, empty_valkey_url: str
) -> None:
    ada = await guest(app)
    match_id = await new_match(ada)
    path = f"/v1/matches/{match_id}"
    with redis.Redis.from_url(empty_valkey_url) as client:
        client.setrange(match_keys(match_id).state, 0, bytes((CODEC + 1,)))
        before = client.get(match_keys(match_id).state)

        read, feed = await ada.get(path), await ada.get(f"{path}/events?after=0")
        write = await ada.post(f"{path}/bots", json={})
        graphql = await ada.post("/graphql", json={"query": _QUERY, "variables": {"id": match_id}})

        assert client.get(match_keys(match_id).state) == before
    for answer in (read, feed, write):
        assert (answer.status_code, answer.json()["code"]) == (503, "BUSY")
        assert answer.headers["retry-after"] == "1"
    assert graphql.json()["errors"][0]["extensions"]["code"] == "BUSY"
    assert counted(app.state.edge.metrics, "faults_total", transport="rest") == 0
    await ada.aclose()
