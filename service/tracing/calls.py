"""Traces the calls of a port: the store's, the limiter's, the jobs'."""

import re
from collections.abc import Awaitable, Callable
from inspect import iscoroutinefunction
from typing import Any, Final, TypeVar, cast

from service.store.record import Change
from service.tracing.ports import MATCH, Tracer
from service.usecases.ports import BotTurn

STORE_PARTS: Final = frozenset({"accounts", "analyses", "audit", "bots", "lists", "tokens"})

# A client may send anything in the place of an id, a token even.
_MATCH_ID: Final = re.compile("m_[0-9a-f]{1,32}")

_Port = TypeVar("_Port")


def traced(
    port: _Port, tracer: Tracer | None, name: str, parts: frozenset[str] = frozenset()
) -> _Port:
    """Return a port whose calls are parts of the request or job that makes them.

    Without a tracer it is the port itself. `parts` are ports within it, traced alike.
    """
    return port if tracer is None else cast("_Port", _Traced(port, tracer, name, parts))


class _Traced:
    """Stands for a port of whatever kind; its type is the port's."""

    def __init__(self, port: object, tracer: Tracer, name: str, parts: frozenset[str]) -> None:
        self._port = port
        self._tracer = tracer
        self._name = name
        self._parts = parts

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._port, name)
        told = f"{self._name}.{name}"
        if name in self._parts:
            found = _Traced(found, self._tracer, told, frozenset())
        elif iscoroutinefunction(found):
            found = self._call(told, found)
        self.__dict__[name] = found  # found there the next time
        return found

    def _call(
        self, name: str, function: Callable[..., Awaitable[object]]
    ) -> Callable[..., Awaitable[object]]:
        tracer = self._tracer

        async def call(*args: object, **named: object) -> object:
            with tracer.part(name) as span:
                match_id = _match_of(args)
                if span is not None and match_id is not None:
                    span.note(MATCH, match_id)
                    _note_for_all(tracer, match_id)
                return await function(*args, **named)

        return call


def _note_for_all(tracer: Tracer, match_id: str) -> None:
    work = tracer.work()
    if work is not None:
        work.note(MATCH, match_id)


def _match_of(args: tuple[object, ...]) -> str | None:
    """Return the match that a call is about, by its first argument."""
    match args:
        case (str(name), *_) if _MATCH_ID.fullmatch(name):
            return name
        case (Change(record=record), *_):
            return record.id
        case (BotTurn(match_id=match_id), *_):
            return match_id
    return None
