"""A watch yields the newest head, merges what came in between, and ends with its fault."""

import asyncio

import pytest

from service.store.errors import StoreUnavailableError
from service.store.watch import Watch


async def test_the_newest_head_is_yielded_once() -> None:
    watch = Watch()
    for head in (1, 2, 3):
        watch.tell(head)

    assert await anext(watch) == 3

    waiting = asyncio.create_task(anext(watch))
    await asyncio.sleep(0)
    assert not waiting.done()
    watch.tell(4)
    assert await waiting == 4


async def test_a_head_may_be_told_again() -> None:
    watch = Watch()
    watch.tell(3)
    assert await anext(watch) == 3

    watch.tell(3)

    assert await anext(watch) == 3


async def test_the_last_head_comes_before_the_end() -> None:
    watch = Watch()
    watch.tell(5)
    watch.fail(StoreUnavailableError("closed"))

    assert await anext(watch) == 5
    for _ in range(2):
        with pytest.raises(StoreUnavailableError):
            await anext(watch)


async def test_whoever_waits_is_told_the_end() -> None:
    watch = Watch()
    waiting = asyncio.create_task(anext(watch))
    await asyncio.sleep(0)

    watch.fail(StoreUnavailableError("closed"))

    with pytest.raises(StoreUnavailableError):
        await waiting
