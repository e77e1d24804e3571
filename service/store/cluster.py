"""The store's client for a cluster: each command goes to the node that has its key's slot.

redis-py has a cluster client too. It sends ASKING and the command behind it on connections that
need not be the same, so a slot that moves key by key is answered with MOVED without end; and it
repeats what may have run. Here a command is sent again only when a node has refused to run it.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Final
from urllib.parse import urlsplit, urlunsplit

import msgspec
from redis import exceptions as faults
from redis.crc import key_slot

from service.store.address import PATIENCE_S
from service.store.client import ServerCommands
from service.store.commands import Argument, Reply, Script, SlotsApartError
from service.store.errors import StoreError, StoreUnavailableError
from service.store.schemes import node_url

_REDIRECTS: Final = 5  # more are a cluster that does not agree with itself
_PAUSE_S: Final = 0.02  # before a node is asked again that has only some of the keys
_KEYLESS: Final = frozenset({"TIME", "PING"})

_Send = Callable[[ServerCommands, bool], Awaitable[Reply]]
"""Sends something to a node; true: with ASKING before it."""


def slot_of(key: str | bytes) -> int:
    """Return the slot of a key, 0-16383."""
    return key_slot(key.encode() if isinstance(key, str) else key)


class Topology:
    """Which node has which slot, as the cluster has last told.

    Nodes are named by `host:port`. The first one, of the address that was given, is asked as long
    as no other is known.
    """

    def __init__(self, url: str, *, patience_s: float = PATIENCE_S) -> None:
        parts = self._parts = urlsplit(node_url(url))
        self._patience_s = patience_s
        self._seed = f"{parts.hostname}:{parts.port or 6379}"
        self._slots: dict[int, str] = {}
        self._nodes: dict[str, ServerCommands] = {}
        self._refreshing: asyncio.Task[None] | None = None

    @property
    def known(self) -> bool:
        """Return whether any slot's node is known."""
        return bool(self._slots)

    def url_of(self, node: str) -> str:
        """Return the address of a node, with the user and the options of the cluster's."""
        user, at, _ = self._parts.netloc.rpartition("@")
        return urlunsplit(self._parts._replace(netloc=f"{user}{at}{node}"))

    def node_of(self, slot: int) -> str:
        """Return which node has a slot; raises StoreUnavailableError."""
        node = self._slots.get(slot)
        if node is None:
            raise StoreUnavailableError("no node has the slot")
        return node

    def any_node(self) -> str:
        """Return a node: always the same, so that its time does not jump."""
        return next(iter(sorted(set(self._slots.values()))), self._seed)

    def at(self, node: str) -> ServerCommands:
        """Return the client of a node."""
        client = self._nodes.get(node)
        if client is None:
            client = ServerCommands(self.url_of(node), patience_s=self._patience_s)
            self._nodes[node] = client
        return client

    def learn(self, slot: int, node: str) -> None:
        """Note that a slot has moved."""
        self._slots[slot] = node

    async def refresh(self) -> None:
        """Ask the cluster anew; who comes while that goes on waits for the same answer.

        Raises StoreUnavailableError if no node answers.
        """
        if self._refreshing is None or self._refreshing.done():
            self._refreshing = asyncio.create_task(self._ask_all())
        await asyncio.shield(self._refreshing)

    async def close(self) -> None:
        """Close every connection."""
        if self._refreshing is not None:
            self._refreshing.cancel()
            await asyncio.wait((self._refreshing,))
        for client in self._nodes.values():
            await client.close()

    async def _ask_all(self) -> None:
        for node in dict.fromkeys((*self._slots.values(), self._seed)):
            try:
                reply = await self.at(node).call("CLUSTER", "SLOTS")
            except StoreError:
                continue
            self._slots = _slots_in(reply, asked=node)
            await self._forget_others()
            return
        raise StoreUnavailableError("no node of the cluster answers")

    async def _forget_others(self) -> None:
        """Close the clients of nodes that have no slots any more."""
        kept = {*self._slots.values(), self._seed}
        for node in set(self._nodes) - kept:
            await self._nodes.pop(node).close()


