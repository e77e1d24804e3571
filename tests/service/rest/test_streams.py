"""A feed reaches a client item by item, resumes anywhere, and ends for every reason."""

import asyncio
import json

import httpx
import msgspec
import pytest
from msgspec import structs
from starlette.applications import Starlette

from schema.context import Viewer
from schema.errors import Code, refused
from schema.model import FeedItem, FeedKind, MatchStatus, MatchView
from service.usecases.matches import MatchService
from tests.fixtures.house import House, default_move_of, open_house
from tests.fixtures.metrics import counted
from tests.fixtures.ports import ALAS_TOKEN, END, MATCH, FakePorts
from tests.fixtures.rest import OpenStream, app_of, client_of, new_match

EVENTS = {"Accept": "text/event-stream"}
PATH = "/v1/matches/m_0001/events"
LINES = {"Accept": "application/x-ndjson"}


def headers_of(client: httpx.AsyncClient, **more: str) -> dict[str, str]:
    """Return what a client sends for a stream of events."""
    return {**EVENTS, "Authorization": client.headers["Authorization"], **more}


def event(text: str | None) -> tuple[str | None, dict[str, object]]:
    """Return the id and the data of one server-sent event."""
    assert text is not None
    assert text.endswith("\n\n")
    fields = dict(line.split(": ", 1) for line in text.rstrip("\n").split("\n"))
    assert set(fields) <= {"id", "data"}
    return fields.get("id"), json.loads(fields["data"])


def feed_of(*items: FeedItem, ends: bool) -> tuple[Starlette, FakePorts]:
    """Return an application with these items in every feed, and its ports."""
    ports = FakePorts()
    ports.items, ports.ends = items, ends
    return app_of(ports.services()), ports


def heartbeat(seq: int) -> FeedItem:
    return FeedItem(kind=FeedKind.HEARTBEAT, seq=seq, server_time_ms=5)


async def test_events_begin_at_once_and_follow_the_match(
    app: Starlette, ada: httpx.AsyncClient, bob: httpx.AsyncClient
) -> None:
    match_id = await new_match(ada)
    async with OpenStream(app, f"/v1/matches/{match_id}/events", headers_of(ada)) as stream:
        status, headers = await stream.start()
        retry = await stream.chunk()
        snapshot = event(await stream.chunk())
        await bob.post(f"/v1/matches/{match_id}/seats", json={"seat": 2})
        joined = event(await stream.chunk())

    assert status == 200
    assert headers["content-type"] == "text/event-stream; charset=utf-8"
    assert headers["cache-control"] == "private, no-cache"
    assert headers["x-accel-buffering"] == "no"
    assert headers["vary"] == "Authorization, Accept, Origin"
    assert "content-length" not in headers
    assert retry is not None
    assert 1_000 <= int(retry.removeprefix("retry: ")) < 3_000
    assert (snapshot[1]["kind"], snapshot[1]["seq"]) == ("snapshot", 1)
    assert snapshot[0] == snapshot[1]["cursor"]
    assert (joined[1]["kind"], joined[1]["seq"]) == ("entry", 2)
    assert joined[0] == joined[1]["cursor"]


async def test_a_stream_goes_on_after_the_last_event_that_was_seen(
    app: Starlette, ada: httpx.AsyncClient, bob: httpx.AsyncClient
) -> None:
    match_id = await new_match(ada)
    await bob.post(f"/v1/matches/{match_id}/seats")
    path = f"/v1/matches/{match_id}/events"
    seen = (await ada.get(f"{path}?after=0")).json()["items"]

    resumed = headers_of(ada, **{"Last-Event-ID": seen[0]["cursor"]})
    async with OpenStream(app, f"{path}?after=99", resumed) as stream:
        await stream.start()
        await stream.chunk()
        event_id, item = event(await stream.chunk())

    assert event_id == seen[1]["cursor"]
    assert item == seen[1]


async def test_lines_hold_the_same_items_as_pages(app: Starlette, ada: httpx.AsyncClient) -> None:
    path = f"/v1/matches/{await new_match(ada)}/events?after=0"
    page = (await ada.get(f"{path}")).json()["items"]

    async with OpenStream(app, path, {**headers_of(ada), **LINES}) as stream:
        _, headers = await stream.start()
        first, line = await stream.chunk(), await stream.chunk()

    assert headers["content-type"] == "application/x-ndjson"
    assert first == ""
    assert line is not None
    assert line.endswith("}\n")
    assert json.loads(line) == page[0]


async def test_a_heartbeat_has_no_id_to_resume_at() -> None:
    app, _ = feed_of(heartbeat(7), ends=False)
    async with OpenStream(app, PATH, EVENTS) as stream:
        await stream.start()
        await stream.chunk()
        event_id, item = event(await stream.chunk())

    assert event_id is None
    assert (item["kind"], item["seq"], item["serverTimeMs"]) == ("heartbeat", 7, 5)


