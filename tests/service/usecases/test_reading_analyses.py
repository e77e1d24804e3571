"""Who reads the analysis of a match, from when on, and what it comes to."""

import pytest
from msgspec.structs import replace

from engine.bot_levels import Level
from engine.events import Cause
from schema.analysis import AnalysisState, Wanted
from schema.context import Viewer
from schema.errors import Code, Refused
from schema.identity import OverlayGrant, Scope
from schema.model import Spectators, Watching
from service.store.analysis import Analysis, JudgedMove
from service.usecases import steps
from service.usecases.analysed import AnalysisOf
from service.usecases.reading_analyses import AnalysisService
from tests.fixtures.analysed import LOTTERY, finished
from tests.fixtures.house import ALA, NOBODY, OLA, House, open_house
from tests.fixtures.matches import ALA as ALA_SITS
from tests.fixtures.matches import BOT

EVERY = Wanted()


def judged(
    version: int, deal: int, seat: int, lost: int | None, cause: Cause = Cause.PLAYER
) -> JudgedMove:
    """Return a move that was the best one if it has lost nothing."""
    best = "play KH" if lost else "play QS"
    return JudgedMove(version, deal, seat, cause, "play QS", best, lost, 5)


async def read(house: House, viewer: Viewer, match_id: str, wanted: Wanted = EVERY) -> object:
    """Return what a viewer reads: the analysis, or the code with which it is refused."""
    try:
        return await house.services.analyses.analysis(viewer, match_id, wanted)
    except Refused as refusal:
        return refusal.refusal.code


async def test_it_is_pending_from_the_end_on_and_then_ready() -> None:
    house = open_house()
    match_id = await finished(house)
    first = await house.services.analyses.analysis(ALA, match_id, EVERY)
    some = Analysis(3, worlds=60, moves=(judged(3, 1, 0, 125),))
    await house.store.analyses.keep(match_id, some, 0)

    so_far = await house.services.analyses.analysis(ALA, match_id, EVERY)
    await house.store.analyses.keep(match_id, replace(some, version=9, ready=True), 3)
    last = await house.services.analyses.analysis(ALA, match_id, EVERY)

    assert (first.state, first.complete, first.moves) == (AnalysisState.PENDING, False, ())
    assert [seat.decisions for seat in first.seats] == [0, 0, 0, 0]
    assert (so_far.state, so_far.complete) == (AnalysisState.PENDING, False)
    assert (last.state, last.complete, last.missing) == (AnalysisState.READY, True, 0)
    assert (last.level, last.worlds) == (Level.STRONG, 60)
    assert so_far.moves == last.moves
    (move,) = last.moves
    assert (move.lost, move.error, move.best) == (1.25, 0.05, "play KH")


async def test_seats_and_everybody_who_may_watch_read_the_same() -> None:
    house = open_house()
    match_id = await finished(house)
    await house.store.analyses.keep(match_id, Analysis(9, ready=True), 0)
    key = Viewer(overlay=OverlayGrant("p_ala", match_id=match_id))
    other_key = Viewer(overlay=OverlayGrant("p_ala", match_id="m_other"))

    answers = [await read(house, viewer, match_id) for viewer in (ALA, OLA, NOBODY, key)]

    assert answers == [await house.services.analyses.analysis(ALA, match_id, EVERY)] * 4
    assert await read(house, other_key, match_id) is Code.FORBIDDEN
    lesser = replace(ALA, scopes=frozenset({Scope.MATCH_PLAY}))
    assert await read(house, lesser, match_id) is Code.FORBIDDEN


async def test_what_is_shown_to_nobody_is_read_by_its_seats_alone() -> None:
    house = open_house()
    hidden = Spectators(watching=Watching.NOBODY)
    match_id = await finished(house, replace(LOTTERY, spectators=hidden))
    await house.store.analyses.keep(match_id, Analysis(9, ready=True), 0)

    assert await read(house, OLA, match_id) is Code.NOT_FOR_SPECTATORS
    assert await read(house, NOBODY, match_id) is Code.NOT_FOR_SPECTATORS
    assert (await house.services.analyses.analysis(ALA, match_id, EVERY)).complete


async def test_a_late_viewer_reads_nothing_before_he_sees_the_end() -> None:
    house = open_house()
    late = Spectators(watching=Watching.TABLE, delay_seconds=600)
    match_id = await finished(house, replace(LOTTERY, spectators=late))
    await house.store.analyses.keep(match_id, Analysis(9, ready=True), 0)

    early = [await read(house, viewer, match_id) for viewer in (OLA, NOBODY)]
    seat = await house.services.analyses.analysis(ALA, match_id, EVERY)
    house.clock.now_ms += 599_999
    still = await read(house, NOBODY, match_id)
    house.clock.now_ms += 1

    assert early == [Code.MATCH_NOT_OVER] * 2
    assert still is Code.MATCH_NOT_OVER
    assert seat.complete
    assert await read(house, NOBODY, match_id) == seat


async def test_there_is_none_of_a_match_that_goes_on_or_has_no_result() -> None:
    house = open_house()
    match = await house.match_of(OLA)

    in_play = await read(house, ALA, match.id)
    await house.store.update(match.id, steps.voided, b"admin")
    after = await read(house, ALA, match.id)

    assert (in_play, after) == (Code.MATCH_NOT_OVER, Code.MATCH_VOID)
    assert await read(house, ALA, "m_none") is Code.MATCH_NOT_FOUND


