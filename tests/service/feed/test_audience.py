"""Whoever keeps up is given what whoever asks is told: the log, each entry once, in its order."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Final

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from structlog.testing import capture_logs

from engine.events import Entry
from engine.seat_view import Viewer as Eyes
from engine.views import SPECTATOR, entry_for
from schema.context import Viewer
from schema.errors import Code, Refused
from schema.model import FeedItem, FeedKind, NewMatch, Spectators, Watching
from service.feed.feed import Feed
from service.feed.hub import Hub
from service.store.errors import StoreUnavailableError
from service.store.record import Status
from service.usecases.presence import NOTED_S, PRESENT_MS, PresenceService
from tests.fixtures.elsewhere import ElsewhereStore
from tests.fixtures.house import (
    ALA,
    NOBODY,
    OLA,
    House,
    default_move_of,
    house_on,
    open_house,
)

_LIMIT_S: Final = 20.0
_LONG_S: Final = 600.0
_QUICK_S: Final = 0.01


class Follower:
    """Follows a feed as a transport does: is given items while he has room, else asks for them."""

    def __init__(
        self, open_feed: Callable[[str | None], Feed], after: str | None, form: str = "json"
    ) -> None:
        self.form = form
        self.makes = True
        self.told: list[FeedItem] = []
        self.given = self.counted = self.times_made = 0
        self.room = asyncio.Event()
        self.room.set()
        self.is_given = False
        self._open_feed = open_feed
        self._after = after
        self._feed = open_feed(after)
        self._task = asyncio.create_task(self._ask())

    @property
    def cursor(self) -> str | None:
        """Return where to go on."""
        return next((item.cursor for item in reversed(self.told) if item.cursor), self._after)

    def made(self, item: FeedItem) -> bytes:
        """Return an item for all followers."""
        if not self.makes:
            raise ZeroDivisionError
        self.times_made += 1
        return msgspec.json.encode(item)

    def taken(self, times: int) -> None:
        """Count for all followers."""
        self.counted += times

    def take(self, data: bytes) -> bool:
        """Take an item if there is room."""
        assert self.is_given, "nobody is given what he asks for"
        if not self.room.is_set():
            return False
        self.told.append(msgspec.json.decode(data, type=FeedItem))
        self.given += 1
        return True

    def ask(self) -> None:
        """Go on by asking."""
        assert self.is_given
        self.is_given = False
        self._task = asyncio.create_task(self._ask())

    async def _ask(self) -> None:
        async for item in self._feed:
            await self.room.wait()
            self.told.append(item)
            if self._feed.give_to(self):
                self.is_given = True
                return

    async def come_back(self) -> None:
        """Go away, and come back with the cursor."""
        await self.leave()
        self._feed = self._open_feed(self.cursor)
        self._task = asyncio.create_task(self._ask())

    async def leave(self) -> None:
        """Go away."""
        self._feed.stop_giving()
        self.is_given = False
        self._task.cancel()
        await asyncio.wait({self._task})
        await self._feed.aclose()

    async def over(self) -> None:
        """Return once the feed has ended."""
        while not self.told or self.told[-1].kind is not FeedKind.END:
            if self._task.done():
                self._task.result()
            await asyncio.sleep(0)


async def turns_of_the_loop(count: int = 30) -> None:
    """Let everybody do what he has to do."""
    for _ in range(count):
        await asyncio.sleep(0)


async def lobby_of(house: House, watching: Watching = Watching.TABLE) -> str:
    """Return a match of the lottery, in which nobody sits yet."""
    new = NewMatch(
        rule_set="lottery",
        players=4,
        seed=5,
        sit=False,
        turn_seconds=None,
        spectators=Spectators(watching=watching, delay_seconds=0),
    )
    return (await house.services.lobby.create(ALA, new)).id


async def started(house: House) -> str:
    """Return a match in which Ala has the seat 2, and bots have the others."""
    match_id = await lobby_of(house)
    await house.services.lobby.join(ALA, match_id, 2)
    await house.services.lobby.start(ALA, match_id, fill=True)
    return match_id


async def given_follower(
    hub: Hub, match_id: str, viewer: Viewer = NOBODY, form: str = "json"
) -> Follower:
    """Return somebody who has had his snapshot, and keeps up."""
    follower = Follower(partial(hub.feed, match_id, viewer), None, form)
    async with asyncio.timeout(_LIMIT_S):
        while not follower.is_given:  # noqa: ASYNC110 - a feed tells nobody that it gives
            await asyncio.sleep(0)
    return follower


class World:
    """A match, and viewers of it to whom this and that happens."""

    def __init__(self, store: ElsewhereStore, house: House, match_id: str) -> None:
        self.store = store
        self.house = house
        self.match_id = match_id
        self.hub = Hub(house.store, _LONG_S)
        self.followers: list[tuple[Viewer, Follower]] = []

    def come(self, number: int) -> None:
        """Let one more viewer come."""
        viewer = (ALA, OLA, NOBODY)[number % 3]
        self.followers.append(
            (viewer, Follower(partial(self.hub.feed, self.match_id, viewer), "0"))
        )

    async def begin(self) -> None:
        """Let Ala sit down, and the match start, unless it has."""
        if (await self.house.store.read(self.match_id)).record.status is Status.LOBBY:
            await self.house.services.lobby.join(ALA, self.match_id, 2)
            await self.house.services.lobby.start(ALA, self.match_id, fill=True)

    async def move(self, count: int = 1) -> None:
        """Make so many moves at once."""
        for _ in range(count):
            if (await self.house.store.read(self.match_id)).record.status is Status.PLAYING:
                await default_move_of(self.house, self.match_id)

    async def happen(self, step: str, number: int) -> None:
        """Let one thing happen, to one viewer if it is about one."""
        viewer, follower = self.followers[number % len(self.followers)]
        match step:
            case "move":
                await self.move()
                await turns_of_the_loop(number)
            case "moves":
                await self.move(number)
            case "turns":
                await turns_of_the_loop(number)
            case "other process":
                self.store.is_here = not self.store.is_here
            case "hold":
                follower.room.clear()
            case "release":
                follower.room.set()
            case "come back":
                await follower.come_back()
            case "come":
                self.come(number)
            case _:
                self.followers.remove((viewer, follower))
                await follower.leave()
                self.come(number)

    async def play_out(self) -> None:
        """Play the match to its end, with room for everybody."""
        for _, follower in self.followers:
            follower.room.set()
        await self.begin()
        while (await self.house.store.read(self.match_id)).record.status is Status.PLAYING:
            await self.move()
            await turns_of_the_loop(3)
        async with asyncio.timeout(_LIMIT_S):
            for _, follower in self.followers:
                await follower.over()


_STEPS: Final = (
    *("move", "moves", "turns", "other process", "hold", "release", "come back", "come", "leave"),
)


@settings(max_examples=15)
@given(
    steps=st.lists(st.tuples(st.sampled_from(_STEPS), st.integers(0, 5)), min_size=10, max_size=40),
    before=st.integers(0, 8),
)
def test_everybody_has_the_whole_log_whoever_is_given_it_and_whoever_asks(
    steps: list[tuple[str, int]], before: int
) -> None:
    asyncio.run(_compare(steps, before))


async def _compare(steps: list[tuple[str, int]], before: int) -> None:
    clock = open_house().clock
    store = ElsewhereStore(clock)
    house = house_on(clock, store)
    world = World(store, house, await lobby_of(house))
    for number in range(3):
        world.come(number)
    for at, (step, number) in enumerate(steps):
        if at == before:
            await world.begin()
        await world.happen(step, number)
    await world.play_out()

    log = await house.store.entries(world.match_id, 0, 1_000)
    for viewer, follower in world.followers:
        eyes: Eyes = 2 if viewer is ALA else SPECTATOR
        *told, end = follower.told
        assert [item.entry for item in told] == [entry_for(entry, eyes) for entry in log]
        assert (end.kind, end.seq, end.cursor) == (FeedKind.END, log[-1].seq, told[-1].cursor)
    assert world.hub.channels == 0


async def test_whoever_keeps_up_is_given_every_move_without_asking() -> None:
    house = open_house()
    match_id = await started(house)
    hub = Hub(house.store, _LONG_S)
    follower = await given_follower(hub, match_id)

    for _ in range(5):
        await default_move_of(house, match_id)
        await turns_of_the_loop()

    assert (follower.given, follower.is_given) == (5, True)
    first = follower.told[0].seq
    assert [item.seq for item in follower.told] == list(range(first, first + 6))
    await follower.leave()
    assert hub.channels == 0


async def test_whoever_has_no_room_asks_from_where_he_was_and_keeps_up_again() -> None:
    house = open_house()
    match_id = await started(house)
    follower = await given_follower(Hub(house.store, _LONG_S), match_id)
    first = follower.told[0].seq

    follower.room.clear()
    for _ in range(3):
        await default_move_of(house, match_id)
        await turns_of_the_loop()
    held = (len(follower.told), follower.is_given)
    follower.room.set()
    await turns_of_the_loop()
    await default_move_of(house, match_id)
    await turns_of_the_loop()

    assert held == (1, False)
    assert [item.seq for item in follower.told] == list(range(first, first + 5))
    assert (follower.given, follower.is_given) == (1, True)
    await follower.leave()


async def test_an_entry_is_made_once_for_all_of_a_form_who_see_alike_and_counted_for_all() -> None:
    house = open_house()
    match_id = await started(house)
    hub = Hub(house.store, _LONG_S)
    followers = [await given_follower(hub, match_id, viewer) for viewer in (ALA, NOBODY, OLA)]
    other = await given_follower(hub, match_id, NOBODY, form="other")

    await default_move_of(house, match_id)
    await turns_of_the_loop()

    assert [follower.given for follower in (*followers, other)] == [1, 1, 1, 1]
    assert sum(follower.times_made for follower in followers) == 1
    assert sum(follower.counted for follower in followers) == 3
    assert (other.times_made, other.counted) == (1, 1)
    for follower in (*followers, other):
        await follower.leave()


async def test_whoever_has_no_room_is_not_counted_and_holds_up_nobody() -> None:
    house = open_house()
    match_id = await started(house)
    hub = Hub(house.store, _LONG_S)
    first, second, third = [await given_follower(hub, match_id) for _ in range(3)]

    second.room.clear()
    await default_move_of(house, match_id)
    await turns_of_the_loop()

    assert [at.given for at in (first, second, third)] == [1, 0, 1]
    assert sum(at.counted for at in (first, second, third)) == 2
    assert [at.is_given for at in (first, second, third)] == [True, False, True]
    second.room.set()
    await turns_of_the_loop()
    assert [item.seq for item in second.told] == [item.seq for item in first.told]
    for follower in (first, second, third):
        await follower.leave()


async def test_an_item_that_cannot_be_made_is_left_to_whoever_asks_for_it() -> None:
    house = open_house()
    match_id = await started(house)
    hub = Hub(house.store, _LONG_S)
    broken = await given_follower(hub, match_id, form="broken")
    whole = await given_follower(hub, match_id)
    broken.makes = False

    with capture_logs() as logged:
        await default_move_of(house, match_id)
        await turns_of_the_loop()

    assert [(at["event"], type(at["exc_info"])) for at in logged] == [
        ("item_not_made", ZeroDivisionError)
    ]
    assert (broken.given, broken.counted, whole.given, whole.counted) == (0, 0, 1, 1)
    assert [item.seq for item in broken.told] == [item.seq for item in whole.told]
    for follower in (broken, whole):
        await follower.leave()


async def test_whoever_sits_down_is_given_what_his_seat_may_see() -> None:
    house = open_house()
    match_id = await lobby_of(house)
    hub = Hub(house.store, _LONG_S)
    follower = await given_follower(hub, match_id, ALA)

    await house.services.lobby.join(ALA, match_id, 1)
    await turns_of_the_loop()
    await house.services.lobby.start(ALA, match_id, fill=True)
    await turns_of_the_loop()

    started_entry = follower.told[-1].entry
    log = await house.store.entries(match_id, 0, 100)
    assert started_entry == entry_for(log[-1], 1)
    assert started_entry != entry_for(log[-1], SPECTATOR)
    await follower.leave()


class Breaking(Follower):
    """Has a fault of ours where he takes something."""

    def take(self, data: bytes) -> bool:
        """Fail."""
        raise ZeroDivisionError(data)


async def test_a_fault_in_telling_ends_feeds_and_no_commit() -> None:
    house = open_house()
    match_id = await started(house)
    hub = Hub(house.store, _LONG_S)
    whole = await given_follower(hub, match_id, form="whole")
    breaking = Breaking(partial(hub.feed, match_id, NOBODY), None)
    unheard: list[dict[str, object]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: unheard.append(context))
    async with asyncio.timeout(_LIMIT_S):
        while not breaking.is_given:  # noqa: ASYNC110 - as above
            await asyncio.sleep(0)
        before = (await house.store.read(match_id)).record.version

        await default_move_of(house, match_id)
        for follower in (breaking, whole):
            with pytest.raises(ZeroDivisionError):
                await follower.over()

    assert unheard == []
    told = [item.seq for item in whole.told if item.kind is FeedKind.ENTRY]
    assert sorted(set(told)) == told, "nobody is told twice"
    assert (await house.store.read(match_id)).record.version == before + 1
    assert hub.channels == 0


async def test_a_seat_that_keeps_up_is_noted_as_present() -> None:
    house = open_house()
    match_id = await started(house)
    now_s = 0.0
    hub = Hub(house.store, _LONG_S, PresenceService(house.store, lambda: now_s))
    follower = await given_follower(hub, match_id, ALA)
    house.clock.now_ms += 2 * PRESENT_MS
    gone = await house.store.seen(match_id)

    now_s = NOTED_S
    await default_move_of(house, match_id)
    await turns_of_the_loop()

    assert gone == {2: 2 * PRESENT_MS}
    assert await house.store.seen(match_id) == {2: 0}
    assert follower.given == 1
    await follower.leave()


async def test_whoever_sees_the_match_late_always_asks() -> None:
    house = open_house()
    new = NewMatch(seed=7, spectators=Spectators(watching=Watching.TABLE, delay_seconds=60))
    match_id = (await house.services.lobby.create(ALA, new)).id
    await house.services.lobby.start(ALA, match_id, fill=True)
    follower = Follower(partial(Hub(house.store, _QUICK_S).feed, match_id, NOBODY), None)

    async with asyncio.timeout(_LIMIT_S):
        while len(follower.told) < 3:  # noqa: ASYNC110 - as above
            await asyncio.sleep(_QUICK_S)
    await follower.leave()

    assert [item.kind for item in follower.told[:2]] == [FeedKind.SNAPSHOT, FeedKind.HEARTBEAT]
    assert follower.given == 0


async def test_a_quiet_audience_is_given_one_heartbeat_for_all() -> None:
    house = open_house()
    match_id = await started(house)
    hub = Hub(house.store, _QUICK_S)
    followers = [await given_follower(hub, match_id) for _ in range(3)]

    async with asyncio.timeout(_LIMIT_S):
        while not all(follower.given for follower in followers):  # noqa: ASYNC110 - as above
            await asyncio.sleep(_QUICK_S)
    beats = [follower.told[1] for follower in followers]
    for follower in followers:
        await follower.leave()

    head = followers[0].told[0].seq
    for beat in beats:
        assert (beat.kind, beat.seq) == (FeedKind.HEARTBEAT, head)
        assert beat.server_time_ms == house.clock.now_ms


class FailingStore(ElsewhereStore):
    """Can be told to answer nothing; whoever listens hears of news all the same."""

    def __init__(self, clock_ms: Callable[[], int]) -> None:
        super().__init__(clock_ms)
        self.fails = False
        self.gate = asyncio.Event()
        self.gate.set()
        self.times_asked = 0

    async def now_ms(self) -> int:
        """Return the time once the gate is open, or fail."""
        self.times_asked += 1
        await self.gate.wait()
        self._fail()
        return await super().now_ms()

    async def entries(self, match_id: str, after: int, limit: int) -> tuple[Entry, ...]:
        """Return entries once the gate is open, or fail."""
        await self.gate.wait()
        self._fail()
        return await super().entries(match_id, after, limit)

    def _fail(self) -> None:
        if self.fails:
            raise StoreUnavailableError("it does not answer")


async def failing_match() -> tuple[House, FailingStore, str]:
    """Return a match in a store that can be told to fail."""
    clock = open_house().clock
    store = FailingStore(clock)
    house = house_on(clock, store)
    return house, store, await started(house)


async def test_a_store_that_does_not_tell_the_time_ends_feeds_as_it_ends_those_that_ask() -> None:
    _, store, match_id = await failing_match()
    hub = Hub(store, _QUICK_S)
    follower = await given_follower(hub, match_id)

    store.fails = True
    async with asyncio.timeout(_LIMIT_S):
        with pytest.raises(Refused) as error:
            await follower.over()

    assert error.value.refusal.code is Code.STORE_UNAVAILABLE
    assert hub.channels == 0


async def test_the_time_is_asked_for_once_at_a_time_for_all_who_are_quiet() -> None:
    house, store, match_id = await failing_match()
    hub = Hub(store, _QUICK_S)
    store.gate.clear()
    store.times_asked = 0
    followers = [await given_follower(hub, match_id) for _ in range(2)]
    await asyncio.sleep(5 * _QUICK_S)
    followers.append(await given_follower(hub, match_id))
    await asyncio.sleep(5 * _QUICK_S)
    asked = store.times_asked
    store.gate.set()
    async with asyncio.timeout(_LIMIT_S):
        while not all(follower.given for follower in followers):  # noqa: ASYNC110 - as above
            await asyncio.sleep(_QUICK_S)
    for follower in followers:
        await follower.leave()

    assert asked == 1
    for follower in followers:
        assert follower.told[1].kind is FeedKind.HEARTBEAT
        assert follower.told[1].server_time_ms == house.clock.now_ms


async def test_entries_that_cannot_be_read_end_feeds_as_they_end_those_that_ask() -> None:
    house, store, match_id = await failing_match()
    hub = Hub(store, _LONG_S)
    followers = [await given_follower(hub, match_id) for _ in range(2)]

    store.fails = True
    await default_move_of(house, match_id)
    async with asyncio.timeout(_LIMIT_S):
        for follower in followers:
            with pytest.raises(Refused) as error:
                await follower.over()
            assert error.value.refusal.code is Code.STORE_UNAVAILABLE

    assert [len(follower.told) for follower in followers] == [1, 1]
    assert hub.channels == 0


async def test_whoever_comes_while_all_others_leave_is_given_nothing_twice() -> None:
    house, store, match_id = await failing_match()
    hub = Hub(store, _LONG_S)
    first = await given_follower(hub, match_id)
    gate = store.gate = asyncio.Event()
    await default_move_of(house, match_id)
    await turns_of_the_loop()

    second = Follower(partial(hub.feed, match_id, NOBODY), None)
    await turns_of_the_loop()
    await first.leave()
    await turns_of_the_loop()
    gate.set()
    await turns_of_the_loop()
    await default_move_of(house, match_id)
    await turns_of_the_loop()

    head = (await store.read(match_id)).record.version
    assert [item.seq for item in second.told] == [head - 1, head]
    await second.leave()
    assert hub.channels == 0
