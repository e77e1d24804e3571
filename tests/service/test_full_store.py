"""A store without memory for writes: reads go on, writes are refused, proxies look elsewhere."""

from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

import httpx
import pytest
import redis
from starlette.applications import Starlette

from service.app import create_app
from service.config import Settings
from tests.fixtures.metrics import counted
from tests.fixtures.rest import client_of, guest, new_match

ADDED = """mutation($id: ID!) {
  addBot(matchId: $id) { __typename ... on Refusal { code } }
}"""


@contextmanager
def full(url: str) -> Iterator[None]:
    """Leave a server no memory for writes."""
    with redis.Redis.from_url(url) as client:
        client.config_set("maxmemory-policy", "noeviction")
        client.config_set("maxmemory", 1)
        try:
            yield
        finally:
            client.config_set("maxmemory", 0)


@pytest.fixture
async def app(empty_valkey_url: str) -> AsyncIterator[Starlette]:
    app = create_app(Settings.from_env({"REDIS_URL": empty_valkey_url}))
    async with app.router.lifespan_context(app):
        yield app


def told(answer: httpx.Response) -> tuple[int, str, str | None]:
    return answer.status_code, answer.json()["code"], answer.headers.get("retry-after")


async def test_writes_are_refused_by_both_transports_and_reads_go_on(
    app: Starlette, empty_valkey_url: str
) -> None:
    ada = await guest(app)
    match_id = await new_match(ada)
    path = f"/v1/matches/{match_id}"
    before = (await ada.get(path)).json()

    with full(empty_valkey_url):
        rest = await ada.post(f"{path}/bots", json={})
        new = await ada.post("/v1/matches", json={})
        graphql = await ada.post("/graphql", json={"query": ADDED, "variables": {"id": match_id}})
        during = (await ada.get(path)).json()
        ready, alive = await ada.get("/readyz"), await ada.get("/livez")
    after = await ada.get("/readyz")
    again = await ada.post(f"{path}/bots", json={})

    assert told(rest) == told(new) == (503, "STORE_FULL", "60")
    assert graphql.json()["data"] == {"addBot": None}
    assert graphql.json()["errors"][0]["extensions"]["code"] == "STORE_FULL"
    assert during == before
    assert told(ready)[:2] == (503, "STORE_UNAVAILABLE")
    assert alive.status_code == after.status_code == again.status_code == 200
    await ada.aclose()


async def test_the_limiter_lets_pass_what_it_cannot_count(
    app: Starlette, empty_valkey_url: str
) -> None:
    with full(empty_valkey_url):
        async with client_of(app) as nobody:
            answer = await nobody.get("/v1/matches/m_none")

    assert answer.status_code == 404
    assert counted(app.state.edge.metrics, "limiter_failures_total") == 1
