"""Keeps child processes running, and stops them in order.

Everything happens in the caller's thread, which must be the main one: signals arrive there, and
a child dies with the thread that started it. What the children do is none of its business.
"""

import math
import signal
import time
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Self

import msgspec
import structlog

from service.child import Child
from service.errors import StartError
from service.process import Program
from service.restarts import Backoff
from service.signals import SignalWatch

_LOOK_SECONDS = 0.05  # between two looks at a condition
_IDLE_SECONDS = 5.0  # between two looks at children, should a signal be lost
_KILLED_SECONDS = 0.5  # a killed process is gone within this time

_log = structlog.get_logger(__name__)


class StopStage(msgspec.Struct, frozen=True, kw_only=True):
    """Children that are asked to stop together, and the seconds until they are killed."""

    names: tuple[str, ...]
    limit_seconds: float


class Supervisor:
    """The parent of the children; a context in which signals ask it to stop.

    Leaving the context stops every child, in the order of `stages`.
    """

    def __init__(
        self,
        stages: Sequence[StopStage],
        *,
        backoff: Backoff | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._stages = stages
        self._backoff = backoff or Backoff()
        self._monotonic = monotonic
        self._children: dict[str, Child] = {}
        self._signals = SignalWatch()

    def __enter__(self) -> Self:
        self._signals.catch()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        for stage in self._stages:
            self._stop(stage)
        self._signals.release()

    def add(self, program: Program) -> None:
        """Start a program and keep it running from now on."""
        child = self._children[program.name] = Child(program)
        child.start(self._monotonic())

    def watch(
        self,
        until: Callable[[], bool] | None = None,
        *,
        limit_seconds: float = math.inf,
        patience: float = math.inf,
    ) -> bool:
        """Restart what ends, until the condition holds (True) or a signal asks to stop (False).

        Raises StartError when the condition does not hold within the limit, or when a child has
        failed more often in a row than `patience`.
        """
        deadline = self._monotonic() + limit_seconds
        while not self._signals.stop_requested:
            self._look_after_children(patience)
            if until is not None and until():
                return True
            now = self._monotonic()
            if now >= deadline:
                reason = f"not ready within {limit_seconds:.0f} seconds"
                raise StartError(reason)
            self._signals.wait(self._seconds_to_next_look(now, is_waiting=until is not None))
        return False

    def _look_after_children(self, patience: float) -> None:
        now = self._monotonic()
        for child in self._children.values():
            child.notice_end(now, self._backoff)
            if child.life.failures > patience:
                reason = f"{child.program.name} does not start: it ended with {child.last_code}"
                raise StartError(reason)
            if child.life.is_due(now):
                child.start(now)

    def _seconds_to_next_look(self, now: float, *, is_waiting: bool) -> float:
        due = (child.life.due_at for child in self._children.values())
        waits = (max(0.0, at - now) for at in due if at is not None)
        return min((_LOOK_SECONDS if is_waiting else _IDLE_SECONDS, *waits))

    def _stop(self, stage: StopStage) -> None:
        members = [child for name, child in self._children.items() if name in stage.names]
        for child in members:
            child.send(signal.SIGTERM)
        if self._have_ended(members, stage.limit_seconds):
            return
        for child in members:
            if child.is_running():
                _log.warning("child_killed", child=child.program.name)
                child.send(signal.SIGKILL)
        self._have_ended(members, _KILLED_SECONDS)

    def _have_ended(self, members: Sequence[Child], limit_seconds: float) -> bool:
        deadline = self._monotonic() + limit_seconds
        while any(child.is_running() for child in members):
            left = deadline - self._monotonic()
            if left <= 0:
                return False
            self._signals.wait(min(left, _LOOK_SECONDS))
        return True
