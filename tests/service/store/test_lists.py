"""Lists of matches, and what leads to one match, the same on every store."""

import asyncio

from service.store.places import ListKind, ListName, Place
from service.store.ports import Store

OPEN = ListName(ListKind.OPEN)
LIVE = ListName(ListKind.LIVE, "p_ala")


async def listed(store: Store, name: ListName, *, oldest: bool = False) -> list[str]:
    return [at.match_id for at in await store.lists.page(name, 10, None, oldest=oldest)]


async def test_a_list_has_the_newest_first_or_last(store: Store) -> None:
    for at_ms, match_id in ((20, "m_b"), (30, "m_c"), (10, "m_a")):
        await store.lists.put(OPEN, Place(at_ms, match_id))

    assert await listed(store, OPEN) == ["m_c", "m_b", "m_a"]
    assert await listed(store, OPEN, oldest=True) == ["m_a", "m_b", "m_c"]
    assert await listed(store, LIVE) == []


async def test_pages_go_on_behind_a_match_that_has_gone(store: Store) -> None:
    for number in range(6):
        await store.lists.put(OPEN, Place(number // 2, f"m_{number}"))
    first = await store.lists.page(OPEN, 3, None)
    await store.lists.drop(OPEN, first[-1].match_id)
    await store.lists.put(OPEN, Place(9, "m_new"))

    rest = await store.lists.page(OPEN, 10, first[-1])

    assert [at.match_id for at in (*first, *rest)] == ["m_5", "m_4", "m_3", "m_2", "m_1", "m_0"]
    from_below = await store.lists.page(OPEN, 2, Place(0, "m_1"), oldest=True)
    assert [at.match_id for at in from_below] == ["m_2", "m_4"]


async def test_a_match_is_listed_once(store: Store) -> None:
    for at_ms in (1, 2):
        await store.lists.put(OPEN, Place(at_ms, "m_a"))

    assert await store.lists.page(OPEN, 10, None) == (Place(2, "m_a"),)


async def test_all_who_ask_at_once_meet_in_one_match(store: Store) -> None:
    met = await asyncio.gather(*(store.lists.meet("here", f"m_{at}") for at in range(5)))

    assert len(set(met)) == 1
    assert await store.lists.meet("elsewhere", "m_9") == "m_9"


async def test_a_match_in_which_nobody_can_meet_is_replaced_once(store: Store) -> None:
    await store.lists.meet("here", "m_full")

    met = await asyncio.gather(*(store.lists.meet("here", f"m_{at}", "m_full") for at in range(5)))

    assert len(set(met)) == 1
    assert met[0] != "m_full"


async def test_an_invite_code_leads_to_its_match(store: Store) -> None:
    await store.lists.invite("ABCD2345", "m_a", 60)

    assert await store.lists.invited("ABCD2345") == "m_a"
    assert await store.lists.invited("ZZZZ2345") is None


async def test_who_follows_an_account_hears_of_its_new_matches(store: Store) -> None:
    async with asyncio.timeout(10), store.follow_player("p_ala") as news:
        now = await anext(news)
        await store.lists.put(LIVE, Place(1, "m_a"))
        assert await anext(news) > now
        await store.lists.put(LIVE, Place(2, "m_b"))
        await anext(news)


async def test_a_seat_is_seen_for_a_while(store: Store) -> None:
    await store.touch("m_1", 0)
    await store.touch("m_1", 3)

    seen = await store.seen("m_1")

    assert set(seen) == {0, 3}
    assert all(0 <= ago_ms < 10_000 for ago_ms in seen.values())
    assert await store.seen("m_2") == {}
