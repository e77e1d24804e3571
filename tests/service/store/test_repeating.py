"""A server that does not answer is asked three times; a refusal is final."""

from collections.abc import Sequence

import pytest

from service.store.commands import Argument, Reply, Script
from service.store.errors import StoreError, StoreFullError, StoreUnavailableError
from service.store.repeating import Repeating


class Failing:
    """Implements `Commands`; fails as told, then answers."""

    def __init__(self, *faults: StoreError) -> None:
        self._faults = list(faults)
        self.calls = 0

    async def call(self, *command: Argument) -> Reply:
        """Fail or answer."""
        self.calls += 1
        if self._faults:
            raise self._faults.pop(0)
        return b"OK"

    async def run(
        self, script: Script, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> Reply:
        """Fail or answer."""
        return await self.call()

    async def close(self) -> None:
        """Do nothing."""


AWAY = StoreUnavailableError("away")
FULL = StoreFullError("full")


@pytest.mark.parametrize("faults", [(), (AWAY,), (AWAY, AWAY)])
async def test_an_answer_at_the_third_attempt_is_good(faults: tuple[StoreError, ...]) -> None:
    server = Failing(*faults)

    assert await Repeating(server).call("GET", "a") == b"OK"

    assert server.calls == len(faults) + 1


async def test_scripts_are_repeated_too() -> None:
    server = Failing(AWAY)

    assert await Repeating(server).run(Script("", ""), (), ()) == b"OK"

    assert server.calls == 2


async def test_the_attempts_are_counted() -> None:
    assert await Repeating(Failing()).run_counted(Script("", ""), (), ()) == (b"OK", 1)
    assert await Repeating(Failing(AWAY)).run_counted(Script("", ""), (), ()) == (b"OK", 2)
    assert await Repeating(Failing(AWAY, AWAY)).run_counted(Script("", ""), (), ()) == (b"OK", 3)


async def test_there_is_no_fourth_attempt() -> None:
    server = Failing(AWAY, AWAY, AWAY)

    with pytest.raises(StoreUnavailableError):
        await Repeating(server).call("GET", "a")

    assert server.calls == 3


async def test_a_full_server_is_not_asked_again() -> None:
    server = Failing(FULL)

    with pytest.raises(StoreFullError):
        await Repeating(server).call("SET", "a", "b")

    assert server.calls == 1
