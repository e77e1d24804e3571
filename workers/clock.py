"""The clock: starts every turn whose time has come, and starts again what was lost.

What is due is claimed by moving its time on, so two clocks at once share the work, and a turn
whose job was lost comes up again after one lease.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, assert_never

import structlog
from msgspec import Struct

from schema.errors import Code, Refused
from service.metrics import Metrics
from service.store.errors import StoreError
from service.store.ports import Claim
from service.usecases.ports import BotTurn
from service.usecases.turns import Pending, PendingKind
from workers.faults import fault
from workers.ports import DueMatches, DueTurns, TurnJobs

SWEEP_SECONDS: Final = 0.1  # from one look at what is due to the next
LEASE_MS: Final = 2_000  # how long a job may take before its turn is started again
SWEEP_LIMIT: Final = 100  # matches claimed at a time; more follow at once
_LONGEST_PAUSE: Final = 2.0  # seconds between two looks at a store that does not answer

_log = structlog.get_logger(__name__)


class Ticks(Struct, frozen=True):
    """How the clock counts its own pauses, in seconds; what is due is the store's to say.

    `beat` is called before each look at what is due.
    """

    monotonic: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    beat: Callable[[], None] = lambda: None


class Clock:
    """Sweeps what is due, and counts how late it was."""

    def __init__(
        self,
        matches: DueMatches,
        turns: DueTurns,
        jobs: TurnJobs,
        metrics: Metrics | None = None,
        ticks: Ticks | None = None,
    ) -> None:
        self._matches = matches
        self._turns = turns
        self._jobs = jobs
        self._metrics = metrics or Metrics()
        self._ticks = ticks or Ticks()
        self._failures = 0

    async def run(self) -> None:
        """Sweep until cancelled, at an even pace; slower while the store does not answer."""
        at = self._ticks.monotonic()
        while True:
            self._ticks.beat()
            pause = await self._sweep_and_pause()
            # a sweep that took too long is not made up for
            at = max(at + pause, self._ticks.monotonic())
            await self._ticks.sleep(at - self._ticks.monotonic())

    async def _sweep_and_pause(self) -> float:
        """Sweep once and return the seconds from its beginning to the next one."""
        try:
            claimed = await self.sweep()
        except StoreError as error:
            if not self._failures:
                _log.warning("store_unreachable", reason=type(error).__name__)
            self._failures += 1
            return min(SWEEP_SECONDS * 2.0**self._failures, _LONGEST_PAUSE)
        if self._failures:
            self._failures = 0
            _log.info("store_reached_again")
        return 0.0 if claimed == SWEEP_LIMIT else SWEEP_SECONDS

    async def sweep(self) -> int:
        """Start what is due and return how many matches were looked at, at most SWEEP_LIMIT."""
        claimed = await self._matches.claim_due(LEASE_MS, SWEEP_LIMIT)
        if claimed:
            now_ms = await self._matches.now_ms()
            await asyncio.gather(*(self._start(claim, now_ms) for claim in claimed))
        return len(claimed)

    async def _start(self, claim: Claim, attempt: int) -> None:
        """Start one match's turn. One that cannot be started stops no other: it is due again."""
        match_id = claim.match_id
        try:
            pending = await self._turns.pending(match_id)
            if pending is not None:
                self._count(claim, pending)
                await self._enqueue(pending, attempt)
        except Refused as refused:
            code = refused.refusal.code
            _log.warning("turn_not_started", match=match_id, code=code.value)
            if code is Code.MATCH_NOT_FOUND:
                await self._forget(match_id)
        except Exception as error:  # noqa: BLE001 - one broken match must not stop all others
            _log.error("turn_not_started", match=match_id, **fault(error))

    async def _forget(self, match_id: str) -> None:
        with suppress(StoreError):  # it is due again
            await self._matches.forget_due(match_id)

    def _count(self, claim: Claim, pending: Pending) -> None:
        if claim.again or pending.asked_before:
            self._metrics.sweep_rescues.inc()
        else:
            self._metrics.due_lag_seconds.observe(claim.late_ms / 1_000)

    async def _enqueue(self, pending: Pending, attempt: int) -> None:
        match pending.kind:
            case PendingKind.BOT_TURN:
                turn = BotTurn(pending.match_id, pending.version, pending.people)
                await self._jobs.bot_turn(turn, attempt)
            case PendingKind.TURN_TIMEOUT:
                await self._jobs.turn_timeout(pending.match_id, pending.version, attempt)
            case PendingKind.LOBBY_DUE:
                await self._jobs.lobby_due(pending.match_id, pending.version, attempt)
            case PendingKind.MATCH_ENDED:
                await self._jobs.match_ended(pending.match_id, pending.version, attempt)
            case _:
                assert_never(pending.kind)
