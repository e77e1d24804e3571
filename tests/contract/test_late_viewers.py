"""Proves that nothing newer than what is open to a late viewer shows in any answer.

Two matches are the same up to the newest entry that is open to him, and then go on in different
ways; whatever he asks, over REST, GraphQL and the feed, answers and refusals are the same to the
byte.
"""

import asyncio
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine import match as play
from engine.events import Cause
from engine.rules import Rules
from engine.rulesets import rule_set
from service.services import build_services
from service.store.memory import MemoryStore
from service.store.people.record import Player, first_token
from service.store.record import Change, Record, Snapshot, Spectators, Status, Watching
from service.usecases import steps
from service.usecases.credentials import token_digest
from tests.contract.test_hidden_cards import Said, said
from tests.engine.table import answer
from tests.fixtures.asker import Asker
from tests.fixtures.house import AskedJobs, Clock
from tests.fixtures.matches import ALA, BOT, lobby
from tests.fixtures.rest import app_of
from tests.fixtures.twins import OTHER_TOKEN

GAMES = {
    "kurnik": rule_set("kurnik").resolve(4, {}),
    "greek": rule_set("greek").resolve(4, {"moon": "choice"}),
    "auction": rule_set("classic").resolve(5, {"trump_mode": "auction"}),
}
SHOWN = {
    "the table, late": Spectators(Watching.TABLE, 30_000),
    "hands, late": Spectators(Watching.OPEN_HANDS, 60_000),
    "hands, deal by deal": Spectators(Watching.OPEN_HANDS, None),
}


class Twin:
    """One of two matches that share a past."""

    def __init__(self, rules: Rules, shown: Spectators) -> None:
        self.clock = Clock()
        self.store = MemoryStore(self.clock)
        self._rules = rules
        self._shown = shown

    async def begin(self) -> None:
        """Make the match and deal; every id is the same for both of the pair."""
        await self.store.put_rules(self._rules)
        seats = (ALA, *(BOT,) * (self._rules.players - 1))
        start = lobby(*seats, rules=self._rules, turn_ms=None).record
        await self.store.create(steps.created(_fresh(start, self._shown)), b"created")
        player = Player("p_second", "Second", guest=True, created_ms=0)
        await self.store.accounts.put(player)
        digest = token_digest(OTHER_TOKEN)
        await self.store.tokens.put(first_token(player.id, digest), digest)
        await self.store.update("m_0001", lambda at: steps.started(at, None), b"started")

    async def go_on(self, chance: random.Random, moves: int) -> None:
        """Make random moves, one a second, each with the commit id of its number."""
        for _ in range(moves):
            record = (await self.store.read("m_0001")).record
            if record.status is not Status.PLAYING:
                return
            self.clock.now_ms += 1_000
            commit = b"c-%d" % record.version
            await self.store.update("m_0001", lambda at: _moved(at, chance), commit)


def _fresh(record: Record, shown: Spectators) -> Record:
    settings = replace(record.settings, spectators=shown)
    return replace(record, version=0, settings=settings)


def _moved(at: Snapshot, chance: random.Random) -> Change:
    state = steps.in_play(at.record)
    assert state.deal is not None
    seat = chance.choice(state.deal.to_act)
    asked = play.decision(at.rules, state, seat)
    assert asked is not None
    return steps.moved(at, seat, answer(asked, chance), Cause.BOT)


async def _told(twin: Twin, token: str | None) -> tuple[Said, list[bytes]]:
    client = Asker(app_of(build_services(store=twin.store, jobs=AskedJobs())), token)
    return await said(client), await _history(client)


async def _history(client: Asker) -> list[bytes]:
    """Return what a viewer is told of versions, open ones and others, and of the export."""
    asked = [f"/v1/matches/m_0001?version={version}" for version in (1, 2, 3, 60, 500)]
    asked += ["/v1/matches/m_0001?version=2&seat=1", "/v1/matches/m_0001/export"]
    return [(await client.get(path)).content for path in asked]


async def _closed_for(twin: Twin, shown: Spectators) -> int:
    """Return how many moves can be made, one a second, of which none opens to spectators."""
    if shown.delay_ms is not None:
        return 20
    state = (await twin.store.read("m_0001")).record.state
    assert state is not None
    left = sum(hand.bit_count() for hand in state.deal.hands) if state.deal else 0
    return max(0, min(20, left - 1))


@pytest.mark.parametrize("shown", SHOWN.values(), ids=SHOWN)
@pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES)
@settings(max_examples=1)
@given(seed=st.integers(0, 10**6), shared=st.integers(0, 200))
def test_what_is_not_open_yet_changes_no_answer(
    shown: Spectators, rules: Rules, seed: int, shared: int
) -> None:
    async def check() -> None:
        pair = Twin(rules, shown), Twin(rules, shown)
        for twin in pair:
            await twin.begin()
            await twin.go_on(random.Random(seed), shared)
        now_ms = pair[0].clock.now_ms
        most = await _closed_for(pair[0], shown)
        chance = random.Random(seed + 1)
        await pair[0].go_on(chance, chance.randint(0, most))
        await pair[1].go_on(chance, chance.randint(0, most))
        for twin in pair:
            twin.clock.now_ms = now_ms + 1_000 * most

        for token in (None, OTHER_TOKEN):
            assert await _told(pair[0], token) == await _told(pair[1], token)

    asyncio.run(check())
