"""Follows matches through one connection per process: a sharded channel for each match.

A message only wakes: it carries the newest `seq`, and the log is the record. Whatever was missed
while the connection was cut is found by reading the heads again once the server has confirmed
the new subscriptions.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Final, Protocol

import structlog
from redis.exceptions import RedisError

from engine.events import Entry
from service.store.address import PATIENCE_S
from service.store.chain import Sealed
from service.store.errors import MatchNotFoundError, StoreError, StoreUnavailableError
from service.store.ports import Listener
from service.store.watch import Watch
from service.tasks import uninterrupted

_PAUSES: Final = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0)  # seconds between attempts; the last one again
_QUIET_SECONDS: Final = 10.0

_log = structlog.get_logger(__name__)


class Subscriber(Protocol):
    """A connection for subscriptions, which connects once; raises RedisError."""

    @property
    def is_connected(self) -> bool:
        """Return whether it has been connected and not been cut."""
        ...

    async def connect(self) -> None:
        """Connect, if it is not connected."""
        ...

    async def send_command(self, *command: str | bytes) -> None:
        """Send a command; its answers are read as messages."""
        ...

    async def read_response(self, *, timeout: float) -> object:  # noqa: ASYNC109 - its name there
        """Return the next message, or null if none came in so many seconds."""
        ...

    async def disconnect(self, *, nowait: bool) -> None:
        """Close it, if it is open."""
        ...


Connect = Callable[[], Subscriber]
"""Makes a connection that is not connected yet."""

ReadHead = Callable[[str], Awaitable[int]]
"""Returns the newest `seq` of a match by its id; 0 if there is no such match."""


class _Topic:
    """A match that is followed, and everybody in this process who follows it.

    `committing` is the `seq` that this process waits to have committed, 0 for none; news of it
    that come before the answer are `held` back.
    """

    def __init__(self, match_id: str) -> None:
        self.match_id = match_id
        self.head = 0
        self.committing = 0
        self.held = 0
        self.newest: Sealed | None = None
        self.listeners: list[Listener] = []
        self.confirmed = asyncio.Event()

    def tell(self, head: int, entry: Entry | None = None) -> None:
        self.head = head
        for listener in self.listeners:
            listener.tell(head, entry)

    def hear(self, head: int) -> None:
        if head == self.committing:
            self.held = head
        elif head > self.head:
            self.tell(head)

    def fail(self, fault: StoreError) -> None:
        for listener in self.listeners:
            listener.fail(fault)


class Follower:
    """Shares one subscribing connection among all who follow a match in this process.

    A connection on which nothing came for `quiet_s` seconds is tried, and after as long again
    given up. The answer to a subscription is waited for `patience_s` seconds.
    """

    def __init__(
        self,
        connect: Connect,
        read_head: ReadHead,
        *,
        quiet_s: float = _QUIET_SECONDS,
        patience_s: float = PATIENCE_S,
    ) -> None:
        self._connect = connect
        self._read_head = read_head
        self._quiet_s = quiet_s
        self._patience_s = patience_s
        self._topics: dict[bytes, _Topic] = {}
        self._by_id: dict[str, _Topic] = {}
        self._asked: Counter[bytes] = Counter()
        self._connection: Subscriber | None = None
        self._task: asyncio.Task[None] | None = None

    @asynccontextmanager
    async def follow(self, match_id: str, channel: str) -> AsyncIterator[AsyncIterator[int]]:
        """Watch a match; raises MatchNotFoundError, StoreUnavailableError."""
        watch = Watch()
        async with self.listen(match_id, channel, watch):
            yield watch

    @asynccontextmanager
    async def listen(self, match_id: str, channel: str, listener: Listener) -> AsyncIterator[None]:
        """Let a listener be told of a match; raises MatchNotFoundError, StoreUnavailableError."""
        name = channel.encode()
        topic = self._topics.get(name)
        if topic is None:
            topic = self._topics[name] = self._by_id[match_id] = _Topic(match_id)
        topic.listeners.append(listener)
        try:
            self._keep_running()
            if len(topic.listeners) == 1:
                await self._send("SSUBSCRIBE", name)
            await self._present(topic, listener)
            yield
        finally:
            topic.listeners.remove(listener)
            if not topic.listeners:
                del self._topics[name], self._by_id[match_id]
                await uninterrupted(self._send("SUNSUBSCRIBE", name))

    def newest(self, match_id: str) -> Sealed | None:
        """Return what this process has committed last to a match that is followed.

        Nothing if the match has news that it has not, or the connection was cut since.
        """
        topic = self._by_id.get(match_id)
        if topic is None or topic.newest is None or topic.newest.entry.seq != topic.head:
            return None
        return topic.newest

    def commits(self, match_id: str, seq: int) -> None:
        """Hold back news of an entry that this process commits, until it knows the answer.

        Whoever follows the match here is then told once, of an entry that need not be read.
        `answered` must follow.
        """
        topic = self._by_id.get(match_id)
        if topic is not None:
            topic.committing = seq

    def answered(self, match_id: str, sealed: Sealed | None) -> None:
        """Tell those who follow a match here of what was committed, or of what was held back."""
        topic = self._by_id.get(match_id)
        if topic is None:
            return
        held, topic.committing, topic.held = topic.held, 0, 0
        if sealed is not None and sealed.entry.seq >= topic.head:
            topic.newest = sealed
            if sealed.entry.seq > topic.head:
                topic.tell(sealed.entry.seq, sealed.entry)
        elif held > topic.head:
            topic.tell(held)

    async def close(self) -> None:
        """End every watch and close the connection."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait((self._task,))

    async def _present(self, topic: _Topic, listener: Listener) -> None:
        """Tell a new listener the present head, read after its channel is listened to."""
        try:
            async with asyncio.timeout(self._patience_s):
                await topic.confirmed.wait()
        except TimeoutError as cause:
            raise StoreUnavailableError("the server confirms no subscription") from cause
        head = await self._read_head(topic.match_id)
        if not head:
            raise MatchNotFoundError("there is no such match")
        if head > topic.head:
            topic.tell(head)
        else:
            listener.tell(topic.head)

    def _keep_running(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run(), name="follow matches")

    async def _send(self, verb: str, name: bytes) -> None:
        """Send a command if there is a connection; a new one asks for every topic itself."""
        connection = self._connection
        if connection is None or not connection.is_connected:
            return
        if verb == "SSUBSCRIBE":
            self._asked[name] += 1
        with suppress(RedisError):  # the reader sees the cut as well, and connects again
            await connection.send_command(verb, name)

    async def _run(self) -> None:
        """Keep a connection until the task is cancelled."""
        failures = 0
        try:
            while True:
                try:
                    await self._listen()
                except (RedisError, OSError, StoreError) as cause:
                    _log.warning("follow_connection_lost", reason=type(cause).__name__)
                failures = 0 if self._forget_connection() else failures + 1
                await asyncio.sleep(_PAUSES[min(failures, len(_PAUSES) - 1)])
        finally:
            self._forget_connection()
            for topic in self._topics.values():
                topic.fail(StoreUnavailableError("matches are followed no longer"))

    def _forget_connection(self) -> bool:
        """Return whether there was a connection."""
        for topic in self._topics.values():
            topic.newest = None  # another server may answer next, which has lost it
            topic.confirmed.clear()
        connection, self._connection = self._connection, None
        return connection is not None

    async def _listen(self) -> None:
        """Connect, ask for every topic, and take messages; ends only by an error."""
        connection = self._connect()
        try:
            await connection.connect()
            self._connection, self._asked = connection, Counter()
            for name in tuple(self._topics):
                if name in self._topics:  # nobody may follow it by now
                    await self._send("SSUBSCRIBE", name)
            await self._take_all(connection)
        finally:
            await connection.disconnect(nowait=True)

    async def _take_all(self, connection: Subscriber) -> None:
        is_tried = False
        while True:
            message = await connection.read_response(timeout=self._quiet_s)
            if message is not None:
                is_tried = False
                if not self._hears(message):
                    await self._take(message)
            elif is_tried:
                raise StoreUnavailableError("the server says nothing")
            else:
                is_tried = True
                await connection.send_command("PING")

    def _hears(self, message: object) -> bool:
        """Pass on news of a match; return whether the message is that."""
        match message:
            case [b"smessage", bytes() as name, bytes() as seq]:
                topic = self._topics.get(name)
                if topic is not None:
                    topic.hear(int(seq))
                return True
        return False

    async def _take(self, message: object) -> None:
        match message:
            case [b"ssubscribe", bytes() as name, _]:
                await self._confirm(name)
            case [b"sunsubscribe", bytes() as name, _] if name in self._topics:
                await self._send("SSUBSCRIBE", name)  # its slot has moved, or it was joined again
            case _:  # an answer to PING or SUNSUBSCRIBE
                pass

    async def _confirm(self, name: bytes) -> None:
        """Let those wait no longer who joined, and tell the others what they have missed.

        A match that was left and joined again has two answers to come; only the last one says
        that its channel is listened to. One that was left meanwhile is left again: its joining may
        have been sent by the reader, after the leaving.
        """
        self._asked[name] -= 1
        if self._asked[name] > 0:
            return
        del self._asked[name]
        topic = self._topics.get(name)
        if topic is None:
            await self._send("SUNSUBSCRIBE", name)
            return
        topic.confirmed.set()
        if topic.head:
            head = await self._read_head(topic.match_id)
            if head:
                topic.tell(head)
            else:
                topic.fail(MatchNotFoundError("there is no such match any more"))
