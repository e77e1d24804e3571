"""A connection's requests begin as they come; one like another before is not read again."""

import asyncio
from collections.abc import Callable

import pytest
import uvicorn
from uvicorn.server import ServerState

from service.edge import Edge
from service.heads import KEPT
from service.lane import LANE, Lane
from service.patience import PatientProtocol
from tests.fixtures.line import Line
from tests.fixtures.ports import FakePorts
from tests.fixtures.rest import app_of

GET = b"GET /v1/matches/%b HTTP/1.1\r\nhost: kierki.test\r\n\r\n"
POST = (
    b"POST /graphql HTTP/1.1\r\nhost: kierki.test\r\n"
    b"content-type: application/json\r\ncontent-length: %d\r\n\r\n%b"
)
TYPENAME = b'{"query":"{__typename}"}'
IN_VAIN = 32


class Counting(PatientProtocol):
    """Counts the requests that it reads byte for byte."""

    read = 0

    def on_message_begin(self) -> None:
        """Count one."""
        self.read += 1
        super().on_message_begin()


class Connected:
    """The server's side of a connection."""

    def __init__(self) -> None:
        ports = FakePorts()
        app = app_of(ports.services())
        state = {LANE: Lane(app.routes, Edge(), ports)}
        self.state = ServerState()
        self.line = Line()
        self.protocol = Counting(uvicorn.Config(app, log_config=None), self.state, state)
        self.protocol.connection_made(self.line)

    async def said(self, *pieces: bytes) -> bytes:
        """Return what is answered to pieces."""
        before = len(self.line.written)
        for piece in pieces:
            self.protocol.data_received(piece)
        while self.protocol.tasks:
            await asyncio.gather(*self.protocol.tasks)
        return b"".join(self.line.written[before:])


@pytest.fixture
async def connected() -> Connected:
    """Give a connection that has just been made."""
    return Connected()


def post(body: bytes) -> bytes:
    """Return a request with a body."""
    return POST % (len(body), body)


async def test_a_head_that_came_before_is_not_read_again(connected: Connected) -> None:
    first = await connected.said(post(TYPENAME))
    other = await connected.said(post(b"  " + TYPENAME))
    wrong = await connected.said(post(b"{"))

    assert connected.protocol.read == 1
    assert first.startswith(b"HTTP/1.1 200 OK\r\n")
    assert other.startswith(b"HTTP/1.1 200 OK\r\n")
    assert b"The request is not JSON." in wrong
    assert connected.state.total_requests == 3
    assert connected.protocol.cycle.response_complete


@pytest.mark.parametrize(
    ("pieces", "read"),
    [
        ((post(TYPENAME)[:-1], post(TYPENAME)[-1:]), 1),
        ((post(TYPENAME)[:20], post(TYPENAME)[20:]), 1),
        ((post(TYPENAME) * 2,), 2),
        ((post(TYPENAME), post(TYPENAME)), 1),  # the first of them is known
        ((b"\r\n" + post(TYPENAME),), 1),
    ],
)
async def test_what_does_not_come_alone_and_whole_is_read(
    connected: Connected, pieces: tuple[bytes, ...], read: int
) -> None:
    await connected.said(post(TYPENAME))
    requests = b"".join(pieces).count(b"POST")

    answers = await connected.said(*pieces)
    again = await connected.said(post(TYPENAME))

    assert connected.protocol.read == 1 + read
    assert answers.count(b"HTTP/1.1 200 OK\r\n") == requests
    assert again.startswith(b"HTTP/1.1 200 OK\r\n")
    assert connected.state.total_requests == requests + 2


async def test_a_body_is_not_taken_for_a_request(connected: Connected) -> None:
    inner = post(TYPENAME)
    await connected.said(inner)

    answers = await connected.said(post(inner + inner)[: -len(inner)], inner)

    assert answers.count(b"HTTP/1.1 ") == 1
    assert b"The request is not JSON." in answers


async def test_a_connection_waits_for_its_next_request_only_so_long(connected: Connected) -> None:
    await connected.said(post(TYPENAME))
    waiting = connected.protocol.timeout_keep_alive_task
    assert waiting is not None

    connected.protocol.data_received(post(TYPENAME))
    under_way = connected.protocol.timeout_keep_alive_task
    await connected.said()

    assert waiting.cancelled()
    assert under_way is None
    assert connected.protocol.timeout_keep_alive_task is not None


async def test_who_ends_meanwhile_is_told_that_this_answer_is_the_last(
    connected: Connected,
) -> None:
    await connected.said(post(TYPENAME))
    connected.protocol.data_received(post(TYPENAME))
    connected.protocol.shutdown()

    answer = await connected.said()

    assert connected.protocol.read == 1
    assert b"\r\nconnection: close\r\n\r\n" in answer
    assert connected.line.is_closed


@pytest.mark.parametrize(
    ("asked", "read"),
    [
        (lambda number: number % KEPT, KEPT),
        (lambda number: number % (KEPT + 1), 4 * (KEPT + 1)),
        (lambda number: number if number < IN_VAIN else 0, 4 * (KEPT + 1)),
    ],
)
async def test_as_many_heads_are_kept_as_may_come_again(
    connected: Connected, asked: Callable[[int], int], read: int
) -> None:
    for number in range(4 * (KEPT + 1)):
        await connected.said(GET % b"m_%d" % asked(number))

    assert connected.protocol.read == read
