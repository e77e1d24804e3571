"""The clock starts what is due, in time, once per lease, and never loses its head."""

import asyncio
from collections.abc import Iterable

import pytest
from structlog.testing import capture_logs

from schema.errors import Code, refused
from service.metrics import Metrics
from service.store.errors import StoreUnavailableError
from service.store.ports import Claim
from service.usecases.ports import BotTurn
from service.usecases.turns import Pending, PendingKind
from tests.fixtures.house import ALA, open_house
from tests.fixtures.metrics import counted
from workers.clock import LEASE_MS, SWEEP_LIMIT, Clock, Ticks

NOW_MS = 1_800_000_000_000
AWAY = StoreUnavailableError("away")


class Due:
    """Answers claims as told, then with nothing; an error is raised."""

    def __init__(self, *claims: Iterable[str] | Exception) -> None:
        self._claims = list(claims)
        self.asked: list[tuple[int, int]] = []
        self.forgotten: list[str] = []
        self.late_ms, self.again = 40, False

    async def claim_due(self, lease_ms: int, limit: int) -> tuple[Claim, ...]:
        """Answer the next claim."""
        self.asked.append((lease_ms, limit))
        claim = self._claims.pop(0) if self._claims else ()
        if isinstance(claim, Exception):
            raise claim
        return tuple(Claim(match_id, self.late_ms, again=self.again) for match_id in claim)

    async def forget_due(self, match_id: str) -> None:
        """Note a match."""
        self.forgotten.append(match_id)

    async def now_ms(self) -> int:
        """Return one and the same time."""
        return NOW_MS


class Known:
    """Knows what is due in each match; an error is raised."""

    def __init__(self, **matches: Pending | Exception | None) -> None:
        self._matches = matches

    async def pending(self, match_id: str) -> Pending | None:
        """Answer for a match."""
        found = self._matches[match_id]
        if isinstance(found, Exception):
            raise found
        return found


class Started:
    """Notes the jobs that are started, with their attempts."""

    def __init__(self) -> None:
        self.bot_turns: list[tuple[BotTurn, int]] = []
        self.timeouts: list[tuple[str, int, int]] = []
        self.lobbies: list[tuple[str, int, int]] = []
        self.ended: list[tuple[str, int, int]] = []

    async def bot_turn(self, turn: BotTurn, attempt: int = 0) -> None:
        """Note a bot's turn."""
        self.bot_turns.append((turn, attempt))

    async def turn_timeout(self, match_id: str, version: int, attempt: int) -> None:
        """Note a turn whose time is over."""
        self.timeouts.append((match_id, version, attempt))

    async def lobby_due(self, match_id: str, version: int, attempt: int) -> None:
        """Note a match that waits."""
        self.lobbies.append((match_id, version, attempt))

    async def match_ended(self, match_id: str, version: int, attempt: int) -> None:
        """Note a match that has ended."""
        self.ended.append((match_id, version, attempt))


class Time:
    """A monotonic clock that moves while the clock sleeps; ends it after some sleeps."""

    def __init__(self, sleeps: int) -> None:
        self.now = 100.0
        self.sleeps: list[float] = []
        self._most = sleeps

    def monotonic(self) -> float:
        """Return the time."""
        return self.now

    async def sleep(self, seconds: float) -> None:
        """Let the time pass."""
        self.sleeps.append(round(seconds, 3))
        self.now += seconds
        if len(self.sleeps) == self._most:
            raise asyncio.CancelledError


def a_bot_turn(match_id: str, *, people: bool = True) -> Pending:
    """Return a bot's turn at version 7."""
    return Pending(PendingKind.BOT_TURN, match_id, 7, people)


async def run(due: Due, *, sleeps: int) -> list[float]:
    """Run a clock until it has slept so often, and return for how long each time."""
    time = Time(sleeps)
    clock = Clock(due, Known(), Started(), ticks=Ticks(time.monotonic, time.sleep))
    with pytest.raises(asyncio.CancelledError):
        await clock.run()
    return time.sleeps


async def test_what_is_due_is_started_with_the_time_of_its_claim() -> None:
    late = Pending(PendingKind.TURN_TIMEOUT, "m_late", 9, people=True)
    known = Known(m_bot=a_bot_turn("m_bot"), m_late=late, m_over=None)
    due, jobs = Due(("m_bot", "m_late", "m_over")), Started()

    claimed = await Clock(due, known, jobs).sweep()

    assert claimed == 3
    assert due.asked == [(LEASE_MS, SWEEP_LIMIT)]
    assert jobs.bot_turns == [(BotTurn("m_bot", 7, people=True), NOW_MS)]
    assert jobs.timeouts == [("m_late", 9, NOW_MS)]


