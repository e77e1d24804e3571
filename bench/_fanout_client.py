"""The clients of `bench.fanout`: as little as reads frames, so that the server is measured."""

import asyncio
import base64
import json
import os
import time
from typing import Final, cast

_FINAL_TEXT: Final = 0x81
_MASK: Final = bytes(4)


def masked(text: str) -> bytes:
    """Return a text as a client's frame, of at most 64 kB, under a mask that changes nothing."""
    data = text.encode()
    head = bytes([_FINAL_TEXT, 0x80 | 126]) + len(data).to_bytes(2, "big")
    return head + _MASK + data


class Viewer(asyncio.Protocol):
    """One socket that follows one match; `moments` are those at which frames came."""

    def __init__(self, match_id: str, query: str) -> None:
        self.moments: list[float] = []
        self.size = 0
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        payload = {"query": query, "variables": {"matchId": match_id}}
        self._subscribe = json.dumps({"type": "subscribe", "id": "feed", "payload": payload})
        self._buffer = b""
        self._is_upgraded = False
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade, and begin."""
        self._transport = cast("asyncio.Transport", transport)  # uvloop's is no subclass
        lines = (
            "GET /graphql HTTP/1.1",
            "Host: bench",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
            "Sec-WebSocket-Protocol: graphql-transport-ws",
        )
        self._transport.write("\r\n".join((*lines, "", "")).encode())

    def data_received(self, data: bytes) -> None:
        """Take whole frames off the buffer."""
        self._buffer += data
        if not self._is_upgraded:
            head, end, rest = self._buffer.partition(b"\r\n\r\n")
            if not end:
                return
            assert b" 101 " in head, head
            self._is_upgraded, self._buffer = True, rest
            self._send('{"type": "connection_init"}')
            self._send(self._subscribe)
        while (size := self._frame_size()) <= len(self._buffer):
            self._take(self._buffer[:size])
            self._buffer = self._buffer[size:]

    def _frame_size(self) -> int:
        """Return how many bytes the next frame has, or more than there are."""
        if len(self._buffer) < 4:
            return len(self._buffer) + 1
        length = self._buffer[1] & 0x7F
        extended = {126: 2, 127: 8}.get(length, 0)
        head = 2 + extended
        if extended:
            length = int.from_bytes(self._buffer[2:head], "big")
        return head + length

    def _take(self, frame: bytes) -> None:
        if b'"next"' not in frame:
            return
        if b'"kind":"HEARTBEAT"' in frame:
            return  # nobody has published it
        if self.opened.done():
            self.moments.append(time.monotonic())
            self.size = len(frame)
        else:
            assert b"SNAPSHOT" in frame, frame
            self.opened.set_result(None)

    def _send(self, text: str) -> None:
        assert self._transport is not None
        self._transport.write(masked(text))

    def close(self) -> None:
        """Go away."""
        assert self._transport is not None
        self._transport.abort()


async def open_viewers(port: int, query: str, matches: int, each: int) -> list[list[Viewer]]:
    """Return so many viewers of each match, all of whom have their snapshot."""
    found = []
    for number in range(matches):
        viewers = [await _opened(port, query, f"m_{number}") for _ in range(each)]
        found.append(viewers)
        await asyncio.gather(*(viewer.opened for viewer in viewers))
    return found


async def _opened(port: int, query: str, match_id: str) -> Viewer:
    loop = asyncio.get_running_loop()
    _, viewer = await loop.create_connection(lambda: Viewer(match_id, query), "127.0.0.1", port)
    return viewer
