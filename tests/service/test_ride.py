"""Answers go out whole, as HTTP/1.1 has them, and not before the client can take them."""

import asyncio

import pytest
import uvicorn
from uvicorn.server import ServerState

from service.edge import Edge
from service.lane import LANE, Lane
from service.lane_protocol import LaneProtocol
from tests.fixtures.line import Line
from tests.fixtures.ports import FakePorts
from tests.fixtures.rest import app_of


@pytest.fixture
async def protocol() -> LaneProtocol:
    """Give the server's side of a connection, whose ports answer."""
    ports = FakePorts()
    app = app_of(ports.services())
    state = {LANE: Lane(app.routes, Edge(), ports)}
    return LaneProtocol(uvicorn.Config(app, log_config=None), ServerState(), state)


BEGUN = (
    b"POST /graphql HTTP/1.1\r\nhost: kierki.test\r\n"
    b"content-type: application/json\r\ncontent-length: 9\r\n\r\n"
)
ASKED = b"GET /v1/matches/m_1 HTTP/1.1\r\nhost: kierki.test\r\n\r\n"


async def test_an_answer_is_written_in_one_piece(protocol: LaneProtocol) -> None:
    line = Line()
    protocol.connection_made(line)
    protocol.data_received(ASKED)
    await asyncio.gather(*protocol.tasks)

    (answer,) = line.written
    assert answer.startswith(b"HTTP/1.1 200 OK\r\n")
    assert b'\r\n\r\n{"id":"m_0001"' in answer
    assert not protocol.tasks


async def test_an_answer_waits_until_those_before_have_been_taken(protocol: LaneProtocol) -> None:
    line = Line()
    protocol.connection_made(line)
    protocol.pause_writing()
    protocol.data_received(ASKED)
    _, waiting = await asyncio.wait(set(protocol.tasks), timeout=0.1)
    before = list(line.written)
    protocol.resume_writing()
    await asyncio.gather(*waiting)

    assert (before, len(line.written)) == ([], 1)


async def test_who_has_gone_meanwhile_is_written_nothing(protocol: LaneProtocol) -> None:
    line = Line()
    protocol.connection_made(line)
    protocol.data_received(ASKED)
    tasks = list(protocol.tasks)
    protocol.connection_lost(ConnectionResetError())
    await asyncio.gather(*tasks)

    assert line.written == []


async def test_an_answer_that_is_cut_off_by_the_end_is_told_to_have_failed(
    protocol: LaneProtocol,
) -> None:
    line = Line()
    protocol.connection_made(line)
    protocol.data_received(BEGUN)
    (task,) = protocol.tasks
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task)

    (answer,) = line.written
    assert answer.startswith(b"HTTP/1.1 500 Internal Server Error\r\n")
    assert answer.endswith(b"\r\nconnection: close\r\n\r\nInternal Server Error")
    assert line.is_closed
