"""The page at `/metrics` of the API."""

from msgspec.structs import replace

from service.app import create_app
from tests.fixtures.metrics import counted
from tests.fixtures.ports import ALAS_TOKEN, FakePorts
from tests.fixtures.rest import SETTINGS, app_of, client_of


async def test_the_page_shows_requests_of_both_transports_by_what_they_are_called() -> None:
    app = app_of(FakePorts().services())
    async with client_of(app, ALAS_TOKEN) as ala:
        await ala.get("/v1/matches/m_0001")
        await ala.get("/v1/matches/m_0002")
        await ala.post("/graphql", json={"query": "{ me { name } }"})
        await ala.post("/graphql", json={"query": "{ nobody"})
        await ala.get("/nowhere")
        answer = await ala.get("/metrics")

    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    shown = [line for line in answer.text.splitlines() if line.startswith("kierki_requests_total")]
    assert sorted(shown) == [
        'kierki_requests_total{operation="getMatch",status="200",transport="rest"} 2.0',
        'kierki_requests_total{operation="me",status="200",transport="graphql"} 1.0',
        'kierki_requests_total{operation="none",status="404",transport="rest"} 1.0',
        'kierki_requests_total{operation="unknown",status="200",transport="graphql"} 1.0',
    ]
    assert "m_000" not in answer.text
    assert ALAS_TOKEN not in answer.text


async def test_refusals_of_both_transports_are_counted() -> None:
    app = app_of(FakePorts().services())
    async with client_of(app) as nobody:
        await nobody.get("/v1/me")
        await nobody.post("/graphql", json={"query": ""})

    metrics = app.state.edge.metrics
    assert counted(metrics, "refusals_total", transport="rest", code="UNAUTHENTICATED") == 1
    assert counted(metrics, "refusals_total", transport="graphql", code="INVALID_INPUT") == 1


async def test_the_page_can_be_switched_off() -> None:
    app = create_app(replace(SETTINGS, metrics=False), services=FakePorts().services())
    async with client_of(app) as nobody:
        answer = await nobody.get("/metrics")

    assert answer.status_code == 404
