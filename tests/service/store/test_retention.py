"""Nothing live is ever trimmed, and what is not is gone in time."""

import secrets

import redis
from msgspec.structs import replace

from engine.events import Cause
from engine.match import default_move
from engine.state import MatchState
from service.store.keys import match_keys
from service.store.record import Change, Once, Snapshot, Status, Step
from service.store.redis import RedisStore
from service.usecases import steps
from service.usecases.filing import Filing
from service.usecases.steps.clocks import ABANDONED_MS
from tests.fixtures.matches import ALA, kurnik
from tests.fixtures.store import RETENTION_S, RULES, a_record, created, moved
from tests.fixtures.waiting import eventually


async def test_a_lobby_that_is_given_up_has_a_retention_of_its_own(store_url: str) -> None:
    store = RedisStore.connect(store_url, retention_s=RETENTION_S, lobby_retention_s=60)
    await store.put_rules(RULES)
    played = replace(a_record("m_2"), state=MatchState("m_2", bytes(32), b"", None))
    for record in (a_record(), played):
        await store.create(created(record), b"commit-1")
        await store.update(record.id, voids, b"commit-2")

    with redis.Redis.from_url(store_url) as client:
        assert 55 <= client.ttl(match_keys("m_1").state) <= 60
        assert 55 <= client.ttl(match_keys("m_1").log) <= 60
        assert client.ttl(match_keys("m_2").state) > 60
    await store.close()


def voids(snapshot: Snapshot) -> Change:
    """Return the change that ends a match without a result."""
    return replace(moved(snapshot), record=replace(snapshot.record, status=Status.VOID))


async def test_rules_live_on_after_their_last_use_longer_than_any_match_rests(
    server_store: RedisStore, other_store: RedisStore, store_url: str
) -> None:
    digest = await server_store.put_rules(kurnik(3))
    lifetime_s = RETENTION_S + 60 * 86_400
    assert lifetime_s > RETENTION_S + ABANDONED_MS / 1_000

    with redis.Redis.from_url(store_url) as client:
        put = client.ttl(f"rules:{digest}")
        client.expire(f"rules:{digest}", 100)
        await other_store.rules(digest)
        read = client.ttl(f"rules:{digest}")

    assert lifetime_s - 5 <= put <= lifetime_s
    assert lifetime_s - 5 <= read <= lifetime_s


async def play_and_end(store: RedisStore, number: int) -> None:
    """Play some of a match, with everything that is kept of one, and end it."""
    match_id = f"m_{number}"
    await store.create(steps.created(a_record(match_id)), b"commit")

    async def commit(step: Step) -> None:
        once = Once(secrets.token_bytes(8), secrets.token_bytes(8))
        await store.update(match_id, step, secrets.token_bytes(8), once)

    await commit(lambda at: steps.started(at, ALA.player_id))
    for _ in range(8):
        await commit(default_step)
    await commit(steps.voided)
    await Filing(store).file((await store.read(match_id)).record, number)
    await store.forget_due(match_id)


def default_step(snapshot: Snapshot) -> Change:
    """Make the default move of the seat that is asked."""
    state = steps.in_play(snapshot.record)
    assert state.deal is not None
    seat = state.deal.to_act[0]
    return steps.moved(snapshot, seat, default_move(snapshot.rules, state, seat), Cause.PLAYER)


async def test_the_memory_of_the_store_is_flat_after_many_matches(valkey_url: str) -> None:
    store = RedisStore.connect(valkey_url, retention_s=1, lobby_retention_s=1)
    with redis.Redis.from_url(valkey_url) as client:
        client.flushall()
        await store.put_rules(RULES)
        await store.create(created(a_record("m_live")), b"commit")
        used = []
        for batch in range(3):
            for number in range(100):
                await play_and_end(store, 100 * batch + number)
            assert eventually(lambda: not list(client.scan_iter("match:*:m_[0-9]*")), seconds=20)
            used.append(client.info("memory")["used_memory_dataset"])
        left = {key.decode().partition("{")[0] for key in client.scan_iter()}
        listed = [client.zcard(f"player:p_ala:{name}") for name in ("matches", "ended")]
    alive = await store.read("m_live")
    await store.close()

    assert alive.record.version == 1
    assert {key.partition(":")[0] for key in left} == {"match", "rules", "player"}
    assert max(map(int, listed)) < 250
    assert used[2] < used[0] + 100_000
