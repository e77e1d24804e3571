"""`kierki admin` makes administrators where a store is named, and where none is."""

import asyncio
from pathlib import Path

import pytest

from schema.identity import GUEST_SCOPES, Scope
from service.admin.command import admin_token, set_admin
from service.cli import main
from service.errors import ConfigError, StartError
from service.services import build_services
from service.store.redis import RedisStore
from tests.fixtures.house import AskedJobs, open_house


async def test_a_token_is_good_for_administration_and_is_in_the_audit() -> None:
    house = open_house()

    token = await admin_token(house.store, "Root", 1)

    viewer = await house.services.players.viewer(token)
    assert viewer.player is not None
    assert (viewer.player.name, viewer.player.guest) == ("Root", False)
    assert viewer.scopes == GUEST_SCOPES | {Scope.ADMIN}
    assert viewer.expires_ms == house.clock.now_ms + 86_400_000
    page = await house.services.admin.audit(viewer, 10, None)
    assert [(at.actor, at.action, at.target) for at in page.items] == [
        ("operator", "grant_admin", viewer.player_id)
    ]


async def test_an_account_is_made_an_administrators_and_unmade() -> None:
    house = open_house()
    guest = (await house.services.players.guest("Ala")).player

    assert (
        await set_admin(house.store, guest.id, is_admin=True) == f"{guest.id} is an administrator"
    )
    made = await house.store.accounts.get(guest.id)
    assert (
        await set_admin(house.store, guest.id, is_admin=False) == f"{guest.id} is no administrator"
    )
    unmade = await house.store.accounts.get(guest.id)

    assert made is not None
    assert unmade is not None
    assert (made.is_admin, unmade.is_admin) == (True, False)
    assert [entry.action for _, entry in await house.store.audit.page(10, None)] == [
        "withdraw_admin",
        "grant_admin",
    ]


async def test_what_makes_no_sense_is_refused_and_changes_nothing() -> None:
    house = open_house()

    for work, error in (
        (admin_token(house.store, "\u202e", 1), ConfigError),
        (admin_token(house.store, "Root", 0), ConfigError),
        (set_admin(house.store, "p_nobody", is_admin=True), StartError),
    ):
        with pytest.raises(error):
            await work

    assert await house.store.audit.page(10, None) == ()


async def signed_in(url: str, token: str) -> frozenset[Scope]:
    """Return what a token is good for, on a server."""
    store = RedisStore.connect(url, retention_s=0)
    try:
        viewer = await build_services(store=store, jobs=AskedJobs()).players.viewer(token)
    finally:
        await store.close()
    return viewer.scopes


async def test_the_command_prints_a_token_of_the_store_that_is_named(
    empty_valkey_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("REDIS_URL", empty_valkey_url)

    code = await beside(["admin", "token", "--name", "Root"])

    assert code == 0
    assert Scope.ADMIN in await signed_in(empty_valkey_url, capsys.readouterr().out.strip())


async def beside(words: list[str]) -> int:
    """Run the command beside this loop, as it has one of its own."""
    return await asyncio.to_thread(main, words)


def test_without_a_named_store_the_data_directory_keeps_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("REDIS_URL", raising=False)
    monkeypatch.setenv("KIERKI_DATA_DIR", str(tmp_path / "data"))

    assert main(["admin", "token"]) == 0
    token = capsys.readouterr().out.strip()
    assert main(["admin", "grant", "p_nobody"]) == 1

    assert token.startswith("kt_")
    assert capsys.readouterr().err == "kierki: there is no such account\n"
