"""Accounts, who they are elsewhere, and their matches, the same on every store."""

import asyncio

import pytest
from msgspec.structs import replace

from service.store.people.ports import Alter
from service.store.people.record import BotTerms, Identity, Player
from service.store.places import OF_ACCOUNTS, ListName, Place
from service.store.ports import Store

ALA = Player("p_ala", "Ala", guest=True, created_ms=1_000)
BOT = Player(
    "p_bot",
    "Bot",
    guest=False,
    created_ms=2_000,
    identity=Identity("https://id.example", "bot"),
    bot=BotTerms("p_ala", 3, ("kurnik",)),
    is_admin=True,
    banned_ms=3_000,
)
ELSEWHERE = Identity("https://id.example", "ala")


@pytest.mark.parametrize("player", [ALA, BOT], ids=lambda at: at.id)
async def test_an_account_is_kept_as_it_was_put(store: Store, player: Player) -> None:
    await store.accounts.put(player)

    assert await store.accounts.get(player.id) == player
    assert await store.accounts.get("p_nobody") is None


async def test_an_account_is_changed_as_a_whole(store: Store) -> None:
    await store.accounts.put(ALA)

    changed = await store.accounts.alter("p_ala", lambda at: replace(at, name="Alicja"))

    assert changed == replace(ALA, name="Alicja")
    assert await store.accounts.get("p_ala") == changed
    assert await store.accounts.alter("p_nobody", lambda at: at) is None


async def test_changes_of_an_account_at_once_are_all_made(store: Store) -> None:
    await store.accounts.put(ALA)

    def longer(letter: str) -> Alter:
        return lambda at: replace(at, name=at.name + letter)

    await asyncio.gather(*(store.accounts.alter("p_ala", longer(letter)) for letter in "abcde"))

    found = await store.accounts.get("p_ala")
    assert found is not None
    assert sorted(found.name) == sorted("Alaabcde")


async def test_a_change_that_refuses_changes_nothing(store: Store) -> None:
    await store.accounts.put(ALA)

    def refuse(player: Player) -> Player:
        raise KeyError(player.id)

    with pytest.raises(KeyError):
        await store.accounts.alter("p_ala", refuse)

    assert await store.accounts.get("p_ala") == ALA


async def test_an_identity_stands_for_the_account_of_the_first_claim(store: Store) -> None:
    assert await store.accounts.identified(ELSEWHERE) is None

    assert await store.accounts.claim_identity(ELSEWHERE, "p_ala") == "p_ala"
    assert await store.accounts.claim_identity(ELSEWHERE, "p_ola") == "p_ala"

    assert await store.accounts.identified(ELSEWHERE) == "p_ala"
    assert await store.accounts.identified(replace(ELSEWHERE, subject="ola")) is None
    assert await store.accounts.identified(replace(ELSEWHERE, issuer="https://else")) is None


async def test_an_identity_that_is_released_stands_for_nobody(store: Store) -> None:
    await store.accounts.claim_identity(ELSEWHERE, "p_ala")

    await store.accounts.release_identity(ELSEWHERE)

    assert await store.accounts.identified(ELSEWHERE) is None
    assert await store.accounts.claim_identity(ELSEWHERE, "p_ola") == "p_ola"


async def test_an_account_that_is_deleted_leaves_nothing(store: Store) -> None:
    await store.accounts.put(ALA)
    for kind in OF_ACCOUNTS:
        await store.lists.put(ListName(kind, "p_ala"), Place(10, "m_a"))

    await store.accounts.delete("p_ala")

    assert await store.accounts.get("p_ala") is None
    for kind in OF_ACCOUNTS:
        assert await store.lists.page(ListName(kind, "p_ala"), 10, None) == ()
