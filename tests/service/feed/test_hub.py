"""Proves that a feed is the log: from any cursor, without a gap or a repetition, to its end."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.events import Entry
from schema.errors import Code, Refused
from schema.model import FeedItem, FeedKind, NewMatch, SnapshotReason
from service.feed.beginning import Cursor, parse_cursor
from service.feed.hub import Hub
from tests.fixtures.elsewhere import ElsewhereStore
from tests.fixtures.house import ALA, NOBODY, House, house_on, open_house

PLAYER = ALA


async def take(feed: AsyncIterator[FeedItem], count: int) -> list[FeedItem]:
    """Return the next items of a feed, within a bounded time."""
    async with asyncio.timeout(5):
        return [await anext(feed) for _ in range(count)]


async def rest(feed: AsyncIterator[FeedItem]) -> list[FeedItem]:
    """Return all items of a feed to its end, within a bounded time."""
    async with asyncio.timeout(20):
        return [item async for item in feed]


async def bots_match(house: House, moves: int) -> str:
    """Return a match of bots in which some moves have been made."""
    match = await house.match_of()
    for _ in range(moves):
        await move_once(house, match.id)
    return match.id


async def move_once(house: House, match_id: str) -> None:
    record = (await house.store.read(match_id)).record
    if record.deadline_ms is not None:
        house.clock.now_ms = record.deadline_ms
        await house.turns.time_out(match_id, record.version)
    else:
        await house.others_move(match_id)


async def play_out(house: House, match_id: str) -> None:
    for _ in range(1_000):
        if (await house.store.read(match_id)).record.status == "finished":
            return
        await move_once(house, match_id)


async def test_a_feed_without_a_cursor_begins_with_a_snapshot() -> None:
    house = open_house()
    match_id = await bots_match(house, 3)
    feed = Hub(house.store).feed(match_id, PLAYER, None)

    (snapshot,) = await take(feed, 1)
    match = await house.services.matches.match(ALA, match_id)
    await move_once(house, match_id)
    (entry,) = await take(feed, 1)

    assert (snapshot.kind, snapshot.seq, snapshot.reason) == (
        FeedKind.SNAPSHOT,
        5,
        SnapshotReason.NO_CURSOR,
    )
    assert snapshot.match == match
    assert (entry.kind, entry.seq) == (FeedKind.ENTRY, 6)


async def test_a_feed_from_a_cursor_goes_on_with_the_next_entry() -> None:
    house = open_house()
    match_id = await bots_match(house, 6)
    everything = Hub(house.store).feed(match_id, PLAYER, "0")
    all_items = await take(everything, 8)

    after = await take(Hub(house.store).feed(match_id, PLAYER, all_items[2].cursor), 5)

    assert [item.seq for item in all_items] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert after == all_items[3:]


@pytest.mark.parametrize(
    ("after", "reason"),
    [
        ("9", SnapshotReason.AHEAD_OF_LOG),
        ("9-00000000", SnapshotReason.AHEAD_OF_LOG),
        ("3-00000000", SnapshotReason.OTHER_LOG),
        ("3-", SnapshotReason.OTHER_LOG),
    ],
)
async def test_a_cursor_of_another_log_brings_a_snapshot(
    after: str, reason: SnapshotReason
) -> None:
    house = open_house()
    match_id = await bots_match(house, 6)

    (item,) = await take(Hub(house.store).feed(match_id, PLAYER, after), 1)

    assert (item.kind, item.reason, item.seq) == (FeedKind.SNAPSHOT, reason, 8)


async def test_the_cursor_of_the_head_waits_for_what_comes() -> None:
    house = open_house()
    match_id = await bots_match(house, 6)
    head = (await house.services.matches.match(ALA, match_id)).cursor
    feed = Hub(house.store).feed(match_id, PLAYER, head)

    waiting = asyncio.create_task(take(feed, 1))
    await asyncio.sleep(0)
    await move_once(house, match_id)

    assert [item.seq for item in await waiting] == [9]


@pytest.mark.parametrize("after", ["", "x", "-1", "1.0", "٣", "9" * 16, "-", "0x1"])
async def test_what_is_no_cursor_is_refused(after: str) -> None:
    house = open_house()
    match_id = await bots_match(house, 0)

    with pytest.raises(Refused) as error:
        await take(Hub(house.store).feed(match_id, PLAYER, after), 1)

    assert error.value.refusal.code is Code.INVALID_INPUT


async def test_a_feed_of_no_match_is_refused() -> None:
    with pytest.raises(Refused) as error:
        await take(Hub(open_house().store).feed("m_none", NOBODY, None), 1)

    assert error.value.refusal.code is Code.MATCH_NOT_FOUND


async def test_a_quiet_feed_tells_the_head_and_the_time() -> None:
    house = open_house()
    match_id = await bots_match(house, 2)
    feed = Hub(house.store, heartbeat_s=0.01).feed(match_id, PLAYER, "2")

    items = await take(feed, 4)

    assert [(item.kind, item.seq) for item in items] == [
        (FeedKind.ENTRY, 3),
        (FeedKind.ENTRY, 4),
        (FeedKind.HEARTBEAT, 4),
        (FeedKind.HEARTBEAT, 4),
    ]
    assert items[2].server_time_ms == house.clock.now_ms


async def test_a_finished_match_gives_its_whole_log_and_ends() -> None:
    house = open_house()
    match_id = await bots_match(house, 0)
    await play_out(house, match_id)
    version = (await house.store.read(match_id)).record.version

    whole = await rest(Hub(house.store).feed(match_id, PLAYER, "0"))
    late = await rest(Hub(house.store).feed(match_id, PLAYER, str(version)))
    fresh = await rest(Hub(house.store).feed(match_id, PLAYER, None))

    assert [item.seq for item in whole] == [*range(1, version + 1), version]
    assert whole[-1].kind is FeedKind.END
    assert [item.kind for item in late] == [FeedKind.END]
    assert [item.kind for item in fresh] == [FeedKind.SNAPSHOT, FeedKind.END]


async def test_viewers_cut_anywhere_join_their_parts_to_the_same_log() -> None:
    house = open_house()
    match_id = await bots_match(house, 0)
    hub = Hub(house.store)

    async def follow(cut_after: int) -> list[int]:
        """Follow to the end, dropping the feed after each so many items."""
        seqs: list[int] = []
        after = "0"
        while True:
            feed = hub.feed(match_id, PLAYER, after)
            for _ in range(cut_after):
                item = await anext(feed)
                if item.kind is FeedKind.END:
                    return seqs
                seqs.append(item.seq)
                assert item.cursor is not None
                after = item.cursor
            await feed.aclose()

    followers = [asyncio.create_task(follow(cut)) for cut in (1, 2, 7, 50, 1_000)]
    async with asyncio.timeout(60):
        for _ in range(1_000):
            await asyncio.sleep(0)
            if (await house.store.read(match_id)).record.status == "finished":
                break
            await move_once(house, match_id)
        logs = await asyncio.gather(*followers)

    version = (await house.store.read(match_id)).record.version
    assert logs == [list(range(1, version + 1))] * 5
    assert hub.channels == 0


class CountingStore(ElsewhereStore):
    """Counts how often entries are read; each read lets others run first."""

    reads = 0

    async def entries(self, match_id: str, after: int, limit: int) -> tuple[Entry, ...]:
        """Return what the store has, and count."""
        self.reads += 1
        await asyncio.sleep(0)
        return await super().entries(match_id, after, limit)


async def test_many_viewers_of_one_match_share_one_read_of_each_entry() -> None:
    house = open_house()
    store = CountingStore(house.clock)
    house = house_on(house.clock, store)
    match_id = await bots_match(house, 3)
    hub = Hub(store)
    feeds = [hub.feed(match_id, PLAYER, None) for _ in range(50)]
    await asyncio.gather(*(take(feed, 1) for feed in feeds))
    store.reads = 0

    for _ in range(4):
        waiting = [asyncio.create_task(take(feed, 1)) for feed in feeds]
        await asyncio.sleep(0)
        await move_once(house, match_id)
        got = await asyncio.gather(*waiting)
        assert len({items[0].seq for items in got}) == 1
        assert len({id(items[0].entry) for items in got}) == 1

    assert store.reads == 4


async def test_a_slow_viewer_who_leaves_does_not_end_the_sharing() -> None:
    house = open_house()
    store = CountingStore(house.clock)
    house = house_on(house.clock, store)
    match_id = await bots_match(house, 3)
    hub = Hub(store)
    slow = hub.feed(match_id, PLAYER, "0")
    await take(slow, 2)
    for _ in range(5):
        await move_once(house, match_id)
    await slow.aclose()
    feeds = [hub.feed(match_id, PLAYER, None) for _ in range(3)]
    old = hub.feed(match_id, PLAYER, "1")
    await asyncio.gather(*(take(feed, 1) for feed in (*feeds, old)))
    for _ in range(3):
        await move_once(house, match_id)
        await asyncio.gather(*(take(feed, 1) for feed in feeds))
    store.reads = 0

    await move_once(house, match_id)
    await asyncio.gather(*(take(feed, 1) for feed in feeds))

    assert store.reads == 1


async def test_what_this_process_commits_is_not_read_again() -> None:
    house = open_house()
    store = CountingStore(house.clock)
    house = house_on(house.clock, store)
    match_id = await bots_match(house, 3)
    feed = Hub(store).feed(match_id, PLAYER, None)
    await take(feed, 1)
    waiting = asyncio.create_task(take(feed, 1))
    for _ in range(5):
        await asyncio.sleep(0)  # by then the store has somebody who listens
    store.reads, store.is_here = 0, True

    await move_once(house, match_id)
    (item,) = await waiting

    assert (item.seq, store.reads) == ((await store.read(match_id)).record.version, 0)
    await feed.aclose()


async def test_a_channel_closes_with_its_last_viewer() -> None:
    house = open_house()
    match_id = await bots_match(house, 0)
    hub = Hub(house.store)
    feeds = [hub.feed(match_id, PLAYER, "0") for _ in range(2)]
    for feed in feeds:
        await take(feed, 1)

    assert hub.channels == 1
    await feeds[0].aclose()
    assert hub.channels == 1
    await feeds[1].aclose()
    assert hub.channels == 0


async def test_a_player_who_sits_down_sees_his_hand_in_the_same_feed() -> None:
    house = open_house()
    match = await house.services.lobby.create(ALA, NewMatch(sit=False, seed=3))
    feed = Hub(house.store).feed(match.id, PLAYER, "0")
    await take(feed, 1)

    await house.services.lobby.join(ALA, match.id, 2)
    await house.services.lobby.start(ALA, match.id, fill=True)
    _, started = await take(feed, 2)

    assert started.entry is not None
    dealt = started.entry.effects[1].cards
    assert dealt is not None
    seen = await house.services.matches.match(ALA, match.id)
    assert seen.game is not None
    assert seen.game.deal is not None
    assert dealt == seen.game.deal.hand


async def test_a_page_holds_what_is_new_or_nothing_after_its_wait() -> None:
    house = open_house()
    match_id = await bots_match(house, 2)
    hub = Hub(house.store)

    new = await hub.page(match_id, PLAYER, "2", 0)
    nothing = await hub.page(match_id, PLAYER, "4", 0.01)
    waiting = asyncio.create_task(hub.page(match_id, PLAYER, "4", 5))
    await asyncio.sleep(0)
    await move_once(house, match_id)

    assert [item.seq for item in new] == [3, 4]
    assert nothing == ()
    assert [item.seq for item in await waiting] == [5]


@given(seq=st.integers(0, 10**14), hash8=st.text("0123456789abcdef", min_size=8, max_size=8))
def test_a_cursor_is_read_as_it_is_written(seq: int, hash8: str) -> None:
    assert parse_cursor(f"{seq}-{hash8}") == Cursor(seq, hash8)
    assert parse_cursor(f"{seq}") == Cursor(seq, None)
