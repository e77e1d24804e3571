"""The store's time between two of its answers, whatever this machine's own clock says."""

from service.store.clock import StoreClock
from service.store.redis import RedisStore
from tests.fixtures.store import a_record, created, wall_clock_ms

NS_PER_MS = 1_000_000


class Monotonic:
    """A monotonic clock in nanoseconds that moves when told."""

    def __init__(self) -> None:
        self.at_ns = 7

    def __call__(self) -> int:
        """Return the time."""
        return self.at_ns


def test_nothing_is_known_before_the_first_answer() -> None:
    assert StoreClock(Monotonic()).now_ms() is None


def test_the_time_goes_on_from_the_last_answer() -> None:
    monotonic = Monotonic()
    clock = StoreClock(monotonic)

    clock.learn(1_800_000_000_000, clock.asking())
    monotonic.at_ns += 1_500 * NS_PER_MS

    assert clock.now_ms() == 1_800_000_001_500


def test_a_store_whose_clock_was_set_is_followed() -> None:
    monotonic = Monotonic()
    clock = StoreClock(monotonic)

    clock.learn(1_800_000_000_000, clock.asking())
    for told_ms in (1_700_000_000_000, 1_900_000_000_000):
        asked = clock.asking()
        monotonic.at_ns += 10 * NS_PER_MS
        clock.learn(told_ms, asked)

        assert told_ms <= (clock.now_ms() or 0) <= told_ms + 10


def test_an_answer_that_was_read_late_does_not_set_the_clock_back() -> None:
    monotonic = Monotonic()
    clock = StoreClock(monotonic)
    clock.learn(1_800_000_000_000, clock.asking())

    asked = clock.asking()
    monotonic.at_ns += 250 * NS_PER_MS
    clock.learn(1_800_000_000_003, asked)

    assert clock.now_ms() == 1_800_000_000_250


def test_a_first_answer_that_was_read_late_is_made_good_by_the_next() -> None:
    monotonic = Monotonic()
    clock = StoreClock(monotonic)
    asked = clock.asking()
    monotonic.at_ns += 250 * NS_PER_MS
    clock.learn(1_800_000_000_000, asked)
    assert clock.now_ms() == 1_800_000_000_000

    asked = clock.asking()
    monotonic.at_ns += 2 * NS_PER_MS
    clock.learn(1_800_000_000_251, asked)

    assert clock.now_ms() == 1_800_000_000_251


async def test_reading_a_match_teaches_the_time(
    server_store: RedisStore, other_store: RedisStore
) -> None:
    await server_store.create(created(a_record()), b"commit-1")
    before = other_store.clock.now_ms()

    began_ms = wall_clock_ms()  # the server of a test runs on this machine
    await other_store.read("m_1")
    known_ms = other_store.clock.now_ms()

    assert before is None
    assert known_ms is not None
    assert began_ms - 1 <= known_ms <= wall_clock_ms() + 1  # both are cut to whole milliseconds


async def test_asking_for_the_time_teaches_it(server_store: RedisStore) -> None:
    told_ms = await server_store.now_ms()
    known_ms = server_store.clock.now_ms()

    assert known_ms is not None
    assert 0 <= known_ms - told_ms <= 1_000
