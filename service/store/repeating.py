"""Asks a server again that has not answered."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from service.store.commands import Argument, Commands, Reply, Script
from service.store.errors import StoreFullError, StoreUnavailableError

_PAUSES: Final = (0.05, 0.25)  # seconds before the second and the third attempt


class Repeating:
    """Implements `Commands` for what may run twice without harm; gives up after three times."""

    def __init__(self, commands: Commands) -> None:
        self._commands = commands

    async def call(self, *command: Argument) -> Reply:
        """Run one command that may run twice."""
        return await _repeated(lambda: self._commands.call(*command))

    async def run(
        self, script: Script, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> Reply:
        """Run a script that may run twice."""
        return await _repeated(lambda: self._commands.run(script, keys, arguments))

    async def close(self) -> None:
        """Close every connection."""
        await self._commands.close()


async def _repeated(attempt: Callable[[], Awaitable[Reply]]) -> Reply:
    for pause in _PAUSES:
        try:
            return await attempt()
        except StoreFullError:
            raise
        except StoreUnavailableError:
            await asyncio.sleep(pause)
    return await attempt()
