"""What administrators do, works at once and stands in the audit; nobody else can."""

import pytest
from msgspec.structs import replace

from schema.accounts import NewOverlayKey
from schema.administration import AccountMeasure, AccountOrder, MatchMeasure, MatchOrder
from schema.context import Viewer
from schema.errors import Code, Refused
from schema.identity import Scope
from schema.model import MatchStatus, NewMatch, PlayerView
from tests.fixtures.house import ALA, House, open_house

ADMIN = Viewer(PlayerView(id="p_root", name="Root", guest=False), frozenset({Scope.ADMIN}))


async def guest(house: House) -> tuple[str, Viewer]:
    """Return a new guest's token and who it speaks for."""
    token = (await house.services.players.guest("Ola")).token
    return token, await house.services.players.viewer(token)


async def audited(house: House) -> list[tuple[str, str, str]]:
    """Return what the audit tells, newest first."""
    page = await house.services.admin.audit(ADMIN, 100, None)
    return [(at.action, at.target, at.reason) for at in page.items]


async def test_a_ban_keeps_an_account_out_until_it_is_let_in_again() -> None:
    house = open_house()
    token, ola = await guest(house)
    ban = AccountOrder(measure=AccountMeasure.BAN, reason="spam")

    banned = await house.services.admin.order_account(ADMIN, ola.player_id or "", ban)

    assert banned.banned_at_ms == house.clock.now_ms
    with pytest.raises(Refused) as error:
        await house.services.players.viewer(token)
    assert error.value.refusal.code is Code.ACCOUNT_BANNED
    assert not await house.services.players.still_valid(ola)
    house.clock.now_ms += 5
    again = await house.services.admin.order_account(ADMIN, ola.player_id or "", ban)
    assert again == banned
    unban = AccountOrder(measure=AccountMeasure.UNBAN, reason="sorry")
    free = await house.services.admin.order_account(ADMIN, ola.player_id or "", unban)
    assert free.banned_at_ms is None
    assert (await house.services.players.viewer(token)).player_id == ola.player_id
    assert await audited(house) == [
        ("unban", ola.player_id, "sorry"),
        ("ban", ola.player_id, "spam"),
        ("ban", ola.player_id, "spam"),
    ]


async def test_a_banned_owner_s_keys_are_refused() -> None:
    house = open_house()
    _, ola = await guest(house)
    key = (await house.services.overlay_keys.create(ola, NewOverlayKey())).key
    watcher = await house.services.players.by_key(key)
    ban = AccountOrder(measure=AccountMeasure.BAN, reason="spam")

    await house.services.admin.order_account(ADMIN, ola.player_id or "", ban)

    with pytest.raises(Refused) as error:
        await house.services.players.by_key(key)
    assert error.value.refusal.code is Code.ACCOUNT_BANNED
    assert not await house.services.players.still_valid(watcher)


async def test_revoking_takes_every_token_and_key_of_an_account() -> None:
    house = open_house()
    token, ola = await guest(house)
    key = (await house.services.overlay_keys.create(ola, NewOverlayKey())).key
    other, _ = await guest(house)
    order = AccountOrder(measure=AccountMeasure.REVOKE_TOKENS, reason="stolen")

    await house.services.admin.order_account(ADMIN, ola.player_id or "", order)

    for work in (house.services.players.viewer(token), house.services.players.by_key(key)):
        with pytest.raises(Refused) as error:
            await work
        assert error.value.refusal.code is Code.UNAUTHENTICATED
    assert (await house.services.players.viewer(other)).player is not None


async def test_a_match_is_paused_goes_on_and_is_ended_without_a_result() -> None:
    house = open_house()
    match = await house.match_of()

    for measure in MatchMeasure:
        order = MatchOrder(measure=measure, reason=f"to {measure}")
        seen = await house.services.admin.order_match(ADMIN, match.id, order)

    assert seen.status is MatchStatus.VOID
    assert [action for action, _, _ in await audited(house)] == ["void", "resume", "pause"]


async def test_what_a_match_refuses_is_refused() -> None:
    house = open_house()
    lobby = await house.services.lobby.create(ALA, NewMatch())
    resume = MatchOrder(measure=MatchMeasure.RESUME, reason="go on")

    for match_id, code in ((lobby.id, Code.NOT_PAUSED), ("m_none", Code.MATCH_NOT_FOUND)):
        with pytest.raises(Refused) as error:
            await house.services.admin.order_match(ADMIN, match_id, resume)
        assert error.value.refusal.code is code
    assert (await house.store.read(lobby.id)).record.version == lobby.version


async def test_an_account_that_is_not_there_is_told_and_not_in_the_audit() -> None:
    house = open_house()
    ban = AccountOrder(measure=AccountMeasure.BAN, reason="spam")

    for work in (
        house.services.admin.account(ADMIN, "p_none"),
        house.services.admin.order_account(ADMIN, "p_none", ban),
    ):
        with pytest.raises(Refused) as error:
            await work
        assert error.value.refusal.code is Code.ACCOUNT_NOT_FOUND
    assert await audited(house) == []


async def test_the_audit_comes_in_pages() -> None:
    house = open_house()
    _, ola = await guest(house)
    for number in range(5):
        order = AccountOrder(measure=AccountMeasure.UNBAN, reason=f"number {number}")
        await house.services.admin.order_account(ADMIN, ola.player_id or "", order)

    first = await house.services.admin.audit(ADMIN, 2, None)
    second = await house.services.admin.audit(ADMIN, 2, first.next)
    last = await house.services.admin.audit(ADMIN, 2, second.next)

    reasons = [[at.reason for at in page.items] for page in (first, second, last)]
    assert reasons == [["number 4", "number 3"], ["number 2", "number 1"], ["number 0"]]
    assert last.next is None


@pytest.mark.parametrize(("first", "after"), [(0, None), (101, None), (1, "x")])
async def test_a_page_that_cannot_be_is_refused(first: int, after: str | None) -> None:
    with pytest.raises(Refused) as error:
        await open_house().services.admin.audit(ADMIN, first, after)

    assert error.value.refusal.code is Code.INVALID_INPUT


async def test_nobody_else_may_look_or_do() -> None:
    house = open_house()
    _, ola = await guest(house)
    ban = AccountOrder(measure=AccountMeasure.BAN, reason="spam")
    void = MatchOrder(measure=MatchMeasure.VOID, reason="spite")
    match = await house.match_of()
    stranger = replace(ADMIN, scopes=ALA.scopes)

    for work in (
        house.services.admin.account(stranger, ola.player_id or ""),
        house.services.admin.order_account(stranger, ola.player_id or "", ban),
        house.services.admin.order_match(stranger, match.id, void),
        house.services.admin.audit(stranger, 1, None),
    ):
        with pytest.raises(Refused) as error:
            await work
        assert error.value.refusal.allowed == ("admin",)
    assert await audited(house) == []


async def test_the_bot_that_is_next_is_asked_as_soon_as_a_match_goes_on() -> None:
    house = open_house()
    match = await house.services.lobby.create(ALA, NewMatch(seed=7, sit=False, bot_pace_ms=0))
    await house.services.lobby.start(ALA, match.id, fill=True)
    pause = MatchOrder(measure=MatchMeasure.PAUSE, reason="look")
    await house.services.admin.order_match(ADMIN, match.id, pause)
    house.jobs.asked.clear()

    go_on = MatchOrder(measure=MatchMeasure.RESUME, reason="fine")
    resumed = await house.services.admin.order_match(ADMIN, match.id, go_on)

    assert [(turn.match_id, turn.version) for turn in house.jobs.asked] == [
        (match.id, resumed.version)
    ]
