"""Budgets: what passes, what a refusal says, and how seldom the store is asked."""

import asyncio

import pytest

from schema.budgets import Budget
from schema.errors import Code
from service.limits.budgets import Rate
from service.limits.limiter import LEASE_S, Limiter
from service.limits.refusals import RateLimited
from service.metrics import Metrics
from service.store.allowances import Bucket, Grant
from service.store.errors import StoreFullError, StoreUnavailableError
from tests.fixtures.limits import Counted, Moving, limiter_of
from tests.fixtures.metrics import counted

MOVES = Budget.MOVES
RATES = {MOVES: Rate(per_minute=60, burst=100)}


@pytest.fixture
def clock() -> Moving:
    return Moving()


@pytest.fixture
def allowances(clock: Moving) -> Counted:
    return Counted(clock)


@pytest.fixture
def metrics() -> Metrics:
    return Metrics()


@pytest.fixture
def limiter(clock: Moving, allowances: Counted, metrics: Metrics) -> Limiter:
    return limiter_of(clock, allowances, RATES, metrics)


async def spent(limiter: Limiter, tries: int, client: str = "p_ala") -> int:
    """Return how many of some requests pass."""
    passed = 0
    for _ in range(tries):
        try:
            await limiter.spend(MOVES, client)
        except RateLimited:
            continue
        passed += 1
    return passed


async def refusal(limiter: Limiter, count: int = 1) -> RateLimited:
    with pytest.raises(RateLimited) as raised:
        await limiter.spend(MOVES, "p_ala", count)
    return raised.value


async def test_a_burst_passes_and_no_more(limiter: Limiter) -> None:
    assert await spent(limiter, 130) == 100


async def test_a_full_budget_is_spent_with_few_questions(
    limiter: Limiter, allowances: Counted
) -> None:
    await spent(limiter, 100)

    assert allowances.asked == 17


async def test_the_refusal_says_how_long_to_wait(limiter: Limiter, clock: Moving) -> None:
    await spent(limiter, 100)
    clock.wait(ms=300)

    refused = await refusal(limiter)

    assert refused.refusal.code is Code.RATE_LIMITED
    assert refused.refusal.retry_after_ms == 700
    assert refused.fields == {
        "Retry-After": "1",
        "RateLimit": '"moves";r=0;t=1',
        "RateLimit-Policy": '"moves";q=100;w=100',
    }


@pytest.mark.parametrize("count", [1, 7, 40])
async def test_who_waits_exactly_as_told_passes(
    limiter: Limiter, clock: Moving, count: int
) -> None:
    await spent(limiter, 100)

    for _ in range(5):
        refused = await refusal(limiter, count)
        assert refused.refusal.retry_after_ms is not None
        clock.wait(ms=refused.refusal.retry_after_ms)
        await limiter.spend(MOVES, "p_ala", count)


async def test_whole_seconds_are_enough_too(limiter: Limiter, clock: Moving) -> None:
    await spent(limiter, 100)
    clock.wait(ms=1)

    refused = await refusal(limiter, 3)
    clock.wait(seconds=int(refused.fields["Retry-After"]))

    await limiter.spend(MOVES, "p_ala", 3)


async def test_who_asks_again_before_that_is_refused_without_a_question(
    limiter: Limiter, clock: Moving, allowances: Counted
) -> None:
    await spent(limiter, 100)
    await refusal(limiter)
    before = allowances.asked
    clock.wait(ms=400)

    again = await refusal(limiter)

    assert again.refusal.retry_after_ms == 600
    assert allowances.asked == before


async def test_a_smaller_wish_than_the_refused_one_is_asked_for(
    limiter: Limiter, clock: Moving
) -> None:
    await spent(limiter, 100)
    clock.wait(seconds=5)
    await refusal(limiter, 6)

    await limiter.spend(MOVES, "p_ala", 5)


async def test_processes_share_a_budget(clock: Moving, allowances: Counted) -> None:
    one = limiter_of(clock, allowances, RATES)
    other = limiter_of(clock, allowances, RATES)

    passed = 0
    for _ in range(70):
        passed += await spent(one, 1) + await spent(other, 1)

    assert passed == 100


async def test_what_a_process_holds_it_holds_not_for_long(
    limiter: Limiter, clock: Moving, allowances: Counted
) -> None:
    await spent(limiter, 1)
    clock.wait(seconds=LEASE_S)
    await spent(limiter, 1)

    assert allowances.asked == 2


async def test_a_client_below_the_rate_is_never_refused_however_many_processes(
    clock: Moving, allowances: Counted
) -> None:
    processes = [limiter_of(clock, allowances, RATES) for _ in range(8)]

    passed = 0
    for number in range(400):
        passed += await spent(processes[number % 8], 1)
        clock.wait(ms=1_100)

    assert passed == 400


async def test_two_requests_at_once_are_both_charged(limiter: Limiter) -> None:
    await asyncio.gather(*(limiter.spend(MOVES, "p_ala", 10) for _ in range(10)))

    assert await spent(limiter, 10) == 0


async def test_many_at_once_share_what_one_of_them_brings(
    clock: Moving, metrics: Metrics, allowances: Counted
) -> None:
    class Far(Counted):
        async def take(self, bucket: Bucket, count: int) -> Grant:
            await asyncio.sleep(0)  # the others come meanwhile
            return await super().take(bucket, count)

    far = Far(clock)
    limiter = limiter_of(clock, far, RATES, metrics)

    passed = await asyncio.gather(*(spent(limiter, 1) for _ in range(120)))

    assert sum(passed) == RATES[MOVES].burst
    assert far.asked < 25


async def test_clients_and_budgets_are_apart(limiter: Limiter) -> None:
    await spent(limiter, 100)

    await limiter.spend(MOVES, "p_ola")
    await limiter.spend(Budget.READS, "p_ala")


@pytest.mark.parametrize("fault", [StoreUnavailableError("away"), StoreFullError("full")])
async def test_a_store_that_does_not_count_lets_everybody_pass_and_is_left_alone_for_a_while(
    limiter: Limiter, clock: Moving, allowances: Counted, metrics: Metrics, fault: Exception
) -> None:
    allowances.fails = fault

    passed = await spent(limiter, 500)
    asked = allowances.asked
    clock.wait(seconds=1)
    allowances.fails = None
    afterwards = await spent(limiter, 130)

    assert (passed, asked, afterwards) == (500, 1, 100)
    assert counted(metrics, "limiter_failures_total") == 500


async def test_refusals_are_counted_by_budget(limiter: Limiter, metrics: Metrics) -> None:
    await spent(limiter, 103)

    assert counted(metrics, "rate_limited_total", budget="moves") == 3


async def test_without_allowances_nothing_is_limited() -> None:
    assert await spent(Limiter(), 10_000) == 10_000


async def test_what_a_process_holds_is_taken_at_once_and_no_more_than_that(
    limiter: Limiter, allowances: Counted, clock: Moving
) -> None:
    before = limiter.takes(MOVES, "p_ala")
    await limiter.spend(MOVES, "p_ala")
    asked = allowances.asked

    held = 0
    while limiter.takes(MOVES, "p_ala"):
        held += 1
    clock.wait(seconds=LEASE_S)

    assert (before, limiter.takes(MOVES, "p_ala"), allowances.asked) == (False, False, asked)
    assert 0 < held < 100
