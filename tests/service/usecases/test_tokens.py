"""Making, listing and revoking tokens: none is good for more than what made it."""

import pytest
from msgspec.structs import replace

from schema.accounts import NewToken
from schema.context import Viewer
from schema.errors import Code, Refused
from schema.identity import Scope
from service.usecases.tokens import TOKENS_MAX
from tests.fixtures.house import NOBODY, House, open_house

DAY_MS = 86_400_000
READ = NewToken(name="reader", scopes=(Scope.MATCH_READ,))


async def guest(house: House) -> Viewer:
    """Return a new guest."""
    token = (await house.services.players.guest("Ala")).token
    return await house.services.players.viewer(token)


async def refusal(house: House, viewer: Viewer, new: NewToken) -> Refused:
    """Return the refusal of a token, having seen that there is none more."""
    before = await house.store.tokens.of(viewer.player_id or "")
    with pytest.raises(Refused) as error:
        await house.services.tokens.create(viewer, new)
    assert await house.store.tokens.of(viewer.player_id or "") == before
    return error.value


async def test_a_token_is_told_once_and_listed_without_its_text() -> None:
    house = open_house()
    ala = await guest(house)

    made = await house.services.tokens.create(ala, READ)
    listed = await house.services.tokens.mine(ala, None)

    assert made.token.startswith("kt_")
    assert made.about in listed.items
    assert [token.name for token in listed.items] in (["guest", "reader"], ["reader", "guest"])
    assert made.token not in repr(listed)
    viewer = await house.services.players.viewer(made.token)
    assert viewer.player == ala.player
    assert viewer.scopes == {Scope.MATCH_READ}
    assert viewer.expires_ms == made.about.expires_at_ms == house.clock.now_ms + 90 * DAY_MS


@pytest.mark.parametrize("scope", [Scope.ADMIN, Scope.BOT_PLAY])
async def test_no_token_makes_one_that_is_good_for_more(scope: Scope) -> None:
    house = open_house()
    ala = await guest(house)

    refused = await refusal(house, ala, replace(READ, scopes=(Scope.MATCH_READ, scope)))

    assert refused.refusal.code is Code.FORBIDDEN
    assert refused.refusal.allowed == (scope,)


async def test_what_reads_may_make_an_overlay_and_what_plays_may_not() -> None:
    house = open_house()
    ala = await guest(house)
    overlay = replace(READ, scopes=(Scope.OVERLAY_READ,))

    reader = replace(ala, scopes=frozenset({Scope.MATCH_READ}))
    await house.services.tokens.create(reader, overlay)
    player = replace(ala, scopes=frozenset({Scope.MATCH_PLAY}))

    assert (await refusal(house, player, overlay)).refusal.allowed == ("overlay:read",)


async def test_no_token_makes_one_that_outlives_it() -> None:
    house = open_house()
    ala = await guest(house)
    day = await house.services.tokens.create(ala, replace(READ, expires_in_days=1))
    viewer = await house.services.players.viewer(day.token)

    made = await house.services.tokens.create(viewer, replace(READ, expires_in_days=366))

    assert made.about.expires_at_ms == day.about.expires_at_ms


async def test_a_token_that_has_expired_is_refused_and_not_listed() -> None:
    house = open_house()
    ala = await guest(house)
    day = await house.services.tokens.create(ala, replace(READ, expires_in_days=1))

    house.clock.now_ms += DAY_MS

    with pytest.raises(Refused) as error:
        await house.services.players.viewer(day.token)
    assert error.value.refusal.code is Code.UNAUTHENTICATED
    listed = await house.services.tokens.mine(ala, None)
    assert [token.name for token in listed.items] == ["guest"]


async def test_a_token_that_is_revoked_is_refused_at_once_by_this_process() -> None:
    house = open_house()
    ala = await guest(house)
    made = await house.services.tokens.create(ala, READ)
    assert (await house.services.players.viewer(made.token)).token_id == made.id

    assert (await house.services.tokens.revoke(ala, made.id)).id == made.id

    with pytest.raises(Refused) as error:
        await house.services.players.viewer(made.token)
    assert error.value.refusal.code is Code.UNAUTHENTICATED


async def test_a_token_revokes_itself_but_none_that_is_good_for_more() -> None:
    house = open_house()
    ala = await guest(house)
    made = await house.services.tokens.create(ala, READ)
    reader = await house.services.players.viewer(made.token)

    with pytest.raises(Refused) as error:
        await house.services.tokens.revoke(reader, ala.token_id or "")
    assert error.value.refusal.allowed == ("match:create", "match:play")
    assert await house.services.players.still_valid(ala)

    await house.services.tokens.revoke(reader, made.id)
    assert not await house.services.players.still_valid(reader)


async def test_another_accounts_token_cannot_be_found() -> None:
    house = open_house()
    ala, ola = await guest(house), await guest(house)

    with pytest.raises(Refused) as error:
        await house.services.tokens.revoke(ola, ala.token_id or "")

    assert error.value.refusal.code is Code.TOKEN_NOT_FOUND
    assert await house.services.players.still_valid(ala)


async def test_an_account_has_so_many_tokens_and_no_more() -> None:
    house = open_house()
    ala = await guest(house)
    for _ in range(TOKENS_MAX - 1):
        await house.services.tokens.create(ala, READ)

    assert (await refusal(house, ala, READ)).refusal.code is Code.LIMIT_REACHED


async def test_nobody_has_tokens() -> None:
    house = open_house()

    for work in (
        house.services.tokens.create(NOBODY, READ),
        house.services.tokens.mine(NOBODY, None),
        house.services.tokens.revoke(NOBODY, "t_1"),
    ):
        with pytest.raises(Refused) as error:
            await work
        assert error.value.refusal.code is Code.UNAUTHENTICATED


async def test_tokens_of_an_account_that_is_no_bot_of_ones_own_are_not_told() -> None:
    house = open_house()
    ala, ola = await guest(house), await guest(house)

    with pytest.raises(Refused) as error:
        await house.services.tokens.mine(ala, ola.player_id)

    assert error.value.refusal.code is Code.ACCOUNT_NOT_FOUND
