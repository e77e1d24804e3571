"""The budgets as clients meet them, on both transports."""

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Route

from schema.budgets import Budget
from schema.rest.operations import OPERATIONS
from service.edge import Edge
from service.graphql import GraphQLApp
from service.limits.admission import Admission
from service.limits.budgets import DEFAULTS, Rate
from service.rest.routes import rest_routes
from tests.fixtures.limits import Counted, Moving, limiter_of
from tests.fixtures.ports import ALAS_TOKEN, FakePorts
from tests.fixtures.rest import client_of

SMALL = Rate(per_minute=60, burst=50)
MOVE = {"move": "play QS", "expectedVersion": 7, "idempotencyKey": "move-7"}
MOVES = "/v1/matches/m_0001/moves"


@pytest.fixture
def ports() -> FakePorts:
    return FakePorts()


@pytest.fixture
def clock() -> Moving:
    return Moving()


@pytest.fixture
def app(ports: FakePorts, clock: Moving) -> Starlette:
    limiter = limiter_of(clock, Counted(clock), dict.fromkeys(Budget, SMALL))
    edge, services = Edge(admission=Admission(limiter)), ports.services()
    graphql = GraphQLApp(services, development=False, edge=edge)
    return Starlette(routes=[Route("/graphql", graphql), *rest_routes(OPERATIONS, services, edge)])


async def statuses(client: httpx.AsyncClient, times: int, path: str) -> list[int]:
    return [(await client.get(path)).status_code for _ in range(times)]


async def test_rest_says_when_to_come_back_and_means_it(app: Starlette, clock: Moving) -> None:
    async with client_of(app, ALAS_TOKEN) as ala:
        for _ in range(50):
            assert (await ala.post(MOVES, json=MOVE)).status_code == 200
        refused = await ala.post(MOVES, json=MOVE)
        clock.wait(seconds=int(refused.headers["retry-after"]))
        again = await ala.post(MOVES, json=MOVE)

    assert refused.status_code == 429
    assert refused.headers["content-type"] == "application/problem+json"
    assert refused.headers["cache-control"] == "no-store"
    assert refused.headers["ratelimit"] == '"moves";r=0;t=1'
    assert refused.headers["ratelimit-policy"] == '"moves";q=50;w=50'
    assert refused.json() == {
        "type": "/v1/problems#RATE_LIMITED",
        "title": "The budget for this is used up.",
        "status": 429,
        "detail": "The budget 'moves' is used up: 60 a minute, 50 at once.",
        "code": "RATE_LIMITED",
        "retryAfterMs": 1000,
    }
    assert again.status_code == 200


async def test_a_refused_move_was_not_made(app: Starlette, ports: FakePorts) -> None:
    async with client_of(app, ALAS_TOKEN) as ala:
        for _ in range(60):
            await ala.post(MOVES, json=MOVE)

    assert len(ports.asked) == 50


async def test_graphql_says_the_same(app: Starlette, clock: Moving) -> None:
    query = {"query": "{ me { name } }"}
    async with client_of(app, ALAS_TOKEN) as ala:
        for _ in range(50):
            assert (await ala.post("/graphql", json=query)).status_code == 200
        refused = await ala.post("/graphql", json=query)
        clock.wait(ms=refused.json()["errors"][0]["extensions"]["retryAfterMs"])
        again = await ala.post("/graphql", json=query)

    assert refused.status_code == 429
    assert refused.headers["retry-after"] == "1"
    assert refused.headers["ratelimit"] == '"reads";r=0;t=1'
    assert refused.headers["ratelimit-policy"] == '"reads";q=50;w=50'
    (error,) = refused.json()["errors"]
    assert error["extensions"] == {"code": "RATE_LIMITED", "retryAfterMs": 1000}
    assert "data" not in refused.json()
    assert again.status_code == 200


async def test_both_transports_draw_on_one_budget(app: Starlette) -> None:
    async with client_of(app, ALAS_TOKEN) as ala:
        await statuses(ala, 50, "/v1/matches/m_0001")
        refused = await ala.post("/graphql", json={"query": "{ me { name } }"})

    assert refused.status_code == 429


async def test_every_root_field_of_an_operation_counts_before_any_of_them_runs(
    app: Starlette, ports: FakePorts
) -> None:
    fields = " ".join(f'g{at}: createGuest(name: "Ada") {{ __typename }}' for at in range(20))
    async with client_of(app) as nobody:
        answers = [
            await nobody.post("/graphql", json={"query": f"mutation {{ {fields} }}"})
            for _ in range(3)
        ]

    assert [at.status_code for at in answers] == [200, 200, 429]
    assert answers[2].json()["errors"][0]["extensions"]["retryAfterMs"] == 10_000
    assert len(ports.asked) == 40


async def test_who_has_no_account_is_charged_by_address(app: Starlette) -> None:
    async with client_of(app) as nobody, client_of(app, ALAS_TOKEN) as ala:
        assert (await statuses(nobody, 51, "/v1/matches/m_0001"))[-2:] == [200, 429]
        assert await statuses(ala, 1, "/v1/matches/m_0001") == [200]


async def test_wrong_tokens_use_up_what_their_address_may_try_and_harm_no_right_one(
    app: Starlette,
) -> None:
    async with client_of(app, "kt_wrong") as wrong, client_of(app, ALAS_TOKEN) as ala:
        tried = await statuses(wrong, 51, "/v1/me")
        refused = await wrong.post("/graphql", json={"query": "{ me { name } }"})
        right = await ala.get("/v1/me")

    assert tried == [401] * 50 + [429]
    assert refused.status_code == 429
    assert refused.headers["ratelimit"].startswith('"sign_ins"')
    assert right.status_code == 200


@pytest.mark.parametrize("path", ["/v1/rule-sets", "/v1/problems", "/livez", "/readyz"])
async def test_probes_and_public_data_cost_nothing(app: Starlette, path: str) -> None:
    async with client_of(app) as nobody:
        assert await statuses(nobody, 60, path) == [200] * 60


def test_every_operation_names_its_budget() -> None:
    found: dict[Budget | None, set[str]] = {}
    for at in OPERATIONS:
        found.setdefault(at.budget, set()).add(at.id)

    assert found[Budget.GUESTS] == {"createGuest"}
    assert found[Budget.MATCHES] == {"createMatch", "quickMatch", "rematch"}
    assert {"submitMove", "joinMatch", "startMatch"} <= found[Budget.MOVES]
    assert {"getMatch", "getEvents", "getMe"} <= found[Budget.READS]
    assert {"getLivez", "listRuleSets"} <= found[None]


def test_one_operation_never_counts_more_than_the_smallest_budget_holds() -> None:
    assert min(rate.burst for rate in DEFAULTS.values()) >= 50
