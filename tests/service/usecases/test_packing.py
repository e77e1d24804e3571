"""A match that ended a day ago is packed, and everybody reads it as before."""

import pytest

from schema.analysis import Wanted
from service.usecases.packing import Packing
from tests.fixtures.analysed import agrees, analyses_of, context, finished
from tests.fixtures.house import ALA, NOBODY, House, open_house
from workers.jobs import JobContext, analysis, match_ended
from workers.ports import Analyses

DAY_MS = 86_400_000


async def ended(house: House, analyses: Analyses, match_id: str) -> None:
    """Do what the clock has done for a match that has ended."""
    jobs = JobContext(house.turns, house.jobs, lambda *_: pytest.fail("no bot is to move"))
    await match_ended.run(jobs, analyses, Packing(house.store, DAY_MS), match_id, 1)


async def due(house: House) -> list[str]:
    return [claim.match_id for claim in await house.store.claim_due(2_000, 9)]


async def analysed(house: House) -> str:
    """Return a match that is over and has been judged."""
    match_id = await finished(house)
    here = context(house, agrees)
    house.clock.now_ms += 1_000
    assert await due(house) == [match_id]
    await ended(house, here.analyses, match_id)
    while house.jobs.analyses:
        await analysis.run(here, *house.jobs.analyses.pop())
    return match_id


async def test_a_match_is_packed_a_day_after_its_end() -> None:
    house = open_house()
    match_id = await analysed(house)
    log = await house.store.entries(match_id, 0, 9)

    house.clock.now_ms += 60_000
    assert await due(house) == [match_id]
    await ended(house, analyses_of(house), match_id)
    assert await house.store.entries(match_id, 0, 9) == log

    house.clock.now_ms += DAY_MS - 120_000
    assert await due(house) == []
    house.clock.now_ms += 120_000
    assert await due(house) == [match_id]
    await ended(house, analyses_of(house), match_id)
    assert [entry.hash for entry in await house.store.entries(match_id, 0, 9)] == [b""] * 9
    house.clock.now_ms += 30 * DAY_MS
    assert await due(house) == []


async def test_everything_of_a_packed_match_reads_as_before() -> None:
    house = open_house()
    match_id = await analysed(house)
    before = await told(house, match_id)
    house.clock.now_ms += 2 * DAY_MS
    await ended(house, analyses_of(house), match_id)

    assert await told(house, match_id) == before
    assert len(before) == 5


async def told(house: House, match_id: str) -> list[object]:
    """Return what is told of a match, but the cursors of its entries."""
    services, newest = house.services, (await house.store.read(match_id)).record.version
    items = [
        (item.kind, item.seq, item.entry and (item.entry.action, item.entry.effects))
        async for item in services.matches.feed(ALA, match_id, "0")
    ]
    middle = await services.matches.match_at(NOBODY, match_id, newest // 2, None)
    return [
        items,
        middle.game,
        await services.matches.match(ALA, match_id),
        await services.matches.export(ALA, match_id),
        await services.analyses.analysis(ALA, match_id, Wanted()),
    ]


async def test_a_cursor_of_before_goes_on_in_a_packed_match() -> None:
    house = open_house()
    match_id = await analysed(house)
    items = [item async for item in house.services.matches.feed(ALA, match_id, "0")]
    house.clock.now_ms += 2 * DAY_MS
    await ended(house, analyses_of(house), match_id)

    rest = [item async for item in house.services.matches.feed(ALA, match_id, items[3].cursor)]

    assert [item.seq for item in rest] == [item.seq for item in items[4:]]
    assert rest[0].cursor == str(items[4].seq)


async def test_where_nothing_is_packed_a_match_that_has_ended_is_due_no_more() -> None:
    house = open_house()
    match_id = await analysed(house)
    log = await house.store.entries(match_id, 0, 9)

    await Packing(house.store, None).pack(match_id)
    house.clock.now_ms += 30 * DAY_MS

    assert await due(house) == []
    assert await house.store.entries(match_id, 0, 9) == log
