"""Clocks run for those who are asked, as the kept records say that they do."""

from msgspec.structs import replace

from engine.bot_levels import Level
from engine.events import Cause
from service.store.packed.clocks import Clocks
from service.store.record import Record, Settings, Visibility
from tests.fixtures.matches import ALA, BOT, OLA, person, playing

TIMED = Settings(Visibility.PUBLIC, turn_ms=10_000, pace_ms=None)
BANKED = replace(TIMED, bank_ms=5_000, increment_ms=700)


def clocks(settings: Settings = TIMED, **of_record: object) -> Clocks:
    """Return the clocks of a match in which seat 0 has been asked at 1,000 ms by entry 2."""
    record: Record = playing(ALA, OLA, BOT, person(3)).record
    at = {"opened_ms": (1_000, 0, 0, 0), "decision_versions": (2, 0, 0, 0), **of_record}
    found = Clocks(4)
    found.set(replace(record, settings=settings, **at))
    return found


def test_whoever_is_asked_has_the_time_of_a_turn() -> None:
    at = clocks()

    assert at.deadline_ms((1,), 4_000) == 14_000
    assert at.deadline_ms((0,), 4_000) == 11_000  # has been asked before
    assert at.deadline_ms((1, 0), 4_000) == 11_000


def test_a_bot_has_no_deadline_and_chooses_for_itself() -> None:
    at = clocks()

    assert at.deadline_ms((2,), 4_000) is None
    assert (at.cause(2), at.cause(3)) == (Cause.BOT, Cause.PLAYER)


def test_a_stand_in_is_a_bot() -> None:
    seats = (ALA, replace(OLA, stand_in=Level.EASY), BOT, person(3))

    assert clocks(seats=seats).cause(1) is Cause.BOT


def test_nobody_has_a_deadline_where_nothing_limits_the_time() -> None:
    assert clocks(replace(TIMED, turn_ms=None)).deadline_ms((1,), 4_000) is None


def test_thought_above_the_turn_comes_off_the_bank_and_a_choice_earns() -> None:
    at = clocks(BANKED, banks_ms=(5_000,) * 4)

    at.stop(0, Cause.PLAYER, 3, 13_000)

    assert at.banks_ms == [5_000 - 2_000 + 700, 5_000, 5_000, 5_000]
    assert at.deadline_ms((0,), 20_000) == 20_000 + 10_000 + 3_700


def test_a_clock_that_chose_earns_nothing_and_no_bank_is_below_nothing() -> None:
    at = clocks(BANKED, banks_ms=(5_000,) * 4)

    at.stop(0, Cause.TIMEOUT, 3, 16_500)

    assert at.banks_ms[0] == 0


def test_each_seat_knows_the_entry_that_asked_it_or_let_it_rest() -> None:
    at = clocks()

    at.stop(0, Cause.PLAYER, 3, 4_000)
    at.ask((1, 3), 3, 4_000)
    at.stop(1, Cause.PLAYER, 4, 5_000)
    at.ask((3,), 4, 5_000)

    assert at.versions == [3, 4, 0, 3]
    assert at.opened_ms == [0, 0, 0, 4_000]


def test_a_seat_that_is_asked_again_at_once_is_asked_anew() -> None:
    at = clocks()

    at.stop(0, Cause.PLAYER, 3, 4_000)
    at.ask((0,), 3, 4_000)

    assert (at.versions[0], at.opened_ms[0]) == (3, 4_000)
