"""The calls of a port are parts of the work that makes them, and else what they were."""

from typing import Protocol

import pytest

from service.tracing.calls import STORE_PARTS, traced
from service.usecases.ports import BotTurn
from tests.fixtures.house import AskedJobs, open_house
from tests.fixtures.traces import Traces, ids, noted, parent

MATCH_ID = "kierki.match_id"


@pytest.fixture
def traces() -> Traces:
    return Traces()


def test_without_a_tracer_a_port_is_left_as_it_is() -> None:
    house = open_house()

    assert traced(house.store, None, "store") is house.store


async def test_a_call_names_its_match_and_so_does_the_request(traces: Traces) -> None:
    house = open_house()
    match = await house.match_of()
    store = traced(house.store, traces.tracer, "store", STORE_PARTS)

    with traces.tracer.request("POST", {}):
        assert (await store.read(match.id)).record.id == match.id

    read, request = traces.spans
    assert (read.name, parent(read)) == ("store.read", ids(request)[1])
    assert noted(read)[MATCH_ID] == noted(request)[MATCH_ID] == match.id


async def test_the_calls_of_a_ports_parts_are_told_too(traces: Traces) -> None:
    store = traced(open_house().store, traces.tracer, "store", STORE_PARTS)

    with traces.tracer.request("POST", {}):
        await store.accounts.get("p_ala")
        await store.accounts.get("p_ola")

    assert traces.names == ["store.accounts.get", "store.accounts.get", "POST"]


@pytest.mark.parametrize("sent", ["k_secret", "m_QS", "m_" + "a" * 33, "m_0001 "])
async def test_what_is_no_id_of_a_match_is_not_noted(traces: Traces, sent: str) -> None:
    store = traced(open_house().store, traces.tracer, "store")

    with traces.tracer.request("POST", {}):
        assert await store.entries(sent, 0, 9) == ()

    assert sent not in traces.written()


async def test_a_job_hangs_below_the_call_that_has_put_it_in_line(traces: Traces) -> None:
    carried: list[dict[str, str]] = []

    class Jobs(AskedJobs):
        async def bot_turn(self, turn: BotTurn) -> None:
            carried.append(traces.tracer.carried())

    jobs = traced(Jobs(), traces.tracer, "jobs")
    with traces.tracer.request("POST", {}):
        await jobs.bot_turn(BotTurn("m_0001", 7, people=True))

    called = traces.named("jobs.bot_turn")
    assert noted(called)[MATCH_ID] == "m_0001"
    assert [list(at) for at in carried] == [["traceparent"]]
    assert carried[0]["traceparent"].startswith("00-{}-{}-0".format(*ids(called)))


def test_what_does_not_wait_is_passed_on(traces: Traces) -> None:
    house = open_house()
    store = traced(house.store, traces.tracer, "store")

    assert store.clock is house.store.clock


class _Port(Protocol):
    """Something else that can be called."""

    async def fail(self) -> None:
        """Fail."""
        ...


async def test_an_error_passes_and_its_type_is_told(traces: Traces) -> None:
    class Fails:
        async def fail(self) -> None:
            raise LookupError("QS")

    port: _Port = traced(Fails(), traces.tracer, "port")
    with pytest.raises(LookupError, match="QS"), traces.tracer.request("POST", {}):
        await port.fail()

    assert noted(traces.named("port.fail")) == {"error.type": "LookupError"}
