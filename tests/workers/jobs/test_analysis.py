"""An analysis is made in slices, each once, and from what each seat could see."""

import msgspec
import pytest
from msgspec.structs import replace
from structlog.testing import capture_logs

from engine.bot_levels import Level
from engine.events import Cause
from engine.seat_view import SeatTurn
from schema.analysis import Wanted
from schema.context import Viewer
from service.metrics import Judged
from service.usecases.analysed import AnalysisOf
from service.usecases.analyses import MOST_SPENT_MS
from service.usecases.packing import Packing
from tests.fixtures.analysed import LOTTERY, agrees, analysed, analyses_of, context, finished
from tests.fixtures.house import ALA, House, default_move_of, open_house
from tests.fixtures.metrics import counted
from workers.bots import Budget, Judgement, choose, judge
from workers.errors import MachineBusyError
from workers.jobs import AnalysisContext, analysis, match_ended
from workers.jobs.context import JobContext


async def test_every_decision_of_every_seat_is_judged_and_nothing_else() -> None:
    house = open_house()
    match_id = await finished(house)
    asked: list[tuple[int, str]] = []

    def note(turn: SeatTurn, move: str, budget: Budget) -> Judgement:
        assert turn.legal_moves.seat == turn.game.viewer_seat
        assert len(turn.legal_moves.moves) > 1
        asked.append((turn.legal_moves.seat, move))
        return Judgement("play QS", 1.234, 0.056)

    slices = await analysed(house, context(house, note), match_id)

    kept = await house.store.analyses.get(match_id)
    newest = (await house.store.read(match_id)).record
    assert kept is not None
    assert slices == 1
    assert (kept.version, kept.ready, kept.missing) == (newest.version, True, 0)
    assert kept.worlds == Budget().worlds
    assert [(at.seat, at.move) for at in kept.moves] == asked
    assert {seat for seat, _ in asked} == {0, 1, 2, 3}
    assert {(at.best, at.lost, at.error) for at in kept.moves} == {("play QS", 123, 6)}
    log = {entry.seq: entry.action for entry in await house.store.entries(match_id, 0, 500)}
    assert all(log[at.version].move == at.move for at in kept.moves)
    assert all(log[at.version].cause is at.cause for at in kept.moves)


async def test_a_bot_is_given_what_the_seat_saw_and_no_card_more() -> None:
    house = open_house()
    match_id = await finished(house)
    given: dict[tuple[int, int], SeatTurn] = {}

    def note(turn: SeatTurn, move: str, budget: Budget) -> Judgement:
        assert turn.game.deal is not None
        given[len(turn.game.deal.laid), turn.legal_moves.seat] = turn
        return agrees(turn, move, budget)

    await analysed(house, context(house, note), match_id)

    kept = await house.store.analyses.get(match_id)
    assert kept is not None
    for at in kept.moves:
        then = await house.services.matches.match_at(ALA, match_id, at.version - 1, at.seat)
        assert then.game is not None
        assert then.game.deal is not None
        turn = given[len(then.game.deal.laid), at.seat]
        assert turn.game == then.game
        assert turn.game.deal is not None
        assert turn.game.deal.hands is None


async def test_slices_come_to_the_same_as_one_go() -> None:
    house, other = open_house(), open_house()
    match_id, other_id = await finished(house), await finished(other)
    few = [msgspec.structs.astuple(at) for at in await moves_of(house, match_id, None)]

    in_fives = [msgspec.structs.astuple(at) for at in await moves_of(other, other_id, 5)]

    assert few == in_fives
    assert len(few) > 20


async def moves_of(house: House, match_id: str, slice_of: int | None) -> list[msgspec.Struct]:
    """Return what is kept of a match that is analysed in slices of so many moves."""
    slices = await analysed(house, context(house, slice_of=slice_of), match_id)
    kept = await house.store.analyses.get(match_id)
    assert kept is not None
    assert kept.ready
    assert slices == 1 if slice_of is None else slices >= len(kept.moves) // slice_of
    return list(kept.moves)


