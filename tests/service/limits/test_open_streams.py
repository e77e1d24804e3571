"""How much one client may keep open at once."""

from contextlib import ExitStack

import pytest
from starlette.applications import Starlette

from schema.errors import Code
from schema.rest.operations import OPERATIONS
from service.edge import Edge
from service.limits.open_streams import OpenStreams
from service.limits.refusals import RateLimited
from service.rest.routes import rest_routes
from tests.fixtures.metrics import counted
from tests.fixtures.ports import ALAS_TOKEN, FakePorts
from tests.fixtures.rest import OpenStream, client_of

EVENTS = "/v1/matches/m_0001/events"
LINES = {"Accept": "application/x-ndjson"}


def test_an_account_may_have_so_many_and_one_again_when_it_has_closed_one() -> None:
    streams = OpenStreams(per_account=2)
    with ExitStack() as held:
        held.enter_context(streams.of_account("p_ala"))
        with streams.of_account("p_ala"):
            with pytest.raises(RateLimited) as raised:
                held.enter_context(streams.of_account("p_ala"))
            held.enter_context(streams.of_account("p_ola"))
        held.enter_context(streams.of_account("p_ala"))

    assert raised.value.refusal.code is Code.TOO_MANY_STREAMS
    assert raised.value.fields == {
        "Retry-After": "1",
        "RateLimit": '"streams";r=0;t=1',
        "RateLimit-Policy": '"streams";q=2;qu="concurrent-requests"',
    }


def test_nobody_is_counted_by_his_address_alone() -> None:
    streams = OpenStreams(per_account=1, per_address=2)
    with ExitStack() as held:
        for _ in range(3):
            held.enter_context(streams.of_account(None))
        for _ in range(2):
            held.enter_context(streams.from_address("192.0.2.7"))
        with pytest.raises(RateLimited):
            held.enter_context(streams.from_address("192.0.2.7"))
        held.enter_context(streams.from_address("192.0.2.8"))


def test_what_ends_in_an_error_is_counted_no_longer() -> None:
    streams = OpenStreams(per_address=1)
    with pytest.raises(KeyError), streams.from_address("192.0.2.7"):
        raise KeyError

    with streams.from_address("192.0.2.7"):
        pass


@pytest.mark.parametrize(
    "streams", [OpenStreams(per_account=1), OpenStreams(per_address=1)], ids=["account", "address"]
)
async def test_one_stream_too_many_is_refused_before_it_begins(streams: OpenStreams) -> None:
    ports, edge = FakePorts(), Edge(streams=streams)
    ports.ends = False
    app = Starlette(routes=rest_routes(OPERATIONS, ports.services(), edge))
    headers = {"Authorization": f"Bearer {ALAS_TOKEN}", **LINES}
    async with client_of(app, ALAS_TOKEN) as ala:
        async with OpenStream(app, EVENTS, headers) as stream:
            await stream.start()
            refused = await ala.get(EVENTS, headers=LINES)
            pages = await ala.get(EVENTS)
        ports.ends = True
        again = await ala.get(EVENTS, headers=LINES)

    assert (refused.status_code, refused.json()["code"]) == (429, Code.TOO_MANY_STREAMS)
    assert refused.headers["retry-after"] == "1"
    assert pages.status_code == 200
    assert again.status_code == 200
    assert counted(edge.metrics, "refusals_total", transport="rest", code="TOO_MANY_STREAMS") == 1
