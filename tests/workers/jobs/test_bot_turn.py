"""A bot's turn: what it sees, what is committed, when the job stops, what a bad bot costs."""

from collections.abc import Callable, Iterator

import msgspec
import pytest
from msgspec.structs import replace
from structlog.testing import capture_logs

from engine.cards import cards_in, texts
from engine.events import Cause
from engine.seat_view import SeatTurn
from schema.errors import Code, Refused, refused
from schema.model import MatchStatus, NewMatch
from service.store.record import SeatKind
from service.usecases import steps
from service.usecases.ports import BotTurn
from service.usecases.turns import BotSeat
from tests.fixtures.house import ALA, House, open_house
from tests.fixtures.metrics import counted
from workers.bots import Choice, Level, choose
from workers.jobs import JobContext, bot_turn
from workers.jobs.context import Choose


async def bots_only(house: House, players: int = 4) -> str:
    """Start a match of bots alone and return its id; its first turn is at version 2."""
    new = NewMatch(players=players, seed=7, sit=False)
    match = await house.services.lobby.create(ALA, new)
    await house.services.lobby.start(ALA, match.id, fill=True)
    return match.id


def context(house: House, bot: Choose = choose, clock: Iterator[float] | None = None) -> JobContext:
    """Return what the job works with; the clock stands unless it is given."""
    ticks = clock or iter(lambda: 0.0, None)
    return JobContext(house.turns, house.jobs, bot, monotonic=lambda: next(ticks))


def fallbacks(here: JobContext, level: Level) -> float:
    """Return how many choices of a level have failed."""
    return counted(here.metrics, "bot_fallbacks_total", level=level.value)


async def version_of(house: House, match_id: str) -> int:
    """Return the version of a match."""
    return (await house.store.read(match_id)).record.version


async def test_a_job_plays_twenty_turns_and_asks_for_the_next() -> None:
    house = open_house()
    match_id = await bots_only(house)
    house.jobs.asked.clear()

    await bot_turn.run(context(house), match_id, 2)

    assert await version_of(house, match_id) == 22
    assert house.jobs.asked == [BotTurn(match_id, 22, people=False)]


async def test_a_job_of_slow_bots_stops_after_a_second() -> None:
    house = open_house()
    match_id = await bots_only(house)
    house.jobs.asked.clear()

    await bot_turn.run(context(house, clock=iter((0.0, 0.6, 1.2))), match_id, 2)

    assert house.jobs.asked == [BotTurn(match_id, 4, people=False)]


async def test_a_job_stops_where_a_person_is_asked() -> None:
    house = open_house()
    match = await house.match_of()
    house.jobs.asked.clear()
    version = await version_of(house, match.id)

    await bot_turn.run(context(house), match.id, version)

    record = (await house.store.read(match.id)).record
    assert steps.asked_seat(record, SeatKind.PERSON) == 0
    assert record.version > version
    assert house.jobs.asked == []


@pytest.mark.parametrize("players", [3, 4])
async def test_bots_play_a_whole_match(players: int) -> None:
    house = open_house()
    match_id = await bots_only(house, players)

    for turn in house.jobs.asked:
        await bot_turn.run(context(house), turn.match_id, turn.version)

    match = await house.services.matches.match(ALA, match_id)
    assert match.status is MatchStatus.FINISHED
    assert match.game is not None
    assert sum(match.game.totals) == {3: -255, 4: 0}[players]


@pytest.mark.parametrize(("seed", "by_count"), [(7, True), (None, False)])
async def test_only_a_seeded_match_is_played_without_a_limit_of_time(
    seed: int | None, by_count: bool
) -> None:
    house = open_house()
    match = await house.services.lobby.create(ALA, NewMatch(players=4, seed=seed, sit=False))
    await house.services.lobby.start(ALA, match.id, fill=True)
    asked: list[bool] = []

    def asks(*, by_count: bool) -> Choose:
        def bot(turn: SeatTurn, level: Level) -> Choice:
            asked.append(by_count)
            return choose(turn, level)

        return bot

    here = JobContext(house.turns, house.jobs, asks(by_count=False), by_count=asks(by_count=True))
    await bot_turn.play(here, match.id, 2)

    assert asked == [by_count]


async def test_the_same_job_again_changes_nothing() -> None:
    house = open_house()
    match_id = await bots_only(house)
    await bot_turn.run(context(house), match_id, 2)
    before = await house.store.read(match_id)
    house.jobs.asked.clear()

    await bot_turn.run(context(house), match_id, 2)

    assert (await house.store.read(match_id)).record == before.record
    assert house.jobs.asked == []


async def test_a_bot_is_passed_what_its_seat_sees_and_nothing_else() -> None:
    house = open_house()
    match_id = await bots_only(house)
    passed: list[tuple[object, ...]] = []

    def bot(*arguments: object) -> Choice:
        passed.append(arguments)
        raise ValueError

    seen = await house.turns.seat_turn(match_id, 2)
    assert seen is not None
    await bot_turn.play(context(house, bot), match_id, 2)

    turn = msgspec.json.decode(seen.turn, type=SeatTurn)
    assert passed == [(turn, Level.MEDIUM), (turn, Level.EASY)]
    assert type(passed[0][0]) is SeatTurn


def always(bot: Callable[[SeatTurn], str]) -> Choose:
    """Return a bot that answers the same way at every level."""
    return lambda turn, level: Choice(bot(turn), level)


