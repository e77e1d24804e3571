"""A late viewer's feed is the log, each entry at its own time."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from schema.context import Viewer
from schema.errors import Code, Refused
from schema.model import FeedItem, FeedKind, MatchStatus, NewMatch, SnapshotReason, Spectators
from schema.model import Watching as Seen
from service.feed.hub import Hub
from tests.fixtures.house import ALA, NOBODY, OLA, House, default_move_of, open_house

_QUICK_S = 0.01  # a heartbeat: how soon a feed looks at the clock again


async def late_match(watching: Seen, delay_seconds: int | None) -> tuple[House, str]:
    """Return a match of Ala and bots in its lobby."""
    house = open_house()
    spectators = Spectators(watching=watching, delay_seconds=delay_seconds)
    new = NewMatch(seed=7, bot_pace_ms=0, turn_seconds=None, spectators=spectators)
    match = await house.services.lobby.create(ALA, new)
    return house, match.id


async def begin(house: House, match_id: str) -> None:
    """Deal, a second later."""
    house.clock.now_ms += 1_000
    await house.services.lobby.start(ALA, match_id, fill=True)


async def moves(house: House, match_id: str, count: int) -> None:
    """Make default moves, one a second."""
    for _ in range(count):
        house.clock.now_ms += 1_000
        await default_move_of(house, match_id)


async def told(feed: AsyncIterator[FeedItem], heartbeats: int = 2) -> list[FeedItem]:
    """Return what a feed has to tell until it is quiet or over."""
    found, quiet = [], 0
    async with asyncio.timeout(20):
        async for item in feed:
            if item.kind is FeedKind.HEARTBEAT:
                quiet += 1
                if quiet == heartbeats:
                    break
            else:
                found.append(item)
                quiet = 0
    return found


async def test_entries_come_each_at_its_own_time() -> None:
    house, match_id = await late_match(Seen.TABLE, 10)
    await begin(house, match_id)
    feed = Hub(house.store, _QUICK_S).feed(match_id, OLA, "0")

    lobby = await told(feed)
    await moves(house, match_id, 12)
    after_moves = await told(feed)
    house.clock.now_ms += 3_000
    later = await told(feed)

    assert [item.seq for item in lobby] == [1]
    assert [item.seq for item in after_moves] == [2, 3, 4]
    assert [item.seq for item in later] == [5, 6, 7]


async def test_a_heartbeat_tells_the_head_that_the_viewer_knows() -> None:
    house, match_id = await late_match(Seen.TABLE, 10)
    await begin(house, match_id)
    await moves(house, match_id, 5)
    feed = Hub(house.store, _QUICK_S).feed(match_id, OLA, None)

    async with asyncio.timeout(5):
        first, heartbeat = await anext(feed), await anext(feed)

    assert (first.kind, first.seq, first.reason) == (
        FeedKind.SNAPSHOT,
        1,
        SnapshotReason.NO_CURSOR,
    )
    assert first.match is not None
    assert first.match.status is MatchStatus.LOBBY
    assert (heartbeat.kind, heartbeat.seq) == (FeedKind.HEARTBEAT, 1)


async def test_a_cursor_that_is_not_open_yet_is_ahead_of_the_log() -> None:
    house, match_id = await late_match(Seen.TABLE, 10)
    await begin(house, match_id)
    await moves(house, match_id, 5)

    (item, *_) = await told(Hub(house.store, _QUICK_S).feed(match_id, NOBODY, "6"))

    assert (item.kind, item.seq, item.reason) == (
        FeedKind.SNAPSHOT,
        1,
        SnapshotReason.AHEAD_OF_LOG,
    )


async def test_the_end_comes_at_its_own_time() -> None:
    house, match_id = await late_match(Seen.TABLE, 10)
    await begin(house, match_id)
    while (await house.services.matches.match(ALA, match_id)).status is MatchStatus.PLAYING:
        await moves(house, match_id, 1)
    feed = Hub(house.store, _QUICK_S).feed(match_id, OLA, "0")

    early = await told(feed)
    house.clock.now_ms += 10_000
    late = await told(feed)
    whole = await told(Hub(house.store, _QUICK_S).feed(match_id, ALA, "0"))

    assert early[-1].kind is FeedKind.ENTRY
    assert late[-1].kind is FeedKind.END
    assert [item.seq for item in early + late] == [item.seq for item in whole]


async def test_a_viewer_of_the_lobby_does_not_see_the_start_live() -> None:
    house, match_id = await late_match(Seen.TABLE, 10)
    feed = Hub(house.store, _QUICK_S).feed(match_id, OLA, None)

    lobby = await told(feed)
    await begin(house, match_id)
    await moves(house, match_id, 3)
    started = await told(feed)

    assert [item.kind for item in lobby] == [FeedKind.SNAPSHOT]
    assert started == []


async def test_a_viewer_of_the_lobby_of_a_match_shown_to_nobody_is_sent_away() -> None:
    house, match_id = await late_match(Seen.NOBODY, 0)
    feed = Hub(house.store, _QUICK_S).feed(match_id, OLA, None)
    await told(feed)

    await begin(house, match_id)
    with pytest.raises(Refused) as refusal:
        await told(Hub(house.store, _QUICK_S).feed(match_id, OLA, "1"))

    assert refusal.value.refusal.code is Code.NOT_FOR_SPECTATORS


@pytest.mark.parametrize("viewer", [OLA, NOBODY])
async def test_deals_come_as_a_whole_with_open_hands(viewer: Viewer) -> None:
    house, match_id = await late_match(Seen.OPEN_HANDS, None)
    await begin(house, match_id)
    feed = Hub(house.store, _QUICK_S).feed(match_id, viewer, "1")

    await moves(house, match_id, 51)
    in_play = await told(feed)
    await moves(house, match_id, 1)
    dealt = await told(feed)

    assert in_play == []
    assert [item.seq for item in dealt] == list(range(2, 54))
    start = dealt[0].entry
    assert start is not None
    hands = next(effect.hands for effect in start.effects if effect.hands is not None)
    assert [len(hand) for hand in hands] == [13, 13, 13, 13]


async def test_a_page_waits_for_what_opens() -> None:
    house, match_id = await late_match(Seen.TABLE, 1)
    await begin(house, match_id)
    hub = Hub(house.store)

    now = await hub.page(match_id, OLA, "1", 0)
    waiting = asyncio.create_task(hub.page(match_id, OLA, "1", 5))
    await asyncio.sleep(0)
    house.clock.now_ms += 1_000
    (item,) = await waiting

    assert now == ()
    assert (item.kind, item.seq) == (FeedKind.ENTRY, 2)