class ClusterCommands:
    """Implements `Commands` on a cluster; connects at first use.

    What a node refuses to run is waited for `patience_s` seconds.
    """

    def __init__(self, topology: Topology, *, patience_s: float = PATIENCE_S) -> None:
        self._topology = topology
        self._patience_s = patience_s

    async def call(self, *command: Argument) -> Reply:
        """Run one command; its first argument is its key, but for TIME and PING."""
        if command[0] in _KEYLESS:
            return await self._anywhere(command)
        key = command[1]
        assert not isinstance(key, int), "a key is text"
        return await self._send(
            slot_of(key),
            lambda node, asking: (node.call_asking if asking else node.call)(*command),
        )

    async def run(
        self, script: Script, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> Reply:
        """Run a script; raises SlotsApartError for keys of several slots."""
        slot = _one_slot(keys)
        return await self._send(
            slot,
            lambda node, asking: (node.run_asking if asking else node.run)(script, keys, arguments),
        )

    async def run_each(
        self, script: Script, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> list[Reply]:
        """Run a script once for each key: those of a node in one round trip.

        What a node has refused is asked once more for its key alone.
        """
        await self._make_known()
        places: dict[str, list[int]] = {}
        for place, key in enumerate(keys):
            places.setdefault(self._topology.node_of(slot_of(key)), []).append(place)
        replies: list[Reply] = [None] * len(keys)
        answered = await asyncio.gather(
            *(
                self._batch(node, script, [keys[place] for place in at], arguments)
                for node, at in places.items()
            )
        )
        for at, found in zip(places.values(), answered, strict=True):
            for place, reply in zip(at, found, strict=True):
                replies[place] = reply
        return replies

    async def close(self) -> None:
        """Close every connection."""
        await self._topology.close()

    async def _batch(
        self, node: str, script: Script, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> list[Reply]:
        try:
            tried = await self._topology.at(node).try_each(script, keys, arguments)
        except StoreUnavailableError:
            await self._look_again()
            raise
        return [
            await self.run(script, (key,), arguments) if isinstance(reply, Exception) else reply
            for key, reply in zip(keys, tried, strict=True)
        ]

    async def _anywhere(self, command: Sequence[Argument]) -> Reply:
        await self._make_known()
        try:
            return await self._topology.at(self._topology.any_node()).call(*command)
        except StoreUnavailableError:
            await self._topology.refresh()
            raise

    async def _make_known(self) -> None:
        if not self._topology.known:
            await self._topology.refresh()

    async def _send(self, slot: int, send: _Send) -> Reply:
        """Send to the node of a slot, and to where it directs; raises StoreUnavailableError."""
        await self._make_known()
        deadline = time.monotonic() + self._patience_s
        node, asking = self._topology.node_of(slot), False
        redirects = 0
        while redirects < _REDIRECTS:
            try:
                return await send(self._topology.at(node), asking)
            except faults.TryAgainError:
                await _pause_until(deadline)
                node, asking = self._topology.node_of(slot), False
            except faults.AskError as asked:
                node, asking, redirects = _address(asked, node), True, redirects + 1
            except faults.MovedError as moved:
                node, asking, redirects = _address(moved, node), False, redirects + 1
                self._topology.learn(slot, node)
            except StoreUnavailableError:
                await self._look_again()
                raise
        raise StoreUnavailableError("the cluster does not agree on who has the slot")

    async def _look_again(self) -> None:
        """Find out who has the slots now; that nobody answers is told by the fault at hand."""
        try:
            await self._topology.refresh()
        except StoreUnavailableError:
            return


async def _pause_until(deadline: float) -> None:
    if time.monotonic() >= deadline:
        raise StoreUnavailableError("the slot is on its way to another node")
    await asyncio.sleep(_PAUSE_S)


def _one_slot(keys: Sequence[str]) -> int:
    slots = {slot_of(key) for key in keys}
    if len(slots) != 1:
        raise SlotsApartError("the keys lie in several slots")
    return slots.pop()


def _address(redirected: faults.AskError, asked: str) -> str:
    """Return where a node directs; without a host it means its own."""
    host = redirected.host or asked.rpartition(":")[0]
    return f"{host}:{redirected.port}"


def _slots_in(reply: Reply, *, asked: str) -> dict[int, str]:
    """Return the node of each slot, of what CLUSTER SLOTS has said."""
    slots: dict[int, str] = {}
    for line in msgspec.convert(reply, list[object]):
        match line:
            case [int() as first, int() as last, [bytes() | None as host, int() as port, *_], *_]:
                name = host.decode() if host else asked.rpartition(":")[0]
                slots.update(dict.fromkeys(range(first, last + 1), f"{name}:{port}"))
    return slots
