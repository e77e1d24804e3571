"""Accounts, tokens and the matches of an account, the same on every store."""

from service.store.ports import Store
from service.store.record import Player

ALA = Player("p_ala", "Ala", guest=True, created_ms=1_000)
OLA = Player("p_ola", "Ola", guest=False, created_ms=2_000)


async def test_a_token_speaks_for_its_account(store: Store) -> None:
    await store.put_player(ALA, b"digest-1")
    await store.put_player(OLA, b"digest-2")

    assert await store.player_by_token(b"digest-1") == ALA
    assert await store.player_by_token(b"digest-2") == OLA


async def test_a_token_that_nobody_got_speaks_for_nobody(store: Store) -> None:
    await store.put_player(ALA, b"digest-1")

    assert await store.player_by_token(b"digest-3") is None


async def test_an_account_may_have_several_tokens_and_is_the_same_by_each(store: Store) -> None:
    await store.put_player(ALA, b"digest-1")
    renamed = Player("p_ala", "Alicja", guest=False, created_ms=1_000)

    await store.put_player(renamed, b"digest-2")

    assert await store.player_by_token(b"digest-1") == renamed
    assert await store.player_by_token(b"digest-2") == renamed


async def test_matches_of_an_account_come_newest_first(store: Store) -> None:
    for created_ms, match_id in ((20, "m_b"), (30, "m_c"), (10, "m_a")):
        await store.index_match("p_ala", match_id, created_ms)
    await store.index_match("p_ola", "m_d", 40)

    assert await store.matches_of("p_ala", 10, None) == ("m_c", "m_b", "m_a")


async def test_matches_come_in_pages(store: Store) -> None:
    for number in range(5):
        await store.index_match("p_ala", f"m_{number}", number)

    assert await store.matches_of("p_ala", 2, None) == ("m_4", "m_3")
    assert await store.matches_of("p_ala", 2, "m_3") == ("m_2", "m_1")
    assert await store.matches_of("p_ala", 2, "m_1") == ("m_0",)
    assert await store.matches_of("p_ala", 2, "m_0") == ()


async def test_matches_of_the_same_moment_have_one_order(store: Store) -> None:
    for match_id in ("m_b", "m_a", "m_c"):
        await store.index_match("p_ala", match_id, 7)

    assert await store.matches_of("p_ala", 1, None) == ("m_c",)
    assert await store.matches_of("p_ala", 2, "m_c") == ("m_b", "m_a")


async def test_a_match_is_noted_once(store: Store) -> None:
    await store.index_match("p_ala", "m_a", 10)
    await store.index_match("p_ala", "m_a", 10)

    assert await store.matches_of("p_ala", 10, None) == ("m_a",)


async def test_nothing_comes_after_a_match_that_is_not_among_them(store: Store) -> None:
    await store.index_match("p_ala", "m_a", 10)

    assert await store.matches_of("p_ala", 10, "m_z") == ()
    assert await store.matches_of("p_nobody", 10, None) == ()
