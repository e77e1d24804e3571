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

    clock.learn(1_800_000_000_000)
    monotonic.at_ns += 1_500 * NS_PER_MS

    assert clock.now_ms() == 1_800_000_001_500


def test_a_store_whose_clock_was_set_is_followed() -> None:
    monotonic = Monotonic()
    clock = StoreClock(monotonic)

    clock.learn(1_800_000_000_000)
    monotonic.at_ns += 10 * NS_PER_MS
    clock.learn(1_700_000_000_000)

    assert clock.now_ms() == 1_700_000_000_000


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
