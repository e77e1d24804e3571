"""The application as a whole: addresses, other origins, readiness, both transports."""

from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

from schema.errors import Code
from service.app import create_app
from service.config import Environment, Settings
from service.errors import ConfigError
from tests.fixtures.ports import ALAS_TOKEN, FakePorts
from tests.fixtures.rest import app_of, client_of


@pytest.fixture
def ports() -> FakePorts:
    return FakePorts()


@pytest.fixture
def app(ports: FakePorts) -> Starlette:
    return app_of(ports.services())


def code(answer: httpx.Response) -> tuple[int, str]:
    """Return the status and the code of a problem."""
    assert answer.headers["content-type"] == "application/problem+json"
    return answer.status_code, answer.json()["code"]


@pytest.mark.parametrize("path", ["/nowhere", "/v1", "/v1/matches/", "/v1/matches/m_1/x", "/V1/me"])
async def test_there_is_nothing_elsewhere(app: Starlette, path: str) -> None:
    async with client_of(app) as nobody:
        answer = await nobody.get(path)

    assert code(answer) == (404, Code.NOT_FOUND)


async def test_a_page_of_any_origin_may_call(app: Starlette) -> None:
    origin = {"Origin": "https://table.example"}
    asking = {
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization, content-type, x-request-id",
    }
    async with client_of(app) as nobody:
        preflight = await nobody.options("/v1/matches", headers={**origin, **asking})
        graphql = await nobody.options("/graphql", headers={**origin, **asking})
        refused = await nobody.post("/v1/matches", headers=origin)

    for answer in (preflight, graphql):
        assert answer.status_code == 200
        assert (
            answer.headers["access-control-allow-headers"]
            == asking["Access-Control-Request-Headers"]
        )
        assert "POST" in answer.headers["access-control-allow-methods"]
    for answer in (preflight, graphql, refused):
        assert answer.headers["access-control-allow-origin"] == "*"
        assert "access-control-allow-credentials" not in answer.headers
    exposed = refused.headers["access-control-expose-headers"]
    assert {"X-Request-Id", "Server-Time-Ms", "Retry-After", "Location"} <= set(exposed.split(", "))


async def test_a_page_of_another_origin_can_read_a_failure(
    app: Starlette, ports: FakePorts
) -> None:
    ports.fails["match"] = RuntimeError("queen of spades")
    async with client_of(app) as nobody:
        answer = await nobody.get("/v1/matches/m_1", headers={"Origin": "https://table.example"})

    assert code(answer) == (500, Code.INTERNAL)
    assert answer.headers["access-control-allow-origin"] == "*"


async def test_a_process_is_not_ready_without_its_store(app: Starlette, ports: FakePorts) -> None:
    ports.fails["ready"] = RuntimeError("down")
    async with client_of(app) as nobody:
        ready, alive = await nobody.get("/readyz"), await nobody.get("/livez")

    assert code(ready) == (503, Code.STORE_UNAVAILABLE)
    assert ready.headers["retry-after"] == "2"
    assert alive.status_code == 200


async def test_a_process_that_stops_is_no_longer_ready(app: Starlette) -> None:
    async with client_of(app) as nobody:
        before = await nobody.get("/readyz")
        app.state.stopping.request()
        after = await nobody.get("/readyz")

    assert before.status_code == 200
    assert code(after) == (503, Code.STORE_UNAVAILABLE)


async def test_both_transports_ask_the_same_services(app: Starlette, ports: FakePorts) -> None:
    async with client_of(app, ALAS_TOKEN) as ala:
        rest = await ala.get("/v1/matches/m_0001")
        graphql = await ala.post(
            "/graphql", json={"query": '{ match(id: "m_0001") { id version } }'}
        )

    assert rest.json()["id"] == graphql.json()["data"]["match"]["id"] == "m_0001"
    assert ports.asked == [("match", "p_ala", "m_0001"), ("match", "p_ala", "m_0001")]


async def test_a_body_of_more_than_64_kb_is_refused_on_both_transports(app: Starlette) -> None:
    body = b"{" + b" " * 65_536
    headers = {"Content-Type": "application/json"}
    async with client_of(app, ALAS_TOKEN) as ala:
        rest = await ala.post("/v1/matches", content=body, headers=headers)
        graphql = await ala.post("/graphql", content=body, headers=headers)

    assert rest.status_code == graphql.status_code == 413


async def test_graphiql_is_shown_in_development_only(ports: FakePorts) -> None:
    shown = {}
    for environment in Environment:
        settings = Settings(data_dir=Path("/nonexistent"), environment=environment)
        app = create_app(settings, services=ports.services())
        async with client_of(app) as browser:
            answer = await browser.get("/graphql", headers={"Accept": "text/html"})
        shown[environment] = answer.headers["content-type"].startswith("text/html")

    assert shown == {Environment.DEVELOPMENT: True, Environment.PRODUCTION: False}


def test_an_api_without_a_server_for_its_matches_does_not_start() -> None:
    with pytest.raises(ConfigError, match=r"^REDIS_URL: "):
        create_app(Settings.from_env({}))


async def test_the_application_stands_on_the_server_that_the_settings_name(
    empty_valkey_url: str,
) -> None:
    app = create_app(Settings.from_env({"REDIS_URL": empty_valkey_url}))
    async with app.router.lifespan_context(app), client_of(app) as nobody:
        ready = await nobody.get("/readyz")
        made = await nobody.post("/v1/guests", json={"name": "Ada"})

    assert ready.status_code == 200
    assert made.status_code == 201
    assert app.state.stopping.requested


async def test_a_server_that_is_not_there_makes_the_process_unready() -> None:
    app = create_app(Settings.from_env({"REDIS_URL": "redis://127.0.0.1:1/0"}))
    async with app.router.lifespan_context(app), client_of(app) as nobody:
        ready = await nobody.get("/readyz")
        made = await nobody.post("/v1/guests", json={"name": "Ada"})

    assert code(ready) == (503, Code.STORE_UNAVAILABLE)
    assert code(made) == (503, Code.STORE_UNAVAILABLE)
