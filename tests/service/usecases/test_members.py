"""Accounts by an issuer's tokens: made at first sight, and linked to guests."""

import asyncio

import pytest
from msgspec.structs import replace

from schema.accounts import AccountKind, NewToken
from schema.context import Services, Viewer
from schema.errors import Code, Refused, refused
from schema.identity import GUEST_SCOPES, Scope
from service.services import build_services
from service.usecases.ports import Claims
from tests.fixtures.house import AskedJobs, House, open_house

EXPIRES_MS = 1_800_000_600_000


class KnownTokens:
    """An issuer whose tokens are `SUBJECT.NAME.x`."""

    async def claims(self, token: str) -> Claims:
        """Return what a token says."""
        subject, name, signature = token.split(".")
        if signature != "x":
            raise refused(Code.UNAUTHENTICATED, "The token is not valid.")
        return Claims("https://id.example", subject, name or None, EXPIRES_MS)


@pytest.fixture
def house() -> House:
    return with_issuer(open_house())


def with_issuer(house: House) -> House:
    """Return use cases of a process of its own that takes the issuer's tokens."""
    services = build_services(store=house.store, jobs=AskedJobs(), issuer=KnownTokens())
    return replace(house, services=services)


async def guest(services: Services) -> Viewer:
    """Return a new guest."""
    return await services.players.viewer((await services.players.guest("Gość")).token)


async def test_an_account_is_made_at_first_sight_and_is_the_same_ever_after(house: House) -> None:
    first = await house.services.players.viewer("ala.Ala.x")
    again = await with_issuer(house).services.players.viewer("ala.Alicja.x")
    other = await house.services.players.viewer("ola.Ola.x")

    assert first.player is not None
    assert (first.player.name, first.player.guest, first.player.bot) == ("Ala", False, False)
    assert first.scopes == GUEST_SCOPES
    assert (first.token_id, first.expires_ms) == (None, EXPIRES_MS)
    assert again == first
    assert other.player_id != first.player_id


async def test_first_sight_by_many_requests_at_once_makes_one_account(house: House) -> None:
    viewers = await asyncio.gather(
        *(with_issuer(house).services.players.viewer("ala.Ala.x") for _ in range(5))
    )

    assert len({viewer.player_id for viewer in viewers}) == 1


@pytest.mark.parametrize("name", ["", "\u202e", "   "])
async def test_a_name_that_cannot_be_shown_is_replaced(house: House, name: str) -> None:
    viewer = await house.services.players.viewer(f"ala.{name}.x")

    assert viewer.player is not None
    assert viewer.player.name == "Player"


async def test_a_long_name_is_cut(house: House) -> None:
    viewer = await house.services.players.viewer(f"ala.{'x' * 50}.x")

    assert viewer.player is not None
    assert viewer.player.name == "x" * 40


async def test_a_token_of_our_own_is_never_shown_to_the_issuer(house: House) -> None:
    with pytest.raises(Refused) as error:
        await house.services.players.viewer("kt_unknown")

    assert error.value.refusal.code is Code.UNAUTHENTICATED


async def test_without_an_issuer_its_tokens_are_unknown() -> None:
    with pytest.raises(Refused) as error:
        await open_house().services.players.viewer("ala.Ala.x")

    assert error.value.refusal.code is Code.UNAUTHENTICATED


async def test_a_banned_member_is_refused(house: House) -> None:
    viewer = await house.services.players.viewer("ala.Ala.x")
    await house.store.accounts.alter(viewer.player_id or "", lambda at: replace(at, banned_ms=1))

    with pytest.raises(Refused) as error:
        await with_issuer(house).services.players.viewer("ala.Ala.x")

    assert error.value.refusal.code is Code.ACCOUNT_BANNED


async def test_an_admins_token_by_the_issuer_is_good_for_administration(house: House) -> None:
    viewer = await house.services.players.viewer("ala.Ala.x")
    await house.store.accounts.alter(viewer.player_id or "", lambda at: replace(at, is_admin=True))

    admin = await with_issuer(house).services.players.viewer("ala.Ala.x")

    assert admin.scopes == GUEST_SCOPES | {Scope.ADMIN}


async def test_a_member_makes_tokens_that_outlive_the_issuers(house: House) -> None:
    viewer = await house.services.players.viewer("ala.Ala.x")

    made = await house.services.tokens.create(
        viewer, NewToken(name="bot", scopes=(Scope.MATCH_READ,))
    )

    assert made.about.expires_at_ms is not None
    assert made.about.expires_at_ms > EXPIRES_MS


async def test_a_guest_becomes_a_member_and_keeps_all_it_has(house: House) -> None:
    viewer = await guest(house.services)

    me = await house.services.players.link(viewer, "ala.Ala.x")

    assert (me.id, me.name, me.kind) == (viewer.player_id, "Gość", AccountKind.MEMBER)
    member = await house.services.players.viewer("ala.Ala.x")
    assert member.player_id == viewer.player_id
    assert await house.services.players.still_valid(viewer)
    assert await house.services.players.link(viewer, "ala.Ala.x") == me


async def test_an_identity_that_has_an_account_cannot_be_linked_to_another(house: House) -> None:
    member = await house.services.players.viewer("ala.Ala.x")
    viewer = await guest(house.services)

    with pytest.raises(Refused) as error:
        await house.services.players.link(viewer, "ala.Ala.x")

    assert error.value.refusal.code is Code.IDENTITY_TAKEN
    found = await house.store.accounts.get(viewer.player_id or "")
    assert found is not None
    assert (found.guest, found.identity) == (True, None)
    assert (await with_issuer(house).services.players.viewer("ala.Ala.x")) == member


async def test_an_account_has_one_identity(house: House) -> None:
    viewer = await guest(house.services)
    await house.services.players.link(viewer, "ala.Ala.x")

    with pytest.raises(Refused) as error:
        await house.services.players.link(viewer, "ola.Ola.x")

    assert error.value.refusal.code is Code.IDENTITY_TAKEN
    other = await house.services.players.viewer("ola.Ola.x")
    assert other.player_id != viewer.player_id


async def test_a_token_that_is_good_for_less_links_nothing(house: House) -> None:
    viewer = replace(await guest(house.services), scopes=frozenset({Scope.MATCH_READ}))

    with pytest.raises(Refused) as error:
        await house.services.players.link(viewer, "ala.Ala.x")

    assert error.value.refusal.allowed == ("match:create", "match:play")


async def test_a_wrong_proof_and_a_missing_issuer_are_refused(house: House) -> None:
    viewer = await guest(house.services)
    alone = build_services(store=house.store, jobs=AskedJobs())

    for services, code in ((house.services, Code.UNAUTHENTICATED), (alone, Code.NO_ISSUER)):
        with pytest.raises(Refused) as error:
            await services.players.link(viewer, "ala.Ala.forged")
        assert error.value.refusal.code is code


async def test_an_identity_whose_account_is_gone_makes_a_new_one(house: House) -> None:
    viewer = await house.services.players.viewer("ala.Ala.x")
    await house.store.accounts.delete(viewer.player_id or "")

    again = await with_issuer(house).services.players.viewer("ala.Ala.x")

    assert again.player_id != viewer.player_id