def raises(turn: SeatTurn) -> str:
    """Fail with a card of the hand in the message."""
    message = f"what shall I do with {turn.game.deal}"
    raise RuntimeError(message)


def illegal(turn: SeatTurn) -> str:
    """Name a card that the seat does not hold."""
    hand = {choice.card for choice in turn.legal_moves.cards}
    return "play " + next(name for name in texts(cards_in((1 << 52) - 1)) if name not in hand)


def gibberish(turn: SeatTurn) -> str:
    """Answer no move at all."""
    return "pass the salt"


def wrong_phase(turn: SeatTurn) -> str:
    """Name a trump in a deal without one."""
    return "trump H"


@pytest.mark.parametrize(
    ("bot", "error"),
    [
        (raises, "RuntimeError"),
        (illegal, "NOT_IN_HAND"),
        (gibberish, "BAD_MOVE"),
        (wrong_phase, "WRONG_PHASE"),
    ],
)
async def test_the_default_move_is_made_once_every_level_has_failed(
    bot: Callable[[SeatTurn], str], error: str
) -> None:
    house = open_house()
    match_id = await bots_only(house)
    default = await house.default_text(match_id)
    here = context(house, always(bot))

    with capture_logs() as logged:
        turn = await bot_turn.play(here, match_id, 2)

    assert turn == BotTurn(match_id, 3, people=False)
    (entry,) = await house.store.entries(match_id, 2, 10)
    assert (entry.action.move, entry.action.cause) == (default, Cause.BOT)
    assert fallbacks(here, Level.MEDIUM) == fallbacks(here, Level.EASY) == 1
    assert [(line["event"], line["level"], line["error"]) for line in logged] == [
        ("bot_fallback", "medium", error),
        ("bot_fallback", "easy", error),
    ]


async def test_a_level_that_fails_leaves_its_choice_to_the_next_lower_one() -> None:
    house = open_house()
    match_id = await bots_only(house)
    seen = await house.turns.seat_turn(match_id, 2)
    assert seen is not None
    easy = choose(msgspec.json.decode(seen.turn, type=SeatTurn), Level.EASY)

    def bot(turn: SeatTurn, level: Level) -> Choice:
        return Choice(raises(turn), level) if level is Level.MEDIUM else choose(turn, level)

    here = context(house, bot)
    with capture_logs() as logged:
        await bot_turn.play(here, match_id, 2)

    (entry,) = await house.store.entries(match_id, 2, 10)
    assert (entry.action.move, entry.action.cause) == (easy.move, Cause.BOT)
    assert (fallbacks(here, Level.MEDIUM), fallbacks(here, Level.EASY)) == (1, 0)
    assert [line["level"] for line in logged] == ["medium"]


async def test_a_choice_that_was_cut_off_is_counted() -> None:
    house = open_house()
    match_id = await bots_only(house)

    def bot(turn: SeatTurn, level: Level) -> Choice:
        return replace(choose(turn, level), cut=True)

    here = context(house, bot)
    await bot_turn.play(here, match_id, 2)

    assert counted(here.metrics, "bot_cuts_total", level="medium") == 1
    assert counted(here.metrics, "bot_think_seconds_count", level="medium") == 1
    assert fallbacks(here, Level.MEDIUM) == 0


async def test_the_log_of_a_failed_bot_names_no_card() -> None:
    house = open_house()
    match_id = await bots_only(house)

    with capture_logs() as logged:
        await bot_turn.play(context(house, always(raises)), match_id, 2)

    line = logged[0]
    assert len(logged) == 2
    assert set(line) == {"event", "log_level", "match", "version", "level", "error", "at"}
    assert line["at"].split()[-1].startswith("test_bot_turn.py:")


async def test_a_poisoned_bot_does_not_stop_a_match() -> None:
    house = open_house()
    match_id = await bots_only(house)

    for turn in house.jobs.asked:
        await bot_turn.run(context(house, always(raises)), turn.match_id, turn.version)

    match = await house.services.matches.match(ALA, match_id)
    assert match.status is MatchStatus.FINISHED


class Away:
    """Turns whose store takes no writes."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.asked: list[str] = []

    async def seat_turn(self, match_id: str, version: int) -> BotSeat | None:
        """Return what the bot sees."""
        return await self.house.turns.seat_turn(match_id, version)

    async def bot_move(self, match_id: str, version: int, move: str) -> BotTurn | None:
        """Refuse."""
        self.asked.append("bot_move")
        raise refused(Code.STORE_UNAVAILABLE, "The store does not answer.")

    async def default_bot_move(self, match_id: str, version: int) -> BotTurn | None:
        """Note that it was asked."""
        self.asked.append("default_bot_move")
        return None

    async def time_out(self, match_id: str, version: int) -> None:
        """Do nothing."""

    async def lobby_due(self, match_id: str, version: int) -> None:
        """Do nothing."""

    async def match_ended(self, match_id: str) -> bool:
        """Say that the end is not open to all."""
        return False


async def test_a_store_that_is_away_is_not_the_bots_fault() -> None:
    house = open_house()
    match_id = await bots_only(house)
    turns = Away(house)
    here = JobContext(turns, house.jobs, choose)

    with pytest.raises(Refused, match=Code.STORE_UNAVAILABLE):
        await bot_turn.run(here, match_id, 2)

    assert turns.asked == ["bot_move"]
    assert fallbacks(here, Level.MEDIUM) == 0
    assert await version_of(house, match_id) == 2
