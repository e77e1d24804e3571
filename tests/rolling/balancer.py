"""Stands before several processes of the API, as the Service of a cluster does."""

import asyncio
import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

_BYTES: Final = 65_536


class Balancer:
    """Hands each new connection to the next of `ports`; what is open stays where it is."""

    def __init__(self) -> None:
        self.url = ""
        self.ports: list[int] = []
        self._turn = itertools.count()
        self._open: set[asyncio.Task[None]] = set()

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass on what a client and its process say, until either ends."""
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        try:
            await self._serve(reader, writer)
        finally:
            self._open.discard(task)
            writer.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for _ in range(len(self.ports)):
            port = self.ports[next(self._turn) % len(self.ports)]
            with suppress(OSError):  # it is gone, and the next one is asked
                far_reader, far_writer = await asyncio.open_connection("127.0.0.1", port)
                break
        else:
            return
        ways = (_pass_on(reader, far_writer), _pass_on(far_reader, writer))
        await asyncio.gather(*ways)

    async def close(self) -> None:
        """Cut what is still open."""
        for task in self._open:
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        with suppress(ConnectionError):
            while data := await reader.read(_BYTES):
                writer.write(data)
                await writer.drain()
    finally:
        writer.close()


@asynccontextmanager
async def balancer() -> AsyncIterator[Balancer]:
    """Run a balancer at `url`."""
    made = Balancer()
    server = await asyncio.start_server(made.connected, "127.0.0.1", 0)
    host, port = server.sockets[0].getsockname()
    made.url = f"http://{host}:{port}"
    async with server:
        try:
            yield made
        finally:
            await made.close()