async def test_a_stream_ends_with_the_feed() -> None:
    app, ports = feed_of(END, ends=True)
    async with OpenStream(app, PATH, EVENTS) as stream:
        await stream.start()
        body = await stream.rest()

    first, end, last = body.split("\n\n", 2)
    assert first.startswith("retry: ")
    assert end == f"id: {END.cursor}-end\ndata: {msgspec.json.encode(END).decode()}"
    assert last.startswith("retry: ")
    assert ports.open_feeds == 0


async def test_a_client_that_goes_away_ends_the_feed() -> None:
    app, ports = feed_of(heartbeat(7), ends=False)
    async with OpenStream(app, PATH, EVENTS) as stream:
        await stream.start()
        await stream.chunk()
        await stream.chunk()
        assert ports.open_feeds == 1

    assert ports.open_feeds == 0


async def test_a_process_that_stops_ends_the_stream_and_says_when_to_come_back() -> None:
    app, ports = feed_of(heartbeat(7), ends=False)
    async with OpenStream(app, PATH, EVENTS) as stream:
        await stream.start()
        await stream.chunk()
        await stream.chunk()
        app.state.stopping.request()
        last = await stream.rest()

    assert last.startswith("retry: ")
    assert ports.open_feeds == 0


async def test_open_streams_and_what_they_are_sent_are_counted() -> None:
    app, _ = feed_of(heartbeat(7), heartbeat(8), ends=False)
    metrics = app.state.edge.metrics
    async with OpenStream(app, PATH, LINES) as stream:
        await stream.start()
        for _ in range(3):
            await stream.chunk()
        open_then = counted(metrics, "streams_open", transport="rest")

    assert (open_then, counted(metrics, "streams_open", transport="rest")) == (1, 0)
    assert counted(metrics, "feed_items_total", transport="rest") == 2


async def test_a_refusal_on_the_way_ends_the_stream() -> None:
    app, ports = feed_of(ends=True)
    ports.fails["feed"] = refused(Code.STORE_UNAVAILABLE, "Gone.")
    async with OpenStream(app, PATH, LINES) as stream:
        await stream.start()
        body = await stream.rest()

    assert body == ""
    assert counted(app.state.edge.metrics, "faults_total", transport="rest") == 0


async def test_a_fault_on_the_way_cuts_the_stream_off() -> None:
    app, ports = feed_of(ends=True)
    ports.fails["feed"] = RuntimeError("queen of spades")
    async with OpenStream(app, PATH, LINES) as stream:
        status, _ = await stream.start()
        first = await stream.chunk()

    assert (status, first) == (200, "")
    assert stream.nothing_more()
    assert counted(app.state.edge.metrics, "faults_total", transport="rest") == 1


async def test_a_refusal_comes_before_a_stream_begins(app: Starlette) -> None:
    async with OpenStream(app, "/v1/matches/m_none/events", EVENTS) as stream:
        status, headers = await stream.start()
        body = await stream.rest()

    assert status == 404
    assert headers["content-type"] == "application/problem+json"
    assert json.loads(body)["code"] == "MATCH_NOT_FOUND"


class Finished(FakePorts):
    """Ports whose match is over."""

    async def match(self, viewer: Viewer, match_id: str) -> MatchView:
        """Return the match at its end."""
        del viewer, match_id
        return structs.replace(MATCH, status=MatchStatus.FINISHED, cursor=END.cursor)


async def test_a_browser_that_has_seen_a_match_to_its_end_stays_away() -> None:
    async with client_of(app_of(Finished().services())) as nobody:
        seen = await nobody.get(PATH, headers={**EVENTS, "Last-Event-ID": "8-0a0b0c0d-end"})
        asked = await nobody.get(f"{PATH}?after=8-0a0b0c0d", headers=EVENTS)
        earlier = await nobody.get(PATH, headers={**EVENTS, "Last-Event-ID": "7-0a0b0c0d"})

    assert (seen.status_code, seen.content) == (204, b"")
    assert seen.headers["cache-control"] == "private, no-cache"
    assert asked.status_code == earlier.status_code == 200
    assert "id: 8-0a0b0c0d-end\n" in asked.text


async def test_a_browser_that_was_cut_off_right_before_the_end_gets_the_end() -> None:
    async with client_of(app_of(Finished().services())) as nobody:
        cut = await nobody.get(PATH, headers={**EVENTS, "Last-Event-ID": "8-0a0b0c0d"})

    assert cut.status_code == 200
    assert "id: 8-0a0b0c0d-end\n" in cut.text


async def test_a_page_that_waits_is_cut_short_by_a_process_that_stops(
    app: Starlette, ada: httpx.AsyncClient
) -> None:
    match_id = await new_match(ada)
    waiting = asyncio.create_task(ada.get(f"/v1/matches/{match_id}/events?after=1&wait=25"))
    await asyncio.sleep(0)
    app.state.stopping.request()

    answer = await asyncio.wait_for(waiting, 5)

    assert (answer.status_code, answer.json()["code"]) == (503, "BUSY")
    assert answer.headers["retry-after"] == "1"


