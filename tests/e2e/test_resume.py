"""Whoever comes back with a cursor gets the rest of the log, on every transport."""

import asyncio
import json
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

import httpx
import httpx_sse
import pytest
import websockets

from tests.fixtures.cutter import Cuts, cut_wire_to
from tests.fixtures.own_deals import short_game
from tests.fixtures.player import Guest, Guests, Json
from tests.fixtures.untrusting import nobody_trusted

_QUERY = """subscription ($id: ID!, $after: String) { matchEvents(matchId: $id, after: $after) {
  kind seq cursor entry { seq cursor atMs action { kind seat move } next { seats } } } }"""
_LIMIT_S = 90
_STREAM_MOST, _PAGES_MOST = 8_000, 200_000  # bytes to a cut; a page that is cut is lost whole
_GONE = (httpx.TransportError, httpx_sse.SSEError, websockets.WebSocketException, OSError)

Items = AsyncGenerator[Json]


def _client(url: str, headers: dict[str, str]) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=url, headers=headers, timeout=20, verify=nobody_trusted())


async def by_socket(url: str, token: str, match_id: str, after: str | None) -> Items:
    """Yield the feed over graphql-transport-ws until its connection is cut."""
    address = url.replace("http", "ws", 1) + "/graphql"
    async with websockets.connect(address, subprotocols=_PROTOCOL) as socket:
        hello = {"type": "connection_init", "payload": {"Authorization": f"Bearer {token}"}}
        await socket.send(json.dumps(hello))
        variables = {"id": match_id, "after": after}
        payload = {"query": _QUERY, "variables": variables}
        await socket.send(json.dumps({"type": "subscribe", "id": "1", "payload": payload}))
        async for text in socket:
            message = json.loads(text)
            if message["type"] == "next":
                yield message["payload"]["data"]["matchEvents"]


_PROTOCOL = [websockets.Subprotocol("graphql-transport-ws")]


async def by_events(url: str, token: str, match_id: str, after: str | None) -> Items:
    """Yield the feed of server-sent events, resumed by Last-Event-ID as a browser does."""
    headers = {"authorization": f"Bearer {token}", "accept": "text/event-stream"}
    if after is not None:
        headers["last-event-id"] = after
    async with (
        _client(url, headers) as client,
        httpx_sse.aconnect_sse(client, "GET", f"/v1/matches/{match_id}/events") as source,
    ):
        async for event in source.aiter_sse():
            if event.data:  # the time to wait before coming back has none
                yield json.loads(event.data)


async def by_lines(url: str, token: str, match_id: str, after: str | None) -> Items:
    """Yield the feed as one JSON object a line; a line that was cut is none."""
    headers = {"authorization": f"Bearer {token}", "accept": "application/x-ndjson"}
    path = f"/v1/matches/{match_id}/events"
    async with (
        _client(url, headers) as client,
        client.stream("GET", path, params={} if after is None else {"after": after}) as answer,
    ):
        rest = ""
        async for text in answer.aiter_text():
            *lines, rest = (rest + text).split("\n")
            for line in lines:
                yield json.loads(line)


async def by_pages(url: str, token: str, match_id: str, after: str | None) -> Items:
    """Yield the feed page after page."""
    headers = {"authorization": f"Bearer {token}"}
    async with _client(url, headers) as client:
        while True:
            params = {"wait": "1"} if after is None else {"wait": "1", "after": after}
            answer = await client.get(f"/v1/matches/{match_id}/events", params=params)
            for item in answer.json()["items"]:
                after = item["cursor"] or after
                yield item


Transport = Callable[[str, str, str, str | None], Items]
_TRANSPORTS: dict[str, Transport] = {
    "WebSocket": by_socket,
    "server-sent events": by_events,
    "lines": by_lines,
    "pages": by_pages,
}


async def joined(transport: Transport, cuts: Cuts, guest: Guest, match_id: str) -> list[Json]:
    """Return what a client gets that comes back after each cut, from its last cursor."""
    items: list[Json] = []
    while True:
        after = next((at["cursor"] for at in reversed(items) if at["cursor"]), "0")
        try:
            async with aclosing(transport(cuts.url, guest.token, match_id, after)) as feed:
                async for item in feed:
                    if item["kind"] != "heartbeat" and item["kind"] != "HEARTBEAT":
                        items.append(item)
                    if item["kind"].lower() == "end":
                        return items
        except _GONE:
            continue


@pytest.mark.parametrize("name", _TRANSPORTS)
def test_what_is_joined_after_cuts_is_the_log(name: str, kierki_url: str, guests: Guests) -> None:
    guest = guests(kierki_url)
    most, game = (_PAGES_MOST, {}) if name == "pages" else (_STREAM_MOST, short_game(4))
    match_id = guest.new_match(sit=False, botPaceMs=0, **game)

    async def follow() -> tuple[list[Json], int]:
        async with cut_wire_to(kierki_url, 3, most) as cuts, asyncio.timeout(_LIMIT_S):
            return await joined(_TRANSPORTS[name], cuts, guest, match_id), cuts.count

    items, count = asyncio.run(follow())
    log = guest.log(match_id)

    entries = items[:-1]
    assert count >= 2
    assert [at["seq"] for at in entries] == list(range(1, len(log) + 1))
    assert [at["cursor"] for at in entries] == [entry["cursor"] for entry in log]
    assert [at["entry"]["action"].get("seat") for at in entries] == [
        entry["action"].get("seat") for entry in log
    ]
