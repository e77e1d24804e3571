"""A match read as it stood is the match that was stored then."""

import asyncio
import random
import secrets

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine import match as play
from engine.events import Cause
from engine.rules import Rules
from engine.rulesets import rule_set
from engine.state import MatchState
from schema.errors import Code, Refused
from schema.model import MatchView
from service.store.errors import MatchNotFoundError
from service.store.memory import MemoryStore
from service.store.record import Change, Record, Snapshot, Status, Step
from service.usecases import steps
from service.usecases.history import entries_after, snapshot_at
from tests.engine.table import answer
from tests.fixtures.house import ALA, NOBODY, OLA, Clock, House, open_house
from tests.fixtures.matches import BOT, lobby
from tests.fixtures.matches import OLA as OLA_SITS

GAMES = {
    "kurnik": rule_set("kurnik").resolve(4, {}),
    "auction": rule_set("classic").resolve(5, {"trump_mode": "auction"}),
    "greek": rule_set("greek").resolve(4, {}),
    "lottery": rule_set("lottery").resolve(3, {}),
    "king": rule_set("king").resolve(4, {}),
}


class Told:
    """A store with one match of Ala, Ola and bots; keeps every record it has held."""

    def __init__(self, rules: Rules, seed: int) -> None:
        self.clock = Clock()
        self.store = MemoryStore(self.clock)
        self.chance = random.Random(seed)
        self.records: list[Record] = []
        self._rules = rules

    async def begin(self) -> None:
        """Make the match, seat Ola, and deal."""
        await self.store.put_rules(self._rules)
        seats = (*(BOT,) * (self._rules.players - 1), None)
        start = lobby(*seats, rules=self._rules, turn_ms=30_000).record
        fresh = steps.created(_fresh(start))
        done = await self.store.create(fresh, b"created")
        assert done.record is not None
        self.records.append(done.record)
        await self.commit(lambda at: steps.joined(at, OLA_SITS, None))
        await self.commit(lambda at: steps.entropy_added(at, OLA_SITS.player_id, 1, b"first"))
        await self.commit(lambda at: steps.started(at, at.record.owner_id))

    async def commit(self, step: Step) -> None:
        """Commit a step some time later, and keep what it leads to."""
        self.clock.now_ms += self.chance.randrange(5_000)
        done = await self.store.update("m_0001", step, secrets.token_bytes(8))
        assert done.record is not None
        self.records.append(done.record)

    async def go_on(self) -> None:
        """Do something that is allowed now: mostly a move, sometimes what people do besides."""
        record = self.records[-1]
        state = steps.in_play(record)
        mine = record.seats[-1]
        assert mine is not None
        if self.chance.random() < 0.03:
            away = mine.level is not None
            step = steps.reclaimed if away else steps.taken_over
            await self.commit(lambda at: step(at, OLA_SITS.player_id))
        elif self.chance.random() < 0.05 and self._may_add(state):
            number = steps.next_deal(record) or 0
            who = OLA_SITS.player_id
            await self.commit(lambda at: steps.entropy_added(at, who, number, b"more"))
        else:
            await self.commit(lambda at: self._move(at, state))

    def _may_add(self, state: MatchState) -> bool:
        assert state.deal is not None
        return not state.entropy[-1] and state.deal.number < len(self._rules.deals)

    def _move(self, at: Snapshot, state: MatchState) -> Change:
        assert state.deal is not None
        seat = self.chance.choice(state.deal.to_act)
        asked = play.decision(at.rules, state, seat)
        assert asked is not None
        return steps.moved(at, seat, answer(asked, self.chance), Cause.PLAYER)


def _fresh(record: Record) -> Record:
    return Record(
        id=record.id,
        status=Status.LOBBY,
        owner_id=record.owner_id,
        rules_hash=record.rules_hash,
        settings=record.settings,
        seats=record.seats,
        created_ms=record.created_ms,
        secret=record.secret,
        log_key=record.log_key,
        decision_versions=record.decision_versions,
    )


@pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES)
@settings(max_examples=2)
@given(seed=st.integers(0, 10**6))
def test_every_version_is_read_as_it_was_stored(rules: Rules, seed: int) -> None:
    async def check() -> None:
        told = Told(rules, seed)
        await told.begin()
        for _ in range(90):
            if told.records[-1].status is not Status.PLAYING:
                break
            await told.go_on()
        newest = await told.store.read("m_0001")

        found = [(await snapshot_at(told.store, newest, at.version)).record for at in told.records]

        assert list(map(_without_unknown, found)) == list(map(_without_unknown, told.records))

    asyncio.run(check())


@pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES)
@settings(max_examples=2)
@given(seed=st.integers(0, 10**6))
def test_walking_through_a_match_meets_every_version(rules: Rules, seed: int) -> None:
    async def check() -> None:
        told = Told(rules, seed)
        await told.begin()
        for _ in range(90):
            if told.records[-1].status is not Status.PLAYING:
                break
            await told.go_on()
        newest = await told.store.read("m_0001")
        start = told.chance.randrange(len(told.records))

        walked = [pair async for pair in entries_after(told.store, newest, start)]

        first = max(1, start)  # the entry that made the match has nothing before it
        assert [entry.seq for _, entry in walked] == list(range(first + 1, len(told.records) + 1))
        found = [_without_unknown(before.record) for before, _ in walked]
        assert found == list(map(_without_unknown, told.records[first - 1 : -1]))

    asyncio.run(check())


async def test_a_walk_ends_where_the_history_has_gone() -> None:
    told = Told(GAMES["kurnik"], 1)
    await told.begin()
    newest = await told.store.read("m_0001")

    with pytest.raises(MatchNotFoundError):
        await anext(entries_after(MemoryStore(told.clock), newest, 2))


def _without_unknown(record: Record) -> Record:
    """Return a record in which added entropy is only known to be there: the log hides it."""
    masked = replace(record, entropy=_marks(record.entropy))
    if record.state is None:
        return masked
    return replace(masked, state=replace(record.state, entropy=_marks(record.state.entropy)))


def _marks(entropy: tuple[bytes, ...]) -> tuple[bytes, ...]:
    return tuple(b"?" if part else b"" for part in entropy)


async def test_a_history_that_has_gone_is_no_match() -> None:
    told = Told(GAMES["kurnik"], 1)
    await told.begin()
    newest = await told.store.read("m_0001")

    with pytest.raises(MatchNotFoundError):
        await snapshot_at(MemoryStore(told.clock), newest, 2)


async def played(moves: int) -> tuple[House, str]:
    """Return a match of Ala and Ola in which some default moves have been made."""
    house = open_house()
    match = await house.match_of(OLA)
    for _ in range(moves):
        await one_move(house, match.id)
    return house, match.id


async def one_move(house: House, match_id: str) -> None:
    record = (await house.store.read(match_id)).record
    if record.deadline_ms is None:
        await house.others_move(match_id)
    else:
        house.clock.now_ms = record.deadline_ms
        await house.turns.time_out(match_id, record.version)


async def test_a_seat_reads_what_it_saw_then() -> None:
    house, match_id = await played(7)
    matches = house.services.matches
    seen: dict[int, MatchView] = {}
    for _ in range(60):
        now = await matches.match(OLA, match_id)
        seen[now.version] = now
        await one_move(house, match_id)

    again = {version: await matches.match_at(OLA, match_id, version, None) for version in seen}

    assert again == seen


@pytest.mark.parametrize("version", [0, 11])
async def test_a_version_that_is_not_in_the_log_is_refused(version: int) -> None:
    house, match_id = await played(7)

    with pytest.raises(Refused) as refusal:
        await house.services.matches.match_at(ALA, match_id, version, None)

    assert refusal.value.refusal.code is Code.NO_SUCH_VERSION


async def test_another_seats_eyes_are_lent_only_once_the_match_is_over() -> None:
    house, match_id = await played(7)
    matches = house.services.matches

    with pytest.raises(Refused) as refusal:
        await matches.match_at(ALA, match_id, 4, 2)
    for _ in range(1_000):
        if (await house.store.read(match_id)).record.status is Status.FINISHED:
            break
        await one_move(house, match_id)
    lent = await matches.match_at(NOBODY, match_id, 3, 2)

    assert refusal.value.refusal.code is Code.MATCH_NOT_OVER
    assert lent.viewer_seat == 2
    assert lent.game is not None
    assert lent.game.deal is not None
    assert lent.game.deal.hand is not None
    assert len(lent.game.deal.hand) == 13


async def test_a_seat_beyond_the_table_is_refused() -> None:
    house, match_id = await played(2)

    with pytest.raises(Refused) as refusal:
        await house.services.matches.match_at(ALA, match_id, 2, 4)

    assert refusal.value.refusal.code is Code.NO_SUCH_SEAT
