"""Who is there: by any stream, request or move, told only to who sees the match as it is."""

from contextlib import aclosing

import pytest

from schema.context import Viewer
from schema.model import FeedKind, MoveRequest, NewMatch, Spectators
from service.feed.hub import Hub
from service.usecases.presence import NOTED_S, PRESENT_MS, PresenceService
from tests.fixtures.house import ALA, OLA, House, house_on, open_house, person


class Seconds:
    """A monotonic clock that moves when told."""

    def __init__(self) -> None:
        self.now = 5.0

    def __call__(self) -> float:
        """Return the time."""
        return self.now


async def there(house: House, match_id: str, viewer: Viewer = ALA) -> list[bool | None] | None:
    """Return who is there, by seat."""
    found = await PresenceService(house.store).presence(viewer, match_id)
    return None if found.seats is None else [seat.present for seat in found.seats]


async def with_ola(house: House) -> str:
    """Return a match of Ala and Ola in which nobody was seen for a while."""
    match = await house.match_of(OLA)
    house.clock.now_ms += PRESENT_MS
    return match.id


async def test_nobody_is_there_until_seen() -> None:
    house = open_house()
    match_id = await with_ola(house)

    assert await there(house, match_id) == [False, False, None, None]


async def test_who_reads_the_match_is_there_for_a_while() -> None:
    house = open_house()
    match_id = await with_ola(house)

    await house.services.matches.match(OLA, match_id)
    await house.services.matches.match(person("eve"), match_id)

    assert await there(house, match_id) == [False, True, None, None]
    house.clock.now_ms += PRESENT_MS - 1
    assert await there(house, match_id) == [False, True, None, None]
    house.clock.now_ms += 1
    assert await there(house, match_id) == [False, False, None, None]


async def test_who_moves_is_there() -> None:
    house = open_house()
    match = await house.play_until_asked((await house.match_of()).id, ALA)
    house.clock.now_ms += 50_000
    move = await house.default_text(match.id)
    request = MoveRequest(move=move, expected_version=match.version, idempotency_key="k")
    fresh = house_on(house.clock, house.store)  # a process that has noted nobody yet

    assert await there(house, match.id) == [False, None, None, None]
    await fresh.services.matches.submit(ALA, match.id, request)

    assert await there(house, match.id) == [True, None, None, None]


async def test_an_open_stream_is_there_and_its_snapshot_says_who_is() -> None:
    house = open_house()
    match_id = await with_ola(house)
    hub = Hub(house.store, presence=PresenceService(house.store))

    async with aclosing(hub.feed(match_id, OLA, None)) as feed:
        first = await anext(feed)

    assert first.kind is FeedKind.SNAPSHOT
    assert first.presence is not None
    assert [seat.present for seat in first.presence] == [False, True, None, None]


async def test_a_late_viewer_learns_nothing_of_it() -> None:
    house = open_house()
    new = NewMatch(seed=7, spectators=Spectators(delay_seconds=60))
    match = await house.services.lobby.create(ALA, new)
    assert await there(house, match.id, OLA) == [False, None, None, None]
    await house.services.lobby.start(ALA, match.id, fill=True)

    assert await there(house, match.id, OLA) is None
    async with aclosing(Hub(house.store).feed(match.id, OLA, None)) as feed:
        assert (await anext(feed)).presence is None


async def test_a_seat_is_noted_now_and_then_only() -> None:
    house, seconds = open_house(), Seconds()
    match_id = await with_ola(house)
    presence = PresenceService(house.store, seconds)

    assert presence.is_new(match_id, 1)
    await presence.touch(match_id, 1)
    assert [presence.is_new(match_id, seat) for seat in (1, 2, None)] == [False, True, False]
    first = await house.store.seen(match_id)
    house.clock.now_ms += 1_000
    seconds.now += NOTED_S - 1
    await presence.touch(match_id, 1)
    await presence.touch(match_id, None)
    assert await house.store.seen(match_id) == {1: first[1] + 1_000}
    seconds.now += 1
    await presence.touch(match_id, 1)

    assert await house.store.seen(match_id) == {1: 0}


@pytest.mark.parametrize("seat", [0, 3])
async def test_a_store_says_how_long_ago_a_seat_was_seen(seat: int) -> None:
    house = open_house()
    await house.store.touch("m_1", seat)
    house.clock.now_ms += 7

    assert await house.store.seen("m_1") == {seat: 7}