async def test_where_none_is_made_that_is_told_but_what_was_made_is_read() -> None:
    house = open_house()
    match_id = await finished(house)
    off = AnalysisService(house.store, AnalysisOf.OFF)

    with pytest.raises(Refused) as refusal:
        await off.analysis(ALA, match_id, EVERY)
    await house.store.analyses.keep(match_id, Analysis(9, ready=True), 0)

    assert refusal.value.refusal.code is Code.NO_ANALYSIS
    assert (await off.analysis(ALA, match_id, EVERY)).complete
    bots_only = await finished(house, replace(LOTTERY, sit=False))
    assert await read(house, ALA, bots_only) is Code.NO_ANALYSIS


async def test_reading_has_an_analysis_made_that_nobody_has_begun() -> None:
    house = open_house()
    match_id = await finished(house)
    await house.store.forget_due(match_id)

    await read(house, NOBODY, match_id)

    (claim,) = await house.store.claim_due(60_000, 9)
    assert claim.match_id == match_id
    await read(house, NOBODY, match_id)
    assert await house.store.claim_due(60_000, 9) == ()


async def test_reading_one_that_is_done_starts_nothing() -> None:
    house = open_house()
    match_id = await finished(house)
    await house.store.forget_due(match_id)
    await house.store.analyses.keep(match_id, Analysis(9, ready=True), 0)

    await read(house, NOBODY, match_id)

    assert await house.store.claim_due(60_000, 9) == ()


MOVES = (
    judged(3, 1, 0, 0),
    judged(4, 1, 1, 300, Cause.BOT),
    judged(5, 1, 0, 150),
    judged(6, 1, 2, 700),
    judged(7, 1, 0, 9_900, Cause.TIMEOUT),
    judged(8, 1, 0, 9_800, Cause.BOT),
    judged(9, 2, 0, 410),
    judged(10, 2, 0, 410),
    judged(11, 2, 0, None),
)


async def test_sums_count_what_the_occupant_of_a_seat_has_chosen() -> None:
    house = open_house()
    match_id = await finished(house)
    await house.store.analyses.keep(match_id, Analysis(11, ready=True, moves=MOVES), 0)

    found = await house.services.analyses.analysis(NOBODY, match_id, EVERY)

    ala, bot, other, last = found.seats
    record = (await house.store.read(match_id)).record
    assert record.seats[0] is not None
    assert record.seats[0].kind is ALA_SITS.kind
    assert record.seats[1] is not None
    assert record.seats[1].kind is BOT.kind
    assert (ala.decisions, ala.agreed, ala.lost) == (5, 2, 9.7)
    assert ala.worst == found.moves[6]
    assert [(at.deal, at.decisions, at.agreed, at.lost) for at in ala.deals] == [
        (1, 2, 1, 1.5),
        (2, 3, 1, 8.2),
    ]
    assert [at.worst and at.worst.version for at in ala.deals] == [5, 9]
    assert (bot.decisions, bot.agreed, bot.lost) == (1, 0, 3.0)
    assert (other.decisions, other.lost, other.worst, other.deals) == (0, 0.0, None, ())
    assert last.decisions == 0


@pytest.mark.parametrize(
    ("wanted", "versions"),
    [
        (Wanted(), list(range(3, 12))),
        (Wanted(deal=2), [9, 10, 11]),
        (Wanted(seat=1), [4]),
        (Wanted(deal=1, seat=0), [3, 5, 7, 8]),
        (Wanted(deal=9), []),
        (Wanted(after=9), [10, 11]),
        (Wanted(seat=0, first=2, after=5), [7, 8]),
    ],
)
async def test_the_moves_of_a_deal_or_a_seat_can_be_asked_for(
    wanted: Wanted, versions: list[int]
) -> None:
    house = open_house()
    match_id = await finished(house)
    await house.store.analyses.keep(match_id, Analysis(11, ready=True, moves=MOVES), 0)

    found = await house.services.analyses.analysis(NOBODY, match_id, wanted)

    assert [at.version for at in found.moves] == versions
    assert found.seats[0].decisions == 5


async def test_a_long_analysis_is_read_page_by_page() -> None:
    house = open_house()
    match_id = await finished(house)
    many = tuple(judged(version, 1, version % 4, 100) for version in range(3, 253))
    await house.store.analyses.keep(match_id, Analysis(252, ready=True, moves=many), 0)
    pages, after = [], 0

    while True:
        found = await house.services.analyses.analysis(NOBODY, match_id, Wanted(after=after))
        pages.append(found)
        if found.next is None:
            break
        after = found.next

    assert [len(page.moves) for page in pages] == [100, 100, 50]
    assert [at.version for page in pages for at in page.moves] == list(range(3, 253))
    assert pages[0].seats == pages[2].seats
    assert await read(house, NOBODY, match_id, Wanted(first=0)) is Code.INVALID_INPUT
    assert await read(house, NOBODY, match_id, Wanted(first=101)) is Code.INVALID_INPUT