async def test_a_match_that_cannot_be_started_stops_no_other() -> None:
    known = Known(
        m_gone=refused(Code.MATCH_NOT_FOUND, "There is no such match."),
        m_odd=KeyError("QS"),
        m_bot=a_bot_turn("m_bot"),
    )
    due, jobs = Due(("m_gone", "m_odd", "m_bot")), Started()

    with capture_logs() as logged:
        await Clock(due, known, jobs).sweep()

    assert [turn.match_id for turn, _ in jobs.bot_turns] == ["m_bot"]
    assert [(line["match"], line.get("code"), line.get("error")) for line in logged] == [
        ("m_gone", "MATCH_NOT_FOUND", None),
        ("m_odd", None, "KeyError"),
    ]
    assert "QS" not in str(logged)
    assert due.forgotten == ["m_gone"]


async def test_an_idle_clock_looks_ten_times_a_second() -> None:
    due = Due()

    assert await run(due, sleeps=4) == [0.1, 0.1, 0.1, 0.1]
    assert len(due.asked) == 4


async def test_the_pace_does_not_drift_with_slow_sweeps() -> None:
    time = Time(3)

    class Slow(Due):
        async def claim_due(self, lease_ms: int, limit: int) -> tuple[Claim, ...]:
            time.now += 0.03
            return await super().claim_due(lease_ms, limit)

    clock = Clock(Slow(), Known(), Started(), ticks=Ticks(time.monotonic, time.sleep))
    with pytest.raises(asyncio.CancelledError):
        await clock.run()

    assert time.sleeps == [0.07, 0.07, 0.07]


async def test_a_full_sweep_is_followed_by_another_at_once() -> None:
    many = [f"m_{number}" for number in range(SWEEP_LIMIT)]
    due = Due(many, many, ())
    time = Time(3)
    known = Known(**dict.fromkeys(many))

    clock = Clock(due, known, Started(), ticks=Ticks(time.monotonic, time.sleep))
    with pytest.raises(asyncio.CancelledError):
        await clock.run()

    assert time.sleeps == [0.0, 0.0, 0.1]


async def test_it_waits_longer_and_longer_for_a_store_that_is_away_but_not_for_ever() -> None:
    due = Due(AWAY, AWAY, AWAY, AWAY, AWAY, AWAY, ())

    with capture_logs() as logged:
        sleeps = await run(due, sleeps=8)

    assert sleeps == [0.2, 0.4, 0.8, 1.6, 2.0, 2.0, 0.1, 0.1]
    assert [line["event"] for line in logged] == ["store_unreachable", "store_reached_again"]


async def test_two_clocks_share_what_is_due() -> None:
    house = open_house()
    matches = [(await house.match_of(seed=seed)).id for seed in range(5)]
    house.clock.now_ms += 60_000
    jobs = Started()

    first, second = (Clock(house.store, house.turns, jobs) for _ in range(2))
    await asyncio.gather(first.sweep(), second.sweep())

    started = [turn.match_id for turn, _ in jobs.bot_turns] + [at[0] for at in jobs.timeouts]
    assert sorted(started) == sorted(matches)


async def test_a_lost_job_is_started_again_after_one_lease() -> None:
    house = open_house()
    match = await house.match_of()
    await house.play_until_asked(match.id, ALA)
    house.clock.now_ms += 60_000
    jobs = Started()
    clock = Clock(house.store, house.turns, jobs)

    await clock.sweep()
    house.clock.now_ms += LEASE_MS - 1
    await clock.sweep()
    assert len(jobs.timeouts) == 1
    house.clock.now_ms += 1
    await clock.sweep()

    (first, again) = jobs.timeouts
    assert first[:2] == again[:2]
    assert again[2] == first[2] + LEASE_MS


async def test_a_first_claim_counts_how_late_it_was() -> None:
    metrics = Metrics()

    known = Known(m_bot=a_bot_turn("m_bot"))
    await Clock(Due(("m_bot",)), known, Started(), metrics).sweep()

    assert counted(metrics, "due_lag_seconds_count") == 1
    assert counted(metrics, "due_lag_seconds_sum") == 0.04
    assert counted(metrics, "sweep_rescues_total") == 0


@pytest.mark.parametrize("asked_before", [False, True])
async def test_a_turn_whose_job_was_lost_counts_as_rescued(asked_before: bool) -> None:
    metrics = Metrics()
    pending = Pending(PendingKind.BOT_TURN, "m_bot", 7, people=True, asked_before=asked_before)
    due = Due(("m_bot",))
    due.again = not asked_before

    await Clock(due, Known(m_bot=pending), Started(), metrics).sweep()

    assert counted(metrics, "sweep_rescues_total") == 1
    assert counted(metrics, "due_lag_seconds_count") == 0
