"""Tokens by their digest and by their account, the same on every store."""

import redis
from msgspec.structs import replace

from service.store import keys
from service.store.people.record import Grant, Token, first_token, token_id
from service.store.ports import Store
from service.store.redis import RedisStore
from tests.fixtures.store import wall_clock_ms

DIGEST = bytes(range(32))
OTHER = bytes(range(1, 33))
HOUR_MS = 3_600_000
TOKEN = Token(token_id(DIGEST), "p_ala", "laptop", ("match:read",), 1_000)
KEY = Token(
    token_id(OTHER), "p_ala", "overlay", ("overlay:read",), 900, grant=Grant(match_id="m_1")
)


def test_an_id_follows_from_the_digest_and_does_not_tell_it() -> None:
    assert token_id(DIGEST) == "t_000102030405060708"[:22] + "09"
    assert len(token_id(DIGEST)) == 22


async def test_a_token_is_found_by_its_digest_and_by_its_id(store: Store) -> None:
    await store.tokens.put(TOKEN, DIGEST)
    await store.tokens.put(KEY, OTHER)

    assert await store.tokens.get(DIGEST) == TOKEN
    assert await store.tokens.by_id("p_ala", KEY.id) == KEY
    assert await store.tokens.get(b"unknown") is None
    assert await store.tokens.by_id("p_ola", TOKEN.id) is None
    assert await store.tokens.of("p_ala") == (KEY, TOKEN)
    assert await store.tokens.of("p_ola") == ()


async def test_a_token_that_is_revoked_is_gone(store: Store) -> None:
    await store.tokens.put(TOKEN, DIGEST)

    assert not await store.tokens.revoke("p_ola", TOKEN.id)
    assert await store.tokens.get(DIGEST) == TOKEN
    assert await store.tokens.revoke("p_ala", TOKEN.id)

    assert await store.tokens.get(DIGEST) is None
    assert await store.tokens.use(DIGEST) is None
    assert await store.tokens.of("p_ala") == ()
    assert not await store.tokens.revoke("p_ala", TOKEN.id)


async def test_a_token_ends_at_its_time(store: Store) -> None:
    now_ms = wall_clock_ms()
    await store.tokens.put(replace(TOKEN, expires_ms=now_ms - 1), DIGEST)
    await store.tokens.put(replace(KEY, expires_ms=now_ms + HOUR_MS), OTHER)

    assert await store.tokens.get(DIGEST) is None
    assert await store.tokens.by_id("p_ala", TOKEN.id) is None
    assert [token.id for token in await store.tokens.of("p_ala")] == [KEY.id]


async def test_a_use_is_noted_to_the_hour(store: Store) -> None:
    await store.tokens.put(replace(TOKEN, expires_ms=wall_clock_ms() + HOUR_MS), DIGEST)
    before = wall_clock_ms()

    await store.tokens.use(DIGEST)

    used = await store.tokens.get(DIGEST)
    assert used is not None
    assert used.used_ms is not None
    assert used.used_ms % HOUR_MS == 0
    assert before - HOUR_MS < used.used_ms <= wall_clock_ms()
    assert replace(used, used_ms=None, expires_ms=None) == TOKEN


async def test_a_use_does_not_make_a_token_last_longer(
    server_store: RedisStore, store_url: str
) -> None:
    await server_store.tokens.put(replace(TOKEN, expires_ms=wall_clock_ms() + HOUR_MS), DIGEST)

    await server_store.tokens.use(DIGEST)

    with redis.Redis.from_url(store_url) as client:
        assert 0 < client.pttl(keys.token(DIGEST)) <= HOUR_MS


async def test_a_token_of_the_first_releases_goes_on_as_a_guests(
    server_store: RedisStore, store_url: str
) -> None:
    with redis.Redis.from_url(store_url) as client:
        client.set(keys.token(DIGEST), "p_ala")

    expected = first_token("p_ala", DIGEST)
    assert await server_store.tokens.get(DIGEST) == expected
    assert await server_store.tokens.by_id("p_ala", expected.id) == expected


async def test_the_list_of_a_server_forgets_what_has_expired(
    server_store: RedisStore, store_url: str
) -> None:
    await server_store.tokens.put(replace(TOKEN, expires_ms=wall_clock_ms() - 1), DIGEST)

    assert await server_store.tokens.of("p_ala") == ()

    with redis.Redis.from_url(store_url) as client:
        assert not client.exists(keys.player_tokens("p_ala"))
