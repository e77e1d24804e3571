"""An analysis goes on where it stood, and goes with its match, the same on every store."""

import asyncio

import redis
from msgspec.structs import replace

from engine.events import Cause
from service.store.analysis import Analysis, JudgedMove, Turn
from service.store.codec import encode_analysis
from service.store.keys import match_keys
from service.store.ports import Store
from service.store.redis import RedisStore
from tests.fixtures.store import RETENTION_S, a_record, created, ends

SOME = Analysis(
    version=7,
    worlds=60,
    spent_ms=41,
    missing=1,
    moves=(
        JudgedMove(5, 1, 0, Cause.PLAYER, "play QS", "play KH", 1_250, 31),
        JudgedMove(6, 1, 1, Cause.BOT, "play 2C", "play 2C", 0),
        JudgedMove(7, 1, 2, Cause.TIMEOUT, "bid 30", "pass"),
    ),
)


async def test_a_match_that_was_not_looked_at_has_no_analysis(store: Store) -> None:
    await store.create(created(a_record()), b"commit-1")

    assert await store.analyses.get("m_1") is None


async def test_an_analysis_is_read_as_it_was_kept(store: Store) -> None:
    await store.create(created(a_record()), b"commit-1")

    assert await store.analyses.keep("m_1", SOME, 0)
    assert await store.analyses.get("m_1") == SOME


async def test_it_goes_on_from_the_version_that_stands_and_from_no_other(store: Store) -> None:
    await store.create(created(a_record()), b"commit-1")
    await store.analyses.keep("m_1", SOME, 0)
    more = replace(SOME, version=9, ready=True)

    assert not await store.analyses.keep("m_1", more, 0)
    assert not await store.analyses.keep("m_1", more, 6)
    assert await store.analyses.get("m_1") == SOME
    assert await store.analyses.keep("m_1", more, 7)
    assert await store.analyses.get("m_1") == more


async def test_keeping_the_same_again_is_done_already(store: Store) -> None:
    await store.create(created(a_record()), b"commit-1")
    await store.analyses.keep("m_1", SOME, 0)

    assert await store.analyses.keep("m_1", SOME, 0)


async def test_nothing_is_kept_of_a_match_that_is_gone(store: Store) -> None:
    assert not await store.analyses.keep("m_1", SOME, 0)
    assert await store.analyses.get("m_1") is None


async def test_it_lives_as_long_as_its_match(server_store: RedisStore, store_url: str) -> None:
    at = match_keys("m_1")
    await server_store.create(created(a_record()), b"commit-1")
    await server_store.update("m_1", ends, b"commit-2")

    with redis.Redis.from_url(store_url) as client:
        client.expire(at.state, 100)
        await server_store.analyses.keep("m_1", SOME, 0)
        assert 95 <= client.ttl(at.analysis) <= 100
        # what is committed on a match that is over lets all of it live that much longer
        await server_store.update("m_1", ends, b"commit-3")
        assert RETENTION_S - 5 <= client.ttl(at.analysis) <= RETENTION_S
        assert client.ttl(at.analysis) == client.ttl(at.state)


async def test_that_of_a_match_that_is_kept_for_ever_stays(store_url: str) -> None:
    store = RedisStore.connect(store_url, retention_s=0)
    await store.create(created(a_record()), b"commit-1")

    await store.analyses.keep("m_1", SOME, 0)

    with redis.Redis.from_url(store_url) as client:
        assert client.ttl(match_keys("m_1").analysis) == -1
    await store.close()


def test_a_judged_move_takes_about_a_dozen_bytes() -> None:
    many = tuple(replace(SOME.moves[1], version=100 + number) for number in range(500))

    assert len(encode_analysis(replace(SOME, moves=many))) < 12 * 500


async def test_a_turn_goes_to_the_match_that_has_waited_longest(store: Store) -> None:
    assert await store.analyses.turn("m_2", 2_000, 60_000, used=False) == Turn("m_2")

    later = await store.analyses.turn("m_3", 3_000, 1, used=False)
    oldest = await store.analyses.turn("m_1", 1_000, 1, used=False)

    # who has had a turn stands behind all others until it is used
    assert (later, oldest) == (Turn(None, 0), Turn(None, 0))
    assert await store.analyses.turn("m_2", 2_000, 1, used=False) == Turn(None, 2)
    assert await store.analyses.turn("m_2", 2_000, 1, used=True) == Turn(None, 1)
    assert await store.analyses.turn("m_3", 3_000, 1, used=False) == Turn(None, 2)


async def test_a_turn_comes_after_a_pause(store: Store) -> None:
    turns = [await store.analyses.turn("m_1", 1_000, 20, used=False)]
    while turns[-1].head is None or len(turns) == 1:
        turns.append(await store.analyses.turn("m_1", 1_000, 20, used=False))
        await asyncio.sleep(0.001)

    assert turns[0] == turns[-1] == Turn("m_1")
    assert set(turns[1:-1]) <= {Turn(None, 0)}  # none at all, if the next comes late enough


async def test_who_leaves_the_line_tells_who_stands_first_now(store: Store) -> None:
    for number in (1, 3, 2):
        await store.analyses.turn(f"m_{number}", number, 60_000, used=True)

    assert await store.analyses.leave("m_2") == "m_3"
    assert await store.analyses.leave("m_4") == "m_3"
    assert await store.analyses.leave("m_3") == "m_1"
    assert await store.analyses.leave("m_1") is None