async def test_the_same_job_twice_is_done_once() -> None:
    house = open_house()
    match_id = await finished(house)
    here = context(house, slice_of=4)
    first, second = await here.analyses.task(match_id), await here.analyses.task(match_id)
    assert first is not None
    assert second is not None
    for task in (first, second):
        found = [at async for at in task.decisions()][:1]
        task.judged(found[0], "play QS", 1.0, 0.0)

    await here.analyses.keep(match_id, 0, first.analysis(1))
    before = await house.store.analyses.get(match_id)
    house.jobs.analyses.clear()
    await here.analyses.keep(match_id, 0, replace(second.analysis(1), worlds=2))

    assert await house.store.analyses.get(match_id) == before
    assert house.jobs.analyses == []


async def test_a_killed_worker_leaves_a_slice_to_the_clock() -> None:
    house = open_house()
    match_id = await finished(house)
    here = context(house, slice_of=4)
    jobs = JobContext(house.turns, house.jobs, lambda *_: pytest.fail("no bot is to move"))
    house.clock.now_ms += 1_000
    assert [claim.match_id for claim in await house.store.claim_due(2_000, 9)] == [match_id]
    await match_ended.run(jobs, here.analyses, Packing(house.store, 1), match_id, 1)
    assert house.jobs.analyses == [(match_id, 0)]
    await analysis.run(here, match_id, 0)
    stood = await house.store.analyses.get(match_id)
    house.jobs.analyses.clear()  # the worker dies, and the next slice with it

    house.clock.now_ms += 9_000
    assert await house.store.claim_due(2_000, 9) == ()
    house.clock.now_ms += 1_000
    assert [claim.match_id for claim in await house.store.claim_due(2_000, 9)] == [match_id]
    await match_ended.run(jobs, here.analyses, Packing(house.store, 1), match_id, 1)
    assert stood is not None
    assert house.jobs.analyses == [(match_id, stood.version)]
    await analysed(house, here, match_id)

    kept = await house.store.analyses.get(match_id)
    assert kept is not None
    assert kept.ready
    assert kept.moves[:4] == stood.moves
    assert await here.analyses.begin(match_id)


async def test_what_a_bot_fails_at_is_missing_and_the_rest_is_judged() -> None:
    house = open_house()
    match_id = await finished(house)
    failed: list[str] = []

    def fails_once(turn: SeatTurn, move: str, budget: Budget) -> Judgement:
        if not failed:
            failed.append(move)
            raise ValueError(turn.game.deal)
        return agrees(turn, move, budget)

    here = context(house, fails_once)
    with capture_logs() as lines:
        await analysed(house, here, match_id)

    kept = await house.store.analyses.get(match_id)
    assert kept is not None
    assert (kept.ready, kept.missing) == (True, 1)
    assert [line["event"] for line in lines] == ["move_not_judged"]
    assert lines[0]["error"] == "ValueError"
    assert failed[0] not in str(lines)
    assert decided(here, Judged.FAILED) == 1
    assert decided(here, Judged.DONE) == len(kept.moves)


async def test_what_a_busy_machine_left_no_time_for_is_judged_in_the_next_slice() -> None:
    house = open_house()
    match_id = await finished(house)
    asked: list[str] = []

    def busy_at_the_fifth(turn: SeatTurn, move: str, budget: Budget) -> Judgement:
        asked.append(move)
        if len(asked) == 5:
            raise MachineBusyError
        return agrees(turn, move, budget)

    here = context(house, busy_at_the_fifth)
    await here.analyses.begin(match_id)
    await analysis.run(here, match_id, 0)

    stood = await house.store.analyses.get(match_id)
    assert stood is not None
    assert (stood.ready, stood.missing, len(stood.moves)) == (False, 0, 4)
    with capture_logs() as lines:
        await analysed(house, here, match_id)
    kept = await house.store.analyses.get(match_id)
    assert kept is not None
    assert (kept.ready, kept.missing) == (True, 0)
    assert kept.moves[:4] == stood.moves
    assert [at.move for at in kept.moves] == asked[:4] + asked[5:]
    assert asked[4] == asked[5]
    assert lines == []
    assert decided(here, Judged.PUT_OFF) == 1
    assert decided(here, Judged.DONE) == len(kept.moves)


