"""The payloads of one subscription, as JSON: one for each item of its source.

Where a payload depends on nothing but its item and what the subscription asks for, it is made once
for everybody, and a source that gives its items by itself may give them to a listener here too.
"""

from collections.abc import AsyncIterable, AsyncIterator, Callable, Hashable
from typing import Any, Final, Self

import msgspec
from graphql import ExecutionResult, GraphQLError
from graphql.execution import Executor, execute_subscription_event
from msgspec import Struct

from schema.live_ports import Giving, Listener
from service.feed.frames import Frames
from service.graphql.plan import Payload, UnusualValueError

Body = Callable[[ExecutionResult], dict[str, object]]
"""Returns what is told of a result, in the form of the GraphQL specification."""

_encode: Final = msgspec.json.Encoder().encode


class Form(Struct, frozen=True):
    """What the payloads of one subscription are made with.

    `payload` is its plan. `shared` is what they depend on besides their items; None if they cannot
    be shared. `body` tells what execution comes to where the plan does not.
    """

    execution: Executor[Any]  # Any: whatever the context is
    payload: Payload | None
    shared: Hashable
    frames: Frames
    body: Body

    def of(self, item: object) -> bytes:
        """Return the payload of an item that all fields are read off."""
        return self._planned(item) or self._ordinary(item)

    async def made(self, item: object) -> bytes:
        """Return the payload of an item, made once for everybody if it can be."""
        if self.shared is not None and type(item).__weakrefoffset__:
            return self.frames.frame(item, self.shared, self.of)
        return self._planned(item) or await self._own(item)

    def _planned(self, item: object) -> bytes | None:
        """Return the payload of an item; None for one that has to be made the ordinary way."""
        if self.payload is None:
            return None
        try:
            data = self.payload(item)
        except UnusualValueError:
            return None
        return _encode({"data": data})

    def _ordinary(self, item: object) -> bytes:
        result = execute_subscription_event(self.execution.build_per_event_executor(item))
        assert isinstance(result, ExecutionResult), "what is read off an object is there"
        return _encode(self.body(result))

    async def _own(self, item: object) -> bytes:
        """Return the payload of an item for one client."""
        result = execute_subscription_event(self.execution.build_per_event_executor(item))
        done = result if isinstance(result, ExecutionResult) else await result
        return _encode(self.body(done))


class Payloads:
    """Payloads that are asked for one by one; whoever is given them closes them.

    A fault between two of them is the last payload.
    """

    __slots__ = ("_form", "_is_over", "_items")

    def __init__(self, form: Form, items: AsyncIterable[object]) -> None:
        self._form: Final = form
        self._items: AsyncIterator[object] = aiter(items)
        self._is_over = False

    def __aiter__(self) -> Self:
        """Return itself."""
        return self

    async def __anext__(self) -> bytes:
        """Return the next payload, waiting for its item."""
        if self._is_over:
            raise StopAsyncIteration
        try:
            return await self._form.made(await anext(self._items))
        except StopAsyncIteration:
            await self.aclose()
            raise
        except Exception as error:  # noqa: BLE001 - what was sent stands: told as the last payload
            await self.aclose()
            fault = GraphQLError(str(error), original_error=error)
            return _encode({"data": None, **self._form.body(ExecutionResult(None, [fault]))})

    async def aclose(self) -> None:
        """Close the source."""
        self._is_over = True
        close = getattr(self._items, "aclose", None)  # an iterator need not be a generator
        if close is not None:
            await close()

    @property
    def form(self) -> Hashable:
        """Return what a payload depends on besides its item; None if it cannot be shared."""
        return self._form.shared

    def of(self, item: object) -> bytes:
        """Return the payload of an item that the source has given; only where it is shared."""
        return self._form.of(item)

    def give_to(self, listener: Listener[object]) -> bool:
        """Give a listener the items that come, if the source can and their payloads are shared."""
        items = self._items
        return self.form is not None and isinstance(items, Giving) and items.give_to(listener)

    def stop_giving(self) -> None:
        """Give nothing more; the listener is not told."""
        if isinstance(self._items, Giving):
            self._items.stop_giving()
