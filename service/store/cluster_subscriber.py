"""One subscription over all nodes of a cluster: each channel on the node that has its slot."""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Final

from redis import exceptions as faults

from service.store.cluster import Topology, slot_of
from service.store.errors import StoreUnavailableError
from service.store.follower import Subscriber
from service.store.subscriber import ServerSubscriber

QUIET_S: Final = 10.0
_ROOM: Final = 10_000  # messages that are read and not yet taken; then nodes have to wait

MakeSubscriber = Callable[[str], Subscriber]
"""Makes a connection to a node by its address."""


class ClusterSubscriber:
    """Implements `Subscriber` on a cluster: behaves as one connection to one server.

    It is cut when one of its nodes is, or when a node refuses a channel: then whoever reads it
    connects anew, with a new look at who has which slot. A node on which nothing came for
    `quiet_s` seconds is tried, and after as long again the connection is cut.
    """

    def __init__(
        self, topology: Topology, make: MakeSubscriber, *, quiet_s: float = QUIET_S
    ) -> None:
        self._topology = topology
        self._make = make
        self._quiet_s = quiet_s
        self._nodes: dict[str, Subscriber] = {}
        self._readers: set[asyncio.Task[None]] = set()
        self._messages: asyncio.Queue[object] = asyncio.Queue(_ROOM)
        self._fault: faults.RedisError | None = None
        self._left: Counter[str | bytes] = Counter()
        self._opening = asyncio.Lock()
        self._is_open = False

    @property
    def is_connected(self) -> bool:
        """Return whether every node that is listened to is there."""
        return self._is_open and self._fault is None

    async def connect(self) -> None:
        """Find out who has which slot; nodes are connected to at their first channel."""
        try:
            await self._topology.refresh()
        except StoreUnavailableError as cause:
            raise faults.ConnectionError("no node of the cluster answers") from cause
        self._is_open = True

    async def send_command(self, *command: str | bytes) -> None:
        """Send a command of one channel to its node; PING is answered here."""
        if len(command) == 1:  # every node is tried by its own reader
            self._messages.put_nowait([b"pong", b""])
            return
        verb, channel = command
        if verb == "SUNSUBSCRIBE":
            self._left[channel] += 1
        try:
            node = await self._node_of(channel)
            await node.send_command(*command)
        except faults.RedisError as fault:
            await self._fail(fault)
            raise

    async def read_response(self, *, timeout: float) -> object:  # noqa: ASYNC109 - its name there
        """Return the next message of any node, or null if none came in so many seconds."""
        if self._fault is not None and self._messages.empty():
            raise self._fault
        try:
            async with asyncio.timeout(timeout):
                message = await self._messages.get()
        except TimeoutError:
            return None
        if isinstance(message, faults.RedisError):
            raise message
        return message

    async def disconnect(self, *, nowait: bool) -> None:
        """Close the connections to all nodes, also if it is cancelled before their readers end."""
        self._is_open = False
        nodes, self._nodes = self._nodes, {}
        for reader in self._readers:
            reader.cancel()
        for node in nodes.values():
            await node.disconnect(nowait=nowait)
        if self._readers:
            await asyncio.wait(self._readers)

    async def _node_of(self, channel: str | bytes) -> Subscriber:
        try:
            name = self._topology.node_of(slot_of(channel))
        except StoreUnavailableError as cause:
            raise faults.ConnectionError("no node has the channel") from cause
        async with self._opening:
            if name not in self._nodes:
                node = self._make(self._topology.url_of(name))
                await node.connect()
                if not self._is_open:  # closed meanwhile
                    await node.disconnect(nowait=True)
                    raise faults.ConnectionError("the connection is closed")
                self._nodes[name] = node
                self._readers.add(asyncio.create_task(self._read(name, node)))
        return self._nodes[name]

    async def _read(self, name: str, node: Subscriber) -> None:
        """Pass on what a node says, until it is cut."""
        try:
            is_tried = False
            while True:
                message = await node.read_response(timeout=self._quiet_s)
                if message is not None:
                    is_tried = False
                    await self._notice(name, message)
                    await self._messages.put(message)
                elif is_tried:
                    raise faults.TimeoutError("a node says nothing")
                else:
                    is_tried = True
                    await node.send_command("PING")
        except StoreUnavailableError:
            await self._fail(faults.ConnectionError("no node of the cluster answers"))
        except faults.RedisError as fault:
            await self._fail(fault)

    async def _notice(self, name: str, message: object) -> None:
        """Look again who has a slot whose channel a node has given up by itself."""
        match message:
            case [b"sunsubscribe", bytes() as channel, _] if self._left[channel]:
                self._left[channel] -= 1
            case [b"sunsubscribe", bytes() as channel, _]:
                if self._topology.node_of(slot_of(channel)) == name:
                    await self._topology.refresh()

    async def _fail(self, fault: faults.RedisError) -> None:
        self._fault = fault
        await self._messages.put(fault)


def cluster_subscribers(topology: Topology) -> Callable[[], Subscriber]:
    """Return what makes connections for subscriptions to a cluster."""
    return lambda: ClusterSubscriber(topology, ServerSubscriber)