async def test_what_is_put_off_for_ever_ends_at_the_bound() -> None:
    house = open_house()
    match_id = await finished(house)
    seconds = iter(range(10_000_000))

    def busy(turn: SeatTurn, move: str, budget: Budget) -> Judgement:
        raise MachineBusyError

    here = context(house, busy, processor=lambda: float(next(seconds) * (MOST_SPENT_MS // 10_000)))

    assert await analysed(house, here, match_id) == 11

    kept = await house.store.analyses.get(match_id)
    assert kept is not None
    assert (kept.ready, kept.moves, kept.spent_ms) == (True, (), MOST_SPENT_MS)
    assert kept.missing == decided(here, Judged.PASSED_OVER) > 20
    assert decided(here, Judged.PUT_OFF) == 10


def decided(here: AnalysisContext, outcome: Judged) -> float:
    """Return how many decisions have had an outcome."""
    return counted(here.metrics, "analysis_decisions_total", outcome=outcome.value)


async def test_an_analysis_ends_at_its_bound_and_says_how_much_is_missing() -> None:
    house = open_house()
    match_id = await finished(house)
    seconds = iter(range(10_000_000))
    # each move takes a second of the processor
    here = context(house, processor=lambda: float(next(seconds) * (MOST_SPENT_MS // 10_000)))

    await analysed(house, here, match_id)

    kept = await house.store.analyses.get(match_id)
    assert kept is not None
    assert (len(kept.moves), kept.spent_ms) == (10, MOST_SPENT_MS)
    assert kept.ready
    assert kept.missing > 0
    assert decided(here, Judged.PASSED_OVER) == kept.missing
    view = await house.services.analyses.analysis(Viewer(), match_id, Wanted())
    assert (view.complete, view.missing) == (False, kept.missing)


async def test_after_a_day_nothing_more_is_judged() -> None:
    house = open_house()
    match_id = await finished(house)
    house.clock.now_ms += 86_400_000

    await analysed(house, context(house), match_id)

    kept = await house.store.analyses.get(match_id)
    assert kept is not None
    assert (kept.ready, kept.moves, kept.spent_ms) == (True, (), 0)
    assert kept.missing > 20


async def test_a_match_of_strong_bots_is_found_without_a_fault() -> None:
    house = open_house()
    new = replace(LOTTERY, bot_level=Level.STRONG)
    match = await house.services.lobby.create(ALA, new)
    await house.services.lobby.start(ALA, match.id, fill=True)
    await all_play(house, match.id)

    await analysed(house, context(house, judge), match.id)

    view = await house.services.analyses.analysis(ALA, match.id, Wanted())
    of_bots = [at for at in view.moves if at.cause is Cause.BOT]
    assert view.complete
    assert {at.lost for at in of_bots} == {0.0}
    assert all(at.best == at.move for at in of_bots)
    assert [seat.agreed == seat.decisions for seat in view.seats[1:]] == [True] * 3
    # the person has made the first move that came to hand, which was not always the best
    assert view.seats[0].decisions > view.seats[0].agreed
    assert view.seats[0].worst is not None
    assert view.seats[0].worst.lost == max(at.lost or 0.0 for at in view.moves if at.seat == 0)


async def all_play(house: House, match_id: str) -> None:
    """Let bots think as long as they like, and Ala make the default move."""
    while (record := (await house.store.read(match_id)).record).status == "playing":
        bot = await house.turns.seat_turn(match_id, record.version)
        if bot is None:
            await default_move_of(house, match_id)
            continue
        turn = msgspec.json.decode(bot.turn, type=SeatTurn)
        await house.turns.bot_move(match_id, record.version, choose(turn, bot.level).move)


@pytest.mark.parametrize(
    ("sit", "wanted", "made"),
    [
        (True, AnalysisOf.OFF, False),
        (True, AnalysisOf.PEOPLE, True),
        (False, AnalysisOf.PEOPLE, False),
        (False, AnalysisOf.ALL, True),
    ],
)
async def test_analyses_are_made_of_the_matches_that_the_setting_names(
    sit: bool,
    wanted: AnalysisOf,
    made: bool,
) -> None:
    house = open_house()
    match_id = await finished(house, replace(LOTTERY, sit=sit))
    analyses = analyses_of(house, wanted)

    done = await analyses.begin(match_id)

    assert done is not made
    assert house.jobs.analyses == [(match_id, 0)] * made
    assert (await analyses.task(match_id) is not None) is made
