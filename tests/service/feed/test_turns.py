"""Which matches wait for an account: all at first, then what changes, and nothing missed."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

import pytest

from schema.context import Viewer
from schema.errors import Code, Refused
from schema.model import MatchView, MoveRequest, NewMatch, TurnsItem, TurnsKind
from service.feed.turns import TurnHub
from service.store.people.record import Player
from service.usecases import steps
from service.usecases.presence import PresenceService
from tests.fixtures.house import ALA, NOBODY, OLA, House, open_house

HEARTBEAT_S = 0.05
WAIT_S = 10


def hub_of(house: House, heartbeat_s: float = 60) -> TurnHub:
    return TurnHub(house.store, PresenceService(house.store), heartbeat_s)


async def item(feed: AsyncGenerator[TurnsItem]) -> TurnsItem:
    async with asyncio.timeout(WAIT_S):
        return await anext(feed)


async def asked(house: House, *others: Viewer) -> MatchView:
    return await house.play_until_asked((await house.match_of(*others)).id, ALA)


async def move(house: House, match: MatchView) -> None:
    text = await house.default_text(match.id)
    request = MoveRequest(move=text, expected_version=match.version, idempotency_key="k")
    await house.services.matches.submit(ALA, match.id, request)


async def test_a_feed_begins_with_all_that_waits() -> None:
    house = open_house()
    match = await asked(house)
    other = await house.match_of(OLA)

    async with aclosing(hub_of(house).feed(ALA)) as feed:
        first = await item(feed)

    waiting = {turn.match_id: turn for turn in first.turns}
    assert first.kind is TurnsKind.WAITING
    turn = waiting[match.id]
    assert (turn.seat, turn.version, turn.deadline_ms) == (0, match.version, match.deadline_ms)
    assert turn.decision_version == match.decision_version
    seen = await house.services.matches.match(ALA, other.id)
    assert (other.id in waiting) == (seen.legal_moves is not None)


async def test_a_turn_comes_and_goes() -> None:
    house = open_house()
    match = await asked(house)
    async with aclosing(hub_of(house).feed(ALA)) as feed:
        await item(feed)

        await move(house, match)
        gone = await item(feed)
        again = await house.play_until_asked(match.id, ALA)
        come = await item(feed)

    assert (gone.kind, gone.match_ids) == (TurnsKind.REMOVED, (match.id,))
    assert come.kind is TurnsKind.ADDED
    assert [turn.decision_version for turn in come.turns] == [again.decision_version]


async def test_a_match_that_the_account_joins_later_is_followed_too() -> None:
    house = open_house()
    async with aclosing(hub_of(house).feed(ALA)) as feed:
        assert (await item(feed)).turns == ()

        match = await asked(house)
        come = await item(feed)

    assert [turn.match_id for turn in come.turns] == [match.id]


async def test_a_seat_that_a_bot_plays_waits_for_nobody() -> None:
    house = open_house()
    match = await asked(house)
    async with aclosing(hub_of(house).feed(ALA)) as feed:
        await item(feed)

        await house.services.seats.take_over(ALA, match.id)
        gone = await item(feed)
        await house.services.seats.reclaim(ALA, match.id)
        come = await item(feed)

    assert gone.match_ids == (match.id,)
    assert [turn.match_id for turn in come.turns] == [match.id]


async def test_a_match_that_ends_is_followed_no_more() -> None:
    house = open_house()
    match = await asked(house)
    async with aclosing(hub_of(house).feed(ALA)) as feed:
        await item(feed)

        await house.store.update(match.id, steps.voided, b"admin")
        gone = await item(feed)

    assert gone.match_ids == (match.id,)
    async with aclosing(hub_of(house).feed(ALA)) as feed:
        assert (await item(feed)).turns == ()


async def test_a_quiet_feed_has_heartbeats() -> None:
    house = open_house()

    async with aclosing(hub_of(house, HEARTBEAT_S).feed(ALA)) as feed:
        await item(feed)
        beat = await item(feed)

    assert (beat.kind, beat.server_time_ms) == (TurnsKind.HEARTBEAT, house.clock.now_ms)


async def test_all_streams_of_an_account_share_one_desk_and_leave_nothing_behind() -> None:
    house = open_house()
    await asked(house)
    hub = hub_of(house)

    async with aclosing(hub.feed(ALA)) as one, aclosing(hub.feed(ALA)) as other:
        assert (await item(one)).turns == (await item(other)).turns
        assert hub.desks == 1

    assert hub.desks == 0
    names = {task.get_name() for task in asyncio.all_tasks()}
    assert not [name for name in names if name.startswith("turns-")]


async def test_a_page_waits_until_a_match_waits() -> None:
    house = open_house()
    hub = hub_of(house)

    assert await hub.page(ALA, 0) == ()
    waiting = asyncio.create_task(hub.page(ALA, WAIT_S))
    match = await asked(house)

    assert [turn.match_id for turn in await waiting] == [match.id]
    assert [turn.match_id for turn in await hub.page(ALA, WAIT_S)] == [match.id]


async def test_an_account_at_a_hundred_tables_is_told_of_all() -> None:
    house = open_house()
    made = {(await asked(house)).id for _ in range(100)}

    async with aclosing(hub_of(house).feed(ALA)) as feed:
        first = await item(feed)
        await move(house, await house.services.matches.match(ALA, min(made)))
        gone = await item(feed)

    assert {turn.match_id for turn in first.turns} == made
    assert gone.match_ids == (min(made),)


async def test_a_seat_that_was_left_is_followed_no_more() -> None:
    house = open_house()
    await house.store.accounts.put(Player("p_ala", "Ala", guest=True, created_ms=1))
    match = await house.services.lobby.create(OLA, NewMatch(players=3))
    await house.services.lobby.join(ALA, match.id, None)
    hub = hub_of(house)

    async with aclosing(hub.feed(ALA)) as feed:
        await item(feed)
        await house.services.lobby.leave(ALA, match.id)
        await house.services.lobby.join(ALA, match.id, 2)
        await house.services.lobby.start(OLA, match.id, fill=True)
        await house.services.seats.take_over(OLA, match.id)
        seen = await house.play_until_asked(match.id, ALA)
        come = await item(feed)

    assert [turn.seat for turn in come.turns] == [2] == [seen.viewer_seat]


async def test_nobody_has_no_turns() -> None:
    hub = hub_of(open_house())

    with pytest.raises(Refused) as error:
        await hub.page(NOBODY, 0)
    assert error.value.refusal.code is Code.UNAUTHENTICATED
