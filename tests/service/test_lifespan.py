"""What an API process does while it serves: it keeps knowing the store's time."""

import asyncio

import pytest

from service.backend import Backend
from service.lifespan import ask_now_and_then, lifespan
from service.stopping import Stopping
from service.store.errors import StoreUnavailableError
from tests.fixtures.ports import FakePorts


class Asked:
    """A store that tells its time once, and then answers no more."""

    def __init__(self) -> None:
        self.times = 0
        self.first = asyncio.Event()

    async def __call__(self) -> int:
        """Count the question."""
        self.times += 1
        self.first.set()
        if self.times > 1:
            raise StoreUnavailableError("away")
        return 1


class _EnoughError(Exception):
    """The test has seen what it wanted."""


async def test_the_time_is_asked_for_again_and_again_whatever_is_answered() -> None:
    asked, slept = Asked(), list[float]()

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 3:
            raise _EnoughError

    with pytest.raises(_EnoughError):
        await ask_now_and_then(asked, sleep)

    assert asked.times == 3
    assert slept == [10.0, 10.0, 10.0]


async def test_a_process_asks_for_the_time_from_its_start_to_its_end() -> None:
    asked = Asked()
    before = asyncio.all_tasks()
    async with lifespan(Backend(FakePorts().services(), ask_time=asked), Stopping()):
        await asyncio.wait_for(asked.first.wait(), 5)
        during = asyncio.all_tasks()

    assert len(during - before) == 1
    assert asyncio.all_tasks() == before
