"""Proves that viewers of one match share what they see alike, and nothing else."""

import asyncio

import pytest

from engine.views import entry_for
from schema.model import FeedKind
from service.feed.channel import KEPT, SHARED, Channel
from service.store.errors import MatchNotFoundError
from tests.fixtures.house import House, open_house

LONG_S = 60.0


async def opened(house: House) -> tuple[Channel, str]:
    """Return an open channel of a match that has been started, and the match's id."""
    match = await house.match_of()
    channel = Channel(house.store, match.id)
    channel.open()
    channel.reached(match.version)
    return channel, match.id


async def moved(house: House, match_id: str, moves: int) -> int:
    """Make so many moves and return the version reached."""
    for _ in range(moves):
        record = (await house.store.read(match_id)).record
        if record.deadline_ms is not None:
            house.clock.now_ms = record.deadline_ms
            await house.turns.time_out(match_id, record.version)
        else:
            await house.others_move(match_id)
    return (await house.store.read(match_id)).record.version


async def test_viewers_who_see_the_same_are_given_the_same_item() -> None:
    channel, _ = await opened(open_house())
    _, entry = await channel.after(0, LONG_S)

    first, again = channel.item(entry, 0), channel.item(entry, 0)
    other, nobody = channel.item(entry, 1), channel.item(entry, None)
    await channel.close()

    assert first is again
    assert len({id(first), id(other), id(nobody)}) == 3  # the entry deals cards
    assert (first.kind, first.seq, first.cursor) == (FeedKind.ENTRY, 2, entry_for(entry, 0).cursor)
    for item, seat in ((first, 0), (other, 1), (nobody, None)):
        assert item.entry == entry_for(entry, seat)


async def test_an_entry_that_looks_alike_to_all_is_one_item() -> None:
    house = open_house()
    channel, match_id = await opened(house)
    channel.reached(await moved(house, match_id, 1))
    (played,) = await channel.after(2, LONG_S)

    items = [channel.item(played, seat) for seat in (0, 1, 2, 3, None)]
    await channel.close()

    assert len({id(item) for item in items}) == 1
    assert items[0].entry == entry_for(played, None)


async def test_only_the_newest_items_are_kept() -> None:
    house = open_house()
    channel, match_id = await opened(house)
    channel.reached(await moved(house, match_id, SHARED))
    entries = await channel.after(0, LONG_S)

    kept = [channel.item(entry, 0) is channel.item(entry, 0) for entry in entries]
    alike = [channel.item(entry, 0) == channel.item(entry, 0) for entry in entries]
    await channel.close()

    assert kept == [False, False, *[True] * SHARED]
    assert all(alike)


async def test_what_is_no_longer_kept_is_read_again() -> None:
    house = open_house()
    channel, match_id = await opened(house)
    head = 2
    while head <= KEPT + 2:
        head = await moved(house, match_id, 10)
        channel.reached(head)
        await channel.after(head - 10, LONG_S)

    whole = await channel.after(0, LONG_S)
    await channel.close()

    assert [entry.seq for entry in whole] == list(range(1, head + 1))


async def test_a_viewer_waits_no_longer_than_he_wants() -> None:
    channel, _ = await opened(open_house())

    assert await channel.after(2, 0.0) == ()

    await channel.close()


async def test_a_viewer_who_gives_up_waiting_holds_up_nobody() -> None:
    house = open_house()
    channel, match_id = await opened(house)
    waiting = [asyncio.create_task(channel.after(2, LONG_S)) for _ in range(3)]
    await asyncio.sleep(0)
    waiting[1].cancel()
    await moved(house, match_id, 1)

    async with asyncio.timeout(5):
        first, gone, last = await asyncio.gather(*waiting, return_exceptions=True)
    await channel.close()

    assert isinstance(gone, asyncio.CancelledError)
    assert first == last
    assert not isinstance(first, BaseException)
    assert [entry.seq for entry in first] == [3]


async def test_a_match_that_cannot_be_followed_fails_for_all_who_wait() -> None:
    channel = Channel(open_house().store, "m_none")
    channel.open()

    async with asyncio.timeout(5):
        for _ in range(2):
            with pytest.raises(MatchNotFoundError):
                await channel.after(0, LONG_S)


async def test_a_log_that_was_read_ahead_of_its_news_is_as_long_as_read() -> None:
    house = open_house()
    channel, match_id = await opened(house)
    await moved(house, match_id, 2)  # not told to the channel yet
    ahead = await channel.after(0, LONG_S)

    waiting = asyncio.create_task(channel.after(ahead[-1].seq, LONG_S))
    await asyncio.sleep(0)
    channel.reached(3)
    await asyncio.sleep(0)
    assert not waiting.done()
    await moved(house, match_id, 1)

    async with asyncio.timeout(5):
        assert [entry.seq for entry in await waiting] == [5]
    await channel.close()
