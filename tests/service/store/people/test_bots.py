"""Bots and their offers, the same on every store; a bot is never offered more than it takes."""

import asyncio

from service.store.people.record import Offer
from service.store.ports import Store

HOUR_MS = 3_600_000


def offer(name: str = "o_1", bot_id: str = "p_bot") -> Offer:
    """Return an offer of a seat in a match of its own."""
    return Offer(name, bot_id, f"m_{name}", 1, "kurnik", 4, "p_ala")


async def test_an_offer_stands_until_it_lapses(store: Store) -> None:
    before_ms = await store.now_ms()

    lapses_ms = await store.bots.offer(offer(), HOUR_MS, 2)
    gone_ms = await store.bots.offer(offer("o_2"), 0, 2)

    assert lapses_ms is not None
    assert gone_ms is not None
    assert before_ms + HOUR_MS <= lapses_ms <= await store.now_ms() + HOUR_MS
    assert [(at.offer, at.lapses_ms) for at in await store.bots.offers("p_bot")] == [
        (offer(), lapses_ms)
    ]
    assert await store.bots.take("p_bot", "o_2", "m_1") is None
    assert await store.bots.playing("p_bot") == ()


async def test_the_same_offer_again_changes_nothing(store: Store) -> None:
    first = await store.bots.offer(offer(), HOUR_MS, 1)

    assert await store.bots.offer(offer(), 2 * HOUR_MS, 1) == first
    assert len(await store.bots.offers("p_bot")) == 1


async def test_offers_and_matches_together_are_never_more_than_a_bot_takes(store: Store) -> None:
    await store.bots.plays("p_bot", "m_played")

    made = await asyncio.gather(
        *(store.bots.offer(offer(f"o_{number}"), HOUR_MS, 3) for number in range(8))
    )

    assert len([at for at in made if at is not None]) == 2
    assert len(await store.bots.offers("p_bot")) == 2
    assert await store.bots.offer(offer("o_9", "p_other"), HOUR_MS, 1) is not None


async def test_an_offer_is_taken_once_and_its_room_stays_taken(store: Store) -> None:
    lapses_ms = await store.bots.offer(offer(), HOUR_MS, 1)

    taken = await asyncio.gather(*(store.bots.take("p_bot", "o_1", "m_o_1") for _ in range(3)))

    (found,) = [at for at in taken if at is not None]
    assert (found.offer, found.lapses_ms) == (offer(), lapses_ms)
    assert await store.bots.playing("p_bot") == ("m_o_1",)
    assert await store.bots.offer(offer("o_2"), HOUR_MS, 1) is None
    await store.bots.plays_no_more("p_bot", "m_o_1")
    assert await store.bots.offer(offer("o_2"), HOUR_MS, 1) is not None


async def test_a_declined_offer_makes_room(store: Store) -> None:
    await store.bots.offer(offer(), HOUR_MS, 1)

    assert await store.bots.take("p_bot", "o_1", None) is not None

    assert await store.bots.playing("p_bot") == ()
    assert await store.bots.offer(offer("o_2"), HOUR_MS, 1) is not None


async def test_bots_are_listed_newest_first_and_by_owner(store: Store) -> None:
    for number in range(3):
        await store.bots.list_bot(f"p_{number}", "p_ala" if number else "p_ola", number)

    assert await store.bots.bots(2, None) == ("p_2", "p_1")
    assert await store.bots.bots(2, "p_1") == ("p_0",)
    assert await store.bots.bots_of("p_ala", 9) == ("p_2", "p_1")


async def test_a_bot_that_is_forgotten_leaves_nothing(store: Store) -> None:
    await store.bots.list_bot("p_bot", "p_ala", 1)
    await store.bots.offer(offer(), HOUR_MS, 2)
    await store.bots.plays("p_bot", "m_1")

    await store.bots.unlist_bot("p_bot", "p_ala")

    assert await store.bots.bots(9, None) == ()
    assert await store.bots.bots_of("p_ala", 9) == ()
    assert await store.bots.offers("p_bot") == ()
    assert await store.bots.playing("p_bot") == ()
