"""Clients that follow a match through everything, and join what they got."""

import asyncio
import json
from abc import ABC, abstractmethod
from contextlib import suppress
from pathlib import Path
from typing import Final

import httpx
import httpx_sse
import websockets
from websockets.typing import Subprotocol

import schema
from tests.chaos.players import Person

_PAUSE_S: Final = 0.1
_SILENT_S: Final = 20.0  # heartbeats come every fifteen seconds
DOCUMENT: Final = Path(schema.__file__).with_name("operations") / "MatchEvents.graphql"


class Follower(ABC):
    """Joins the cursors of a feed, across connections, as a client does.

    A cursor holds its entry's number and hash, so equal cursors are equal logs. `resumed` counts
    how often it went on from a cursor.
    """

    def __init__(self, person: Person, match_id: str) -> None:
        self.person = person
        self.match_id = match_id
        self.cursors: list[str] = []
        self.resumed = 0
        self._grew = asyncio.Event()

    async def follow(self) -> None:
        """Follow to the end of the match."""
        while True:
            try:
                if await self._listen(self.cursors[-1] if self.cursors else "0"):
                    return
            except (httpx.HTTPError, OSError, TimeoutError, websockets.WebSocketException):
                pass  # the service is away: go on from the last cursor
            self.resumed += 1
            await asyncio.sleep(_PAUSE_S)

    async def reaches(self, length: int, seconds: float) -> None:
        """Wait for so many cursors, no longer than some seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while len(self.cursors) < length:
                    self._grew.clear()
                    await self._grew.wait()

    @abstractmethod
    async def _listen(self, after: str) -> bool:
        """Take what comes; return whether that was the end."""

    def _took(self, kind: str, cursor: str) -> bool:
        if kind == "entry":
            self.cursors.append(cursor)
            self._grew.set()
        return kind == "end"


class SseFollower(Follower):
    """Follows over REST, by server-sent events."""

    async def _listen(self, after: str) -> bool:
        path = f"/v1/matches/{self.match_id}/events"
        http = self.person.http
        timeout = httpx.Timeout(10.0, read=_SILENT_S)
        async with httpx_sse.aconnect_sse(
            http, "GET", path, params={"after": after}, timeout=timeout
        ) as source:
            async for event in source.aiter_sse():
                item = event.json() if event.data else {"kind": ""}
                if self._took(item["kind"].lower(), item.get("cursor", "")):
                    return True
        return False


class SocketFollower(Follower):
    """Follows over GraphQL, by WebSocket."""

    async def _listen(self, after: str) -> bool:
        url = str(self.person.http.base_url).replace("http", "ws", 1).rstrip("/") + "/graphql"
        protocols = [Subprotocol("graphql-transport-ws")]
        headers = {"authorization": self.person.http.headers["authorization"]}
        async with websockets.connect(
            url, subprotocols=protocols, additional_headers=headers, open_timeout=10.0
        ) as socket:
            await socket.send(json.dumps({"type": "connection_init"}))
            variables = {"matchId": self.match_id, "after": after}
            payload = {"query": DOCUMENT.read_text(encoding="utf-8"), "variables": variables}
            await _said(socket, 10.0)
            await socket.send(json.dumps({"type": "subscribe", "id": "1", "payload": payload}))
            while True:
                said = json.loads(await _said(socket, _SILENT_S))
                if said["type"] != "next":
                    return False
                data = said["payload"]["data"]
                if data is None:  # the service has troubles of its own
                    return False
                item = data["matchEvents"]
                if self._took(item["kind"].lower(), item["cursor"] or ""):
                    return True


async def _said(socket: websockets.ClientConnection, seconds: float) -> str | bytes:
    """Return the next message; not by `wait_for`, which before Python 3.12 may lose a cancel."""
    async with asyncio.timeout(seconds):
        return await socket.recv()
