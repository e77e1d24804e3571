"""Who a token speaks for, and until when."""

import pytest
from msgspec.structs import replace

from schema.accounts import AccountKind, NewToken
from schema.context import Viewer
from schema.errors import Code, Refused
from schema.identity import GUEST_SCOPES, OverlayGrant, Scope
from service.services import build_services
from service.store.people.record import BotTerms, Player
from tests.fixtures.house import NOBODY, AskedJobs, House, open_house


async def made(house: House, name: str = "Ala") -> tuple[str, Viewer]:
    """Return a new guest's token and who it speaks for."""
    token = (await house.services.players.guest(name)).token
    return token, await house.services.players.viewer(token)


async def altered(house: House, viewer: Viewer, **fields: object) -> None:
    """Change an account in the store."""
    await house.store.accounts.alter(viewer.player_id or "", lambda at: replace(at, **fields))


def other_process(house: House) -> House:
    """Return use cases of another process on the same store, which has looked nothing up."""
    return replace(house, services=build_services(store=house.store, jobs=AskedJobs()))


async def test_a_guests_token_is_recognised_and_speaks_for_it() -> None:
    house = open_house()

    token, viewer = await made(house)

    assert token.startswith("kt_")
    assert viewer.player is not None
    assert (viewer.player.name, viewer.player.guest, viewer.player.bot) == ("Ala", True, False)
    assert viewer.scopes == GUEST_SCOPES
    assert viewer.token_id is not None
    assert viewer.token_id.startswith("t_")
    assert viewer.expires_ms is None


@pytest.mark.parametrize("token", ["", "kt_unknown", "ko_unknown", "a.b.c", "\ud800"])
async def test_a_token_that_is_not_ours_is_refused(token: str) -> None:
    house = open_house()

    with pytest.raises(Refused) as error:
        await house.services.players.viewer(token)

    assert error.value.refusal.code is Code.UNAUTHENTICATED
    assert not token or token not in error.value.refusal.message


async def test_no_token_is_nobody() -> None:
    assert await open_house().services.players.viewer(None) == NOBODY


async def test_the_store_never_holds_the_text_of_a_token() -> None:
    house = open_house()
    token, _ = await made(house)

    assert token not in repr(vars(house.store.tokens))


async def test_a_banned_account_is_refused_by_every_process_within_two_seconds() -> None:
    house = open_house()
    token, viewer = await made(house)
    assert await house.services.players.still_valid(viewer)

    await altered(house, viewer, banned_ms=house.clock.now_ms)

    with pytest.raises(Refused) as error:
        await other_process(house).services.players.viewer(token)
    assert error.value.refusal.code is Code.ACCOUNT_BANNED
    assert not await house.services.players.still_valid(viewer)


async def test_a_stream_stays_valid_until_its_token_is_revoked_or_expires() -> None:
    house = open_house()
    _, viewer = await made(house)
    new = NewToken(name="short", scopes=(Scope.MATCH_READ,), expires_in_days=1)
    short = await house.services.tokens.create(viewer, new)
    reader = await house.services.players.viewer(short.token)
    assert await house.services.players.still_valid(reader)

    house.clock.now_ms += 86_400_000

    assert not await house.services.players.still_valid(reader)
    assert await house.services.players.still_valid(viewer)
    await house.services.tokens.revoke(viewer, viewer.token_id or "")
    assert not await house.services.players.still_valid(viewer)
    assert await house.services.players.still_valid(NOBODY)


async def test_a_viewer_by_another_issuers_token_is_valid_until_it_expires() -> None:
    house = open_house()
    _, viewer = await made(house)
    signed_in = replace(viewer, token_id=None, expires_ms=house.clock.now_ms + 1)
    assert await house.services.players.still_valid(signed_in)

    house.clock.now_ms += 1

    assert not await house.services.players.still_valid(signed_in)


async def test_admin_is_a_scope_only_while_the_account_is_an_admins() -> None:
    house = open_house()
    _, viewer = await made(house)
    await altered(house, viewer, is_admin=True)
    admin = replace(viewer, scopes=frozenset(Scope) - {Scope.BOT_PLAY})
    new = NewToken(name="root", scopes=(Scope.ADMIN, Scope.MATCH_READ))
    token = (await house.services.tokens.create(admin, new)).token

    before = await other_process(house).services.players.viewer(token)
    await altered(house, viewer, is_admin=False)
    after = await other_process(house).services.players.viewer(token)

    assert before.scopes == {Scope.ADMIN, Scope.MATCH_READ}
    assert after.scopes == {Scope.MATCH_READ}


async def test_a_token_that_only_overlays_is_what_a_key_of_its_account_is() -> None:
    house = open_house()
    _, viewer = await made(house)
    new = NewToken(name="screen", scopes=(Scope.OVERLAY_READ,))
    token = await house.services.tokens.create(viewer, new)

    seen = await house.services.players.viewer(token.token)

    assert seen.player is None
    assert seen.overlay == OverlayGrant(viewer.player_id or "", player_id=viewer.player_id)
    assert await house.services.players.still_valid(seen)
    with pytest.raises(Refused) as error:
        await house.services.players.me(seen)
    assert error.value.refusal.code is Code.FORBIDDEN


async def test_me_tells_the_account_and_what_the_token_is_good_for() -> None:
    house = open_house()
    _, viewer = await made(house)

    me = await house.services.players.me(viewer)

    assert (me.id, me.name, me.kind) == (viewer.player_id, "Ala", AccountKind.GUEST)
    assert (me.guest, me.bot, me.admin) == (True, False, False)
    assert me.scopes == (Scope.MATCH_CREATE, Scope.MATCH_PLAY, Scope.MATCH_READ)
    assert (me.token_id, me.expires_at_ms) == (viewer.token_id, None)
    assert me.created_at_ms == house.clock.now_ms


async def test_me_tells_what_kind_an_account_is() -> None:
    house = open_house()
    _, viewer = await made(house)

    await altered(house, viewer, guest=False)
    member = (await house.services.players.me(viewer)).kind
    await altered(house, viewer, bot=BotTerms("p_ola", 1))
    bot = (await house.services.players.me(viewer)).kind

    assert (member, bot) == (AccountKind.MEMBER, AccountKind.BOT)


async def test_a_token_of_an_account_that_is_gone_is_refused() -> None:
    house = open_house()
    token, viewer = await made(house)
    await house.store.accounts.delete(viewer.player_id or "")

    with pytest.raises(Refused) as error:
        await other_process(house).services.players.viewer(token)

    assert error.value.refusal.code is Code.UNAUTHENTICATED
    assert not await house.services.players.still_valid(viewer)


def test_an_account_is_no_bot_and_no_admin_unless_it_says_so() -> None:
    player = Player("p_ala", "Ala", guest=True, created_ms=1)

    assert (player.bot, player.is_admin, player.banned_ms, player.identity) == (
        None,
        False,
        None,
        None,
    )
