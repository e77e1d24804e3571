"""When the clock must step in, the same on every store."""

import asyncio

from service.store.ports import Store
from service.store.redis import RedisStore
from tests.fixtures.store import a_record, created, due, ends, moved

LEASE_MS = 60_000


async def make_due(store: Store, *match_ids: str, in_ms: int = 0) -> None:
    """Create matches that are due some milliseconds from now."""
    for match_id in match_ids:
        await store.create(created(a_record(match_id)), b"commit-1")
        await store.update(match_id, due(await store.now_ms() + in_ms), b"commit-2")


async def claimed(store: Store, lease_ms: int, limit: int) -> tuple[str, ...]:
    """Return the ids of the matches that a claim takes."""
    return tuple(claim.match_id for claim in await store.claim_due(lease_ms, limit))


async def test_a_match_is_claimed_when_its_time_has_come(store: Store) -> None:
    await make_due(store, "m_now")
    await make_due(store, "m_later", in_ms=60_000)

    assert await claimed(store, LEASE_MS, 10) == ("m_now",)


async def test_a_match_that_is_due_can_be_put_off(store: Store) -> None:
    await make_due(store, "m_1", "m_2")
    await claimed(store, 0, 10)

    await store.set_due("m_1", await store.now_ms() + 60_000)
    await store.set_due("m_2", await store.now_ms() + 60_000, unless_due=True)

    assert await claimed(store, LEASE_MS, 10) == ("m_2",)


async def test_a_match_that_was_forgotten_can_be_due_again(store: Store) -> None:
    await make_due(store, "m_1")
    await store.forget_due("m_1")

    await store.set_due("m_1", await store.now_ms(), unless_due=True)
    (claim,) = await store.claim_due(LEASE_MS, 10)

    assert (claim.match_id, claim.again) == ("m_1", False)


async def test_a_match_without_a_due_time_is_never_claimed(store: Store) -> None:
    await store.create(created(a_record()), b"commit-1")

    assert await claimed(store, LEASE_MS, 10) == ()


async def test_a_claimed_match_is_left_alone_for_the_lease(store: Store) -> None:
    await make_due(store, "m_1")
    await claimed(store, LEASE_MS, 10)

    assert await claimed(store, LEASE_MS, 10) == ()


async def test_a_match_is_claimed_again_after_the_lease(store: Store) -> None:
    await make_due(store, "m_1")
    await claimed(store, 0, 10)

    assert await claimed(store, LEASE_MS, 10) == ("m_1",)


async def test_each_commit_sets_the_due_time_anew(store: Store) -> None:
    await make_due(store, "m_1", "m_2", "m_3")
    now_ms = await store.now_ms()

    await store.update("m_1", due(now_ms + 60_000), b"commit-3")
    await store.update("m_2", moved, b"commit-3")
    await store.update("m_3", ends, b"commit-3")

    assert await claimed(store, LEASE_MS, 10) == ()


async def test_a_commit_ends_the_lease(store: Store) -> None:
    await make_due(store, "m_1")
    await claimed(store, LEASE_MS, 10)

    await store.update("m_1", due(await store.now_ms()), b"commit-3")

    assert await claimed(store, LEASE_MS, 10) == ("m_1",)


async def test_a_refused_commit_keeps_the_due_time(store: Store) -> None:
    await make_due(store, "m_1")

    repeated = await store.update("m_1", due(None), b"commit-2")

    assert repeated.repeated
    assert await claimed(store, LEASE_MS, 10) == ("m_1",)


async def test_no_more_are_claimed_than_asked_for(store: Store) -> None:
    matches = {f"m_{number}" for number in range(5)}
    await make_due(store, *matches)

    claims = [await claimed(store, LEASE_MS, 2) for _ in range(4)]

    assert list(map(len, claims)) == [2, 2, 1, 0]
    assert {match for claim in claims for match in claim} == matches


async def test_two_clocks_never_get_the_same_match(
    server_store: RedisStore, other_store: RedisStore
) -> None:
    matches = {f"m_{number}" for number in range(40)}
    await make_due(server_store, *matches)

    stores = (server_store, other_store) * 5
    claims = await asyncio.gather(*(claimed(store, LEASE_MS, 7) for store in stores))

    taken = [match for claim in claims for match in claim]
    assert len(taken) == len(set(taken)) == len(matches)


async def test_every_partition_is_swept(server_store: RedisStore) -> None:
    matches = {f"m_{number}" for number in range(400)}
    await make_due(server_store, *matches)

    assert set(await claimed(server_store, LEASE_MS, 1_000)) == matches


async def test_a_claim_tells_how_late_it_is_and_whether_it_is_the_first(store: Store) -> None:
    await make_due(store, "m_1", in_ms=-700)

    (first,) = await store.claim_due(0, 10)
    (second,) = await store.claim_due(0, 10)
    await store.update("m_1", due(await store.now_ms()), b"commit-3")
    (third,) = await store.claim_due(0, 10)

    assert 700 <= first.late_ms < 10_000
    assert 0 <= second.late_ms < 10_000
    assert [claim.again for claim in (first, second, third)] == [False, True, False]


async def test_a_match_that_is_forgotten_is_due_no_more(store: Store) -> None:
    await make_due(store, "m_1", "m_2")

    await store.forget_due("m_1")
    await store.forget_due("m_none")

    assert await claimed(store, LEASE_MS, 10) == ("m_2",)