async def test_a_page_waits_for_what_comes(ada: httpx.AsyncClient, bob: httpx.AsyncClient) -> None:
    match_id = await new_match(ada)
    waiting = asyncio.create_task(ada.get(f"/v1/matches/{match_id}/events?after=1&wait=25"))
    await asyncio.sleep(0)
    await bob.post(f"/v1/matches/{match_id}/seats")

    answer = await asyncio.wait_for(waiting, 5)

    assert [item["seq"] for item in answer.json()["items"]] == [2]


class Revoking(FakePorts):
    """Ports that take every token back."""

    async def still_valid(self, viewer: Viewer) -> bool:
        """Return false."""
        del viewer
        return False


async def test_a_token_that_was_taken_back_ends_the_stream() -> None:
    ports = Revoking()
    ports.items, ports.ends = (heartbeat(7),), False
    app = app_of(ports.services())
    headers = {**EVENTS, "Authorization": f"Bearer {ALAS_TOKEN}"}
    async with OpenStream(app, PATH, headers) as stream:
        await stream.start()
        await stream.chunk()
        await stream.chunk()
        await app.state.edge.live.check_tokens()
        await stream.rest()

    assert ports.open_feeds == 0


class Followed:
    """A match in play, and the application in which it is followed."""

    def __init__(self, house: House, match_id: str) -> None:
        self.house = house
        self.app = app_of(house.services)
        self.path = f"/v1/matches/{match_id}/events"
        self.match_id = match_id

    async def move(self) -> None:
        """Make a move, and let everybody hear of it."""
        await default_move_of(self.house, self.match_id)
        for _ in range(20):
            await asyncio.sleep(0)

    async def begun(self, stream: OpenStream) -> str | None:
        """Return the first item of a stream, once what follows is written."""
        await stream.start()
        await stream.chunk()
        first = await stream.chunk()
        for _ in range(20):
            await asyncio.sleep(0)
        return first

    @property
    def followed(self) -> int:
        """Return how many matches are followed."""
        matches = self.house.services.matches
        assert isinstance(matches, MatchService)
        return matches.followed


@pytest.fixture
async def followed() -> Followed:
    house = open_house()
    return Followed(house, (await house.match_of()).id)


@pytest.mark.parametrize("accept", [EVENTS, LINES])
async def test_what_is_written_is_what_is_sent_to_the_end_of_the_match(
    followed: Followed, accept: dict[str, str]
) -> None:
    app, path = followed.app, followed.path
    async with (
        OpenStream(app, path, accept, writes=True) as written,
        OpenStream(app, path, accept) as sent,
    ):
        heard = {at: [await followed.begun(at)] for at in (written, sent)}
        while (await followed.house.store.read(followed.match_id)).record.status == "playing":
            await default_move_of(followed.house, followed.match_id)
            for stream, pieces in heard.items():
                pieces.append(await stream.chunk())
        rest = [(await stream.rest()).partition("retry: ")[0] for stream in (written, sent)]

    assert heard[written] == heard[sent]
    assert rest[0] == rest[1]
    assert written.written > 40
    assert sent.written == 0
    assert followed.followed == 0


async def test_a_stream_whose_client_keeps_up_has_one_task(followed: Followed) -> None:
    before = asyncio.all_tasks()
    async with OpenStream(followed.app, followed.path, EVENTS, writes=True) as stream:
        await followed.begun(stream)
        named = {task.get_name() for task in asyncio.all_tasks() - before}

    assert len(named) == 3
    assert named > {"rounds", f"follow-{followed.match_id}"}
    assert asyncio.all_tasks() == before
    assert followed.followed == 0


async def test_a_stream_without_room_is_sent_everything_in_order_and_written_to_again(
    followed: Followed,
) -> None:
    async with OpenStream(followed.app, followed.path, LINES, writes=True) as stream:
        first = json.loads(await followed.begun(stream) or "")["seq"]
        stream.hold()
        for _ in range(3):
            await followed.move()
        held = stream.nothing_more()
        stream.release()
        await followed.move()
        await followed.move()
        seqs = [json.loads(await stream.chunk() or "")["seq"] for _ in range(5)]

    assert held
    assert seqs == list(range(first + 1, first + 6))
    assert 1 <= stream.written < 5


async def test_a_process_that_stops_ends_a_stream_that_is_written_to(followed: Followed) -> None:
    async with OpenStream(followed.app, followed.path, EVENTS, writes=True) as stream:
        await followed.begun(stream)
        await followed.move()
        followed.app.state.stopping.request()
        body = await stream.rest()

    assert body.count("data: ") == stream.written == 1
    assert body.rpartition("\n\n")[0].rpartition("\n\n")[2].startswith("retry: ")
    assert followed.followed == 0
