"""A subscription over the nodes of a cluster leaves no connection behind, however it is closed."""

import asyncio
from collections.abc import Iterator
from contextlib import suppress

import pytest
from redis import exceptions as faults

from service.store.cluster import Topology, slot_of
from service.store.cluster_subscriber import ClusterSubscriber

CHANNELS = ("a", "b", "c")


class KnownTopology(Topology):
    """A topology that nobody has to be asked about: each channel's slot has a node of its own."""

    async def refresh(self) -> None:
        """Know it already."""
        for number, channel in enumerate(CHANNELS):
            self.learn(slot_of(channel), f"node{number}:6379")


class Node:
    """A connection to a node that says nothing."""

    def __init__(self) -> None:
        self.is_connected = False
        self.may_connect, self.may_end = asyncio.Event(), asyncio.Event()
        self.may_connect.set()

    async def connect(self) -> None:
        """Connect, once it may."""
        await self.may_connect.wait()
        self.is_connected = True

    async def send_command(self, *command: str | bytes) -> None:
        """Take a command."""

    async def read_response(self, *, timeout: float) -> object:  # noqa: ASYNC109 - its name there
        """Wait for ever; once it is cancelled, until it may end."""
        del timeout
        try:
            await asyncio.Event().wait()
        finally:
            await self.may_end.wait()
        return b"never"

    async def disconnect(self, *, nowait: bool) -> None:
        """Close it."""
        del nowait
        self.is_connected = False


async def turns() -> None:
    """Let everybody go on who can."""
    for _ in range(10):
        await asyncio.sleep(0)


@pytest.fixture
def nodes() -> Iterator[list[Node]]:
    """Give the connections that are made to nodes, in order."""
    made = [Node() for _ in CHANNELS]
    yield made
    for node in made:
        node.may_end.set()
        assert not node.is_connected


def over(nodes: list[Node]) -> ClusterSubscriber:
    """Return a subscription over nodes."""
    left = iter(nodes)
    topology = KnownTopology("redis+cluster://node0:6379")
    return ClusterSubscriber(topology, lambda _: next(left))


async def test_every_node_is_closed_though_the_closing_is_cancelled(nodes: list[Node]) -> None:
    subscriber = over(nodes)
    await subscriber.connect()
    for channel in CHANNELS:
        await subscriber.send_command("SSUBSCRIBE", channel)
    assert [node.is_connected for node in nodes] == [True, True, True]
    await turns()

    closing = asyncio.create_task(subscriber.disconnect(nowait=True))
    await turns()
    assert not closing.done()
    closing.cancel()
    with suppress(asyncio.CancelledError):
        await closing

    assert closing.cancelled()
    assert [node.is_connected for node in nodes] == [False, False, False]
    for node in nodes:
        node.may_end.set()
    await turns()


async def test_a_node_that_is_reached_after_the_closing_is_closed(nodes: list[Node]) -> None:
    subscriber = over(nodes)
    await subscriber.connect()
    nodes[0].may_connect.clear()
    asking = asyncio.create_task(subscriber.send_command("SSUBSCRIBE", "a"))
    await turns()

    await subscriber.disconnect(nowait=True)
    nodes[0].may_connect.set()

    with pytest.raises(faults.ConnectionError, match="the connection is closed"):
        await asking
    assert not nodes[0].is_connected
    assert not subscriber.is_connected
