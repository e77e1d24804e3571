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
        try:
            return await self._commands.call(*command)
        except StoreUnavailableError as fault:
            reply, _ = await _again(fault, lambda: self._commands.call(*command))
            return reply

    async def run(
        self, script: Script, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> Reply:
        """Run a script that may run twice."""
        reply, _ = await self.run_counted(script, keys, arguments)
        return reply

    async def run_counted(
        self, script: Script, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> tuple[Reply, int]:
        """Run a script that may run twice; return its reply and how often it was sent."""
        try:
            return await self._commands.run(script, keys, arguments), 1
        except StoreUnavailableError as fault:
            return await _again(fault, lambda: self._commands.run(script, keys, arguments))

    async def close(self) -> None:
        """Close every connection."""
        await self._commands.close()


async def _again(
    fault: StoreUnavailableError, attempt: Callable[[], Awaitable[Reply]]
) -> tuple[Reply, int]:
    """Try twice more after a fault, unless the server is full; return which attempt had a reply."""
    for number, pause in enumerate(_PAUSES, 2):
        if isinstance(fault, StoreFullError):
            raise fault
        await asyncio.sleep(pause)
        try:
            return await attempt(), number
        except StoreUnavailableError as another:
            fault = another
    raise fault
