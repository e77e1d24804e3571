"""One socket that speaks graphql-transport-ws, from its beginning to its close."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager, suppress
from contextvars import copy_context
from functools import cached_property, partial
from typing import Final

import msgspec
import structlog
from graphql import OperationType
from msgspec import Struct
from starlette.datastructures import Headers, QueryParams
from starlette.types import Receive, Scope

from schema.context import Services, Viewer
from schema.errors import Code, Refusal, Refused
from schema.graphql import Asked
from service.bearer import bearer_token, viewer_of
from service.edge import Edge
from service.errors import ClientGoneError
from service.graphql import messages as words
from service.graphql.bills import NOTHING
from service.graphql.faults import fault_error, refusal_error
from service.graphql.following import Counted, Following, Running, counted_by
from service.graphql.messages import Close, Json, Message, Voice, read_message
from service.graphql.persisted import Persisted
from service.graphql.request import Operation
from service.graphql.running import Chosen, Outcome, Runner
from service.labels import Label
from service.live import Ending, Outlet
from service.metrics import Transport
from service.tasks import Interruption, cancelled, uninterrupted
from service.websocket import frame_of, writer

MAX_OPERATIONS: Final = 100  # at once on one socket
MAX_MESSAGE: Final = 65_536  # characters; a body over HTTP may have as many bytes
_CLOSE_S: Final = 1.0  # so long may a client take to make room for the close itself

_ENDINGS: Final = {
    Ending.LATE: words.INIT_TIMEOUT,
    Ending.STOPPING: words.RESTART,
    Ending.EXPIRED: words.FORBIDDEN,
    Ending.STUCK: words.TRY_AGAIN_LATER,
}
_NOT_LET_IN: Final = frozenset({Code.UNAUTHENTICATED, Code.ACCOUNT_BANNED, Code.INVALID_INPUT})
Work = Callable[[], Awaitable[str | None]]
"""Does an operation; returns its last word, or nothing if more will be said by itself."""

_log = structlog.get_logger(__name__)
_encode: Final = msgspec.json.Encoder().encode
_PING: Final = frame_of(words.PING.encode())


class Terms(Struct, frozen=True, dict=True):
    """What the sockets of one endpoint share.

    A client has `init_s` to begin; every `ping_s` it is asked whether it is there, so that
    nothing on the way takes a quiet socket for a dead one.
    """

    services: Services
    runner: Runner
    persisted: Persisted
    edge: Edge
    init_s: float = 5.0
    ping_s: float = 25.0

    @cached_property
    def counted(self) -> Counted:
        """Return where subscriptions are counted."""
        return counted_by(self.edge.metrics)


class Connection:
    """The state of one socket: whether it has begun, who asks, and what it runs."""

    __slots__ = (
        "_account",
        "_asked",
        "_context",
        "_has_begun",
        "_interruption",
        "_is_acknowledged",
        "_leaving",
        "_next_ping",
        "_operations",
        "_outlet",
        "_pinging",
        "_scope",
        "_terms",
        "_write",
    )

    def __init__(self, terms: Terms, outlet: Outlet, scope: Scope) -> None:
        self._terms = terms
        self._outlet = outlet
        self._scope = scope
        self._account: AbstractContextManager[None] | None = None  # counted until the end
        self._asked = Asked(terms.services, on_refusal=self._count)
        self._has_begun = self._is_acknowledged = False
        self._write = writer(scope)
        self._context = copy_context()
        self._operations: dict[str, Running] = {}
        self._leaving: set[Running] = set()  # without an id, until they have ended
        self._pinging: asyncio.Task[None] | None = None
        self._next_ping: asyncio.TimerHandle | None = None
        self._interruption: Interruption[Ending] = Interruption()

    async def serve(self, receive: Receive) -> None:
        """Serve the socket until either side closes it; then nothing that it ran goes on."""
        try:
            close = await self._listen_to_the_end(receive)
        except ClientGoneError:
            close = None
        finally:
            await self._stop_all()
        if close is not None:
            await self._close(close)

    async def _listen_to_the_end(self, receive: Receive) -> Close | None:
        """Return how to close, or nothing once the client has gone."""
        loop = asyncio.get_running_loop()
        late = loop.call_later(self._terms.init_s, self._end_if_silent)
        self._next_ping = loop.call_later(self._terms.ping_s, self._ping)
        self._outlet.when_to_end(self._interruption.because)
        try:
            close = await self._interruption.run(partial(self._listen, receive))
        finally:
            late.cancel()
            self._next_ping.cancel()
        ending = self._interruption.reason
        return close if ending is None else _ENDINGS[ending]

    async def _stop_all(self) -> None:
        """Stop what runs; nothing is told to anybody from here on."""
        running = (*self._operations.values(), *self._leaving)
        for one in running:
            one.halt()
        tasks = [at for one in running for at in (one.task, one.stopping) if at is not None]
        try:
            await cancelled(*tasks, *(() if self._pinging is None else (self._pinging,)))
        finally:
            if self._account is not None:
                self._account.__exit__(None, None, None)
            for one in running:
                await one.stop()

    async def _close(self, close: Close) -> None:
        message = {"type": "websocket.close", "code": close.code, "reason": close.reason}
        with suppress(ClientGoneError, TimeoutError):
            async with asyncio.timeout(_CLOSE_S):
                await self._outlet.send(message)

    def _end_if_silent(self) -> None:
        if not self._has_begun:
            self._outlet.end(Ending.LATE)

    def _ping(self) -> None:
        """Ask the client from time to time whether it is there."""
        self._next_ping = asyncio.get_running_loop().call_later(self._terms.ping_s, self._ping)
        if not self._is_acknowledged or (self._write is not None and self._write(_PING)):
            return
        if self._pinging is None or self._pinging.done():
            self._pinging = asyncio.create_task(self._say_ping(), name="ping")

    async def _say_ping(self) -> None:
        with suppress(ClientGoneError):
            await self._say(words.PING)

    async def _listen(self, receive: Receive) -> Close | None:
        """Take message after message; return how to close, or nothing once the client has gone."""
        while self._interruption.reason is None:  # which what a message leads to may have missed
            event = await receive()
            if event["type"] == "websocket.disconnect":
                return None
            text = event.get("text")
            if text is None:
                return words.BAD_MESSAGE
            if len(text) > MAX_MESSAGE:
                return words.TOO_BIG
            message = read_message(text)
            del event, text  # the wait for the next one may be long
            close = words.BAD_MESSAGE if message is None else await self._take(message)
            if close is not None:
                return close
            del message
        return None

    async def _take(self, message: Message) -> Close | None:
        match message:
            case words.Init(payload=payload):
                return await self._begin(payload or {})
            case words.Subscribe(id=operation_id, payload=operation):
                return await self._start(operation_id, operation)
            case words.Complete(id=operation_id):
                self._forget(operation_id)
            case words.Ping():
                await self._say(words.PONG)
            case words.Pong():
                pass
        return None

    async def _begin(self, payload: Json) -> Close | None:
        """Find out who asks, once."""
        if self._has_begun:
            return words.SECOND_INIT
        self._has_begun = True
        try:
            viewer = await self._viewer(payload)
            account = self._terms.edge.streams.of_account(viewer.player_id)
            account.__enter__()
        except Refused as error:
            self._count(error.refusal.code)
            is_wrong = error.refusal.code in _NOT_LET_IN
            return words.FORBIDDEN if is_wrong else words.TRY_AGAIN_LATER
        self._account = account
        self._asked.viewer = self._outlet.viewer = viewer
        self._is_acknowledged = True
        await self._say(words.ACK)
        return None

    async def _viewer(self, payload: Json) -> Viewer:
        token = _token(payload, Headers(scope=self._scope).get("authorization"))
        asking = viewer_of(self._terms.services.players, token, _key(payload, self._scope))
        return await self._terms.edge.admission.known(asking, self._scope)

    async def _start(self, operation_id: str, operation: Operation) -> Close | None:
        """Run an operation beside the others."""
        if not self._is_acknowledged:
            return words.UNAUTHORIZED
        if operation_id in self._operations:
            return words.ID_TAKEN
        voice = Voice(operation_id)
        if len(self._operations) + len(self._leaving) >= MAX_OPERATIONS:
            self._count(_TOO_MANY.code)
            await self._say(voice.error([refusal_error(_TOO_MANY).formatted]))
            return None
        running = self._operations[operation_id] = Running()
        work = self._run(running, voice, partial(self._last_word, running, voice, operation))
        running.task = asyncio.create_task(work, name="operation")
        return None

    def _forget(self, operation_id: str) -> None:
        """Stop an operation that the client has lost interest in; its id is free again."""
        running = self._operations.pop(operation_id, None)
        if running is not None:
            running.halt()
            self._leaving.add(running)
            running.stopping = asyncio.create_task(self._stop(running), name="stop")

    async def _stop(self, running: Running) -> None:
        await running.stop()
        self._leaving.discard(running)

    async def _run(self, running: Running, voice: Voice, work: Work) -> None:
        """Do the work of an operation, and tell its last word, if it has come to that.

        Its id is free before.
        """
        with suppress(ClientGoneError):
            last = await self._outcome(voice, work)
            if last is not None and self._operations.get(voice.operation_id) is running:
                del self._operations[voice.operation_id]
                self._leaving.add(running)
                try:
                    await self._say(last)
                finally:
                    self._leaving.discard(running)

    async def _outcome(self, voice: Voice, work: Work) -> str | None:
        """Return the last word of an operation, whatever becomes of it."""
        try:
            return await work()
        except ClientGoneError:
            raise
        except Refused as error:
            self._count(error.refusal.code)
            return voice.error([refusal_error(error.refusal).formatted])
        except Exception as fault:  # noqa: BLE001 - one operation's fault must not end the socket's others
            fault_id = self._terms.edge.faults.note(fault, Transport.WEBSOCKET)
            return voice.error([fault_error(fault_id).formatted])

    async def _last_word(self, running: Running, voice: Voice, operation: Operation) -> str | None:
        """Say what an operation comes to but for the message that ends it, which is returned.

        Nothing is returned where more will be said without being asked for.
        """
        runner = self._terms.runner
        chosen = runner.choose(self._terms.persisted.resolved(operation))
        bill = NOTHING.bill if isinstance(chosen, Outcome) else chosen.wanted.bill
        await self._terms.edge.admission.charge(self._asked.viewer, self._scope, bill)
        if isinstance(chosen, Outcome):
            return voice.error(chosen.formatted_errors())
        if chosen.kind is OperationType.SUBSCRIPTION:
            payloads = await runner.follow(chosen, self._asked)
            if isinstance(payloads, Outcome):
                return voice.error(payloads.formatted_errors())
            running.following = Following(voice, payloads, self._terms.counted)
            return await self._tell(running, running.following)
        outcome = await self._answer(chosen)
        if outcome.is_request_error:
            return voice.error(outcome.formatted_errors())
        await self._say(voice.next(_encode(outcome.body())))
        return voice.complete()

    async def _answer(self, chosen: Chosen) -> Outcome:
        """Run a query, or a mutation: that is carried out even if nobody waits for it any more."""
        work = self._told(chosen)
        return await (uninterrupted(work) if chosen.kind is OperationType.MUTATION else work)

    async def _told(self, chosen: Chosen) -> Outcome:
        """Run an operation, and tell of it as of a request: counted, and a line in the log."""
        began, name, answer = time.perf_counter(), chosen.wanted.name, "error"
        try:
            outcome = await self._terms.runner.run(chosen, self._asked)
            answer = "error" if outcome.is_request_error else "next"
            return outcome
        finally:
            seconds = time.perf_counter() - began
            self._terms.edge.answered.count(Label(Transport.WEBSOCKET, name), answer, seconds)
            _log.info("operation", operation=name, answer=answer, ms=round(seconds * 1_000, 1))

    async def _tell(self, running: Running, following: Following) -> str | None:
        """Say what a subscription comes to, until its client has had everything there is."""
        keeps_up = False
        try:
            async for payload in following.payloads:
                text = following.voice.next(payload)
                await self._outlet.send({"type": "websocket.send", "text": text})
                del payload, text  # the first one is large, and the next may be long in coming
                following.sent()
                keeps_up = self._keeps_up(running, following)
                if keeps_up:
                    return None
        finally:
            if not keeps_up:
                await following.close()
        return following.voice.complete()

    def _keeps_up(self, running: Running, following: Following) -> bool:
        """Let a subscription be told without a task, if it can be and its client still wants it."""
        if self._write is None or self._operations.get(following.voice.operation_id) is not running:
            return False
        if not following.keeps_up(self._write, partial(self._go_on, running)):
            return False
        running.task = None
        return True

    def _go_on(self, running: Running, following: Following) -> None:
        """Ask for the payloads of a subscription again, as the socket's own work."""
        work = self._run(running, following.voice, partial(self._tell, running, following))
        context = self._context.copy()
        loop = asyncio.get_running_loop()
        running.task = loop.create_task(work, name="operation", context=context)

    def _count(self, code: Code) -> None:
        self._terms.edge.metrics.refused(Transport.WEBSOCKET, code)

    async def _say(self, text: str) -> None:
        await self._outlet.send({"type": "websocket.send", "text": text})


_TOO_MANY: Final = Refusal(
    code=Code.BUSY, message=f"A socket runs at most {MAX_OPERATIONS} operations at once."
)


def _key(payload: Json, scope: Scope) -> str | None:
    """Return the overlay key of the payload, else of the address; empty for what is no text."""
    key = payload.get("key", QueryParams(scope.get("query_string", b"")).get("key"))
    return key if key is None or isinstance(key, str) else ""


def _token(payload: Json, header: str | None) -> str | None:
    """Return the token of the payload, else of the header; refuses UNAUTHENTICATED."""
    given = {name.lower(): value for name, value in payload.items()}
    token, authorization = given.get("token"), given.get("authorization", header)
    if token is not None and isinstance(token, str):
        return token
    if authorization is not None and not isinstance(authorization, str):
        authorization = ""
    return bearer_token(authorization)
