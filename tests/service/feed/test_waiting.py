"""Many wait at once: until something happens, or each for as long as is given."""

import asyncio

import pytest

from service.feed.waiting import Waiting

LONG_S = 60.0


async def begun(*waits: asyncio.Task[None]) -> None:
    """Let tasks run until each waits."""
    for _ in waits:
        await asyncio.sleep(0)


async def test_everybody_goes_on_when_something_happens() -> None:
    waiting = Waiting()
    waits = [asyncio.create_task(waiting.wait(LONG_S + limit)) for limit in range(3)]
    await begun(*waits)
    assert len(waiting) == 3

    waiting.wake()

    await asyncio.gather(*waits)
    assert len(waiting) == 0


async def test_whoever_comes_after_it_waits_for_the_next() -> None:
    waiting = Waiting()
    waiting.wake()
    late = asyncio.create_task(waiting.wait(LONG_S))
    await begun(late)

    assert not late.done()
    waiting.wake()
    await late


@pytest.mark.parametrize("limit_s", [-1.0, 0.0, 0.1])
async def test_a_wait_ends_when_its_limit_is_over_and_the_others_go_on_waiting(
    limit_s: float,
) -> None:
    waiting = Waiting()
    patient = asyncio.create_task(waiting.wait(LONG_S))
    time = asyncio.get_running_loop().time
    began = time()

    await waiting.wait(limit_s)

    assert time() - began >= limit_s
    assert (len(waiting), patient.done()) == (1, False)
    waiting.wake()
    await patient


async def test_nothing_is_kept_of_whoever_is_cancelled() -> None:
    waiting = Waiting()
    waits = [asyncio.create_task(waiting.wait(LONG_S)) for _ in range(3)]
    await begun(*waits)

    waits[0].cancel()
    await asyncio.wait(waits[:1])
    assert (waits[0].cancelled(), len(waiting)) == (True, 2)

    waiting.wake()
    await asyncio.gather(*waits[1:])
