"""Proves that no outlet tells a viewer more than he may see.

Two matches differ only in cards that the viewer may not see; whatever he asks, over REST, GraphQL
and the feed, answers and refusals are the same to the byte.
"""

import asyncio
import random
import re
from collections.abc import Iterable, MutableMapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.applications import Starlette
from structlog.testing import capture_logs

from engine.cards import card_text
from engine.rules import Rules
from engine.rulesets import rule_set
from service.services import build_services
from service.store.record import Record
from service.usecases import steps
from tests.fixtures.asker import Answer, Asker
from tests.fixtures.house import AskedJobs
from tests.fixtures.player import Json
from tests.fixtures.rest import app_of
from tests.fixtures.twins import (
    OTHER_TOKEN,
    OVERLAY_KEY,
    TOKEN,
    Twin,
    can_choose,
    common_move,
    exchanged,
    hidden_cards,
    position,
    twin,
)

_VARYING = {"x-request-id", "server-time-ms", "date"}
_PLAYED_ON = 4  # moves that both make while everything they tell is compared
QUERY = """
{ match(id: "m_0001") {
    version cursor status viewerSeat decisionVersion deadlineMs
    game { toAct totals deal {
      number id dealer leader phase trump handCounts hand hiddenCards tricksTaken points out
      declarer talon talonTaker putDown oddCard sale { minimum high bidder passed }
      transfers { giver receiver cards }
      table { seat card } tricks { number leader cards taker points } rows { suit cards } } }
    legalMoves { kind moves choose number { kind minimum maximum }
      cards { card playable code section suit } } } }
"""
MOVES = (
    *(f"play {card_text(card)}" for card in range(0, 52, 6)),
    "trump H",
    "give 2C 2C AS",
    "bid 0",
    "nonsense",
)

Who = tuple[int | None, str | None]  # whose cards may be seen, and the token that asks
VIEWERS: dict[str, Who] = {
    "seat": (0, TOKEN),
    "second account": (None, OTHER_TOKEN),
    "nobody": (None, None),
    "overlay": (None, OVERLAY_KEY),
}
every_viewer = pytest.mark.parametrize("who", VIEWERS.values(), ids=VIEWERS)

Said = list[tuple[int, list[tuple[str, str]], bytes]]
Noted = list[dict[str, object]]  # log lines


async def said(client: Asker) -> Said:
    """Return everything that a client is told when it asks for all there is."""
    match = await client.get("/v1/matches/m_0001")
    answers = [
        match,
        await client.get("/v1/matches/m_0001/moves"),
        await client.get("/v1/matches/m_0001/rules"),
        await client.get("/v1/matches/m_0001/presence"),
        await client.get("/v1/turns"),
        await client.get("/v1/matches/m_0001/events"),
        await client.get("/v1/matches/m_0001/events", params={"after": "0"}),
        await client.post("/graphql", json={"query": QUERY}),
        *await _refusals(client, match.json()),
    ]
    return [(at.status_code, _fixed(at.headers), at.content) for at in answers]


async def _refusals(client: Asker, match: Json) -> list[Answer]:
    """Ask for every move that is not allowed, each card among them; nothing may change."""
    allowed = match["legalMoves"]["moves"] if match["legalMoves"] else ()
    wrong = [move for move in MOVES if move not in allowed]
    bodies = (
        {"move": move, "expectedVersion": match["version"], "idempotencyKey": "k"} for move in wrong
    )
    answers = [await client.post("/v1/matches/m_0001/moves", json=body) for body in bodies]
    accepted = [(move, at.text) for move, at in zip(wrong, answers, strict=True) if at.is_success]
    assert accepted == []
    assert all(at.is_client_error for at in answers)
    return answers


def _fixed(headers: list[tuple[str, str]]) -> list[tuple[str, str]]:
    return sorted((name, value) for name, value in headers if name not in _VARYING)


def _apps(pair: tuple[Twin, Twin]) -> list[Starlette]:
    return [app_of(build_services(store=one.store, jobs=AskedJobs())) for one in pair]


async def _said_by(
    apps: Iterable[Starlette], token: str | None
) -> tuple[tuple[Said, Noted, list[str]], ...]:
    """Return what each application tells a viewer, and what it logs and counts of that."""
    told = []
    for app in apps:
        client = Asker(app, token)
        with capture_logs() as lines:
            answers = await said(client)
        counted = (await client.get("/metrics")).text
        told.append((answers, [_timeless(line) for line in lines], _counts(counted)))
    return tuple(told)


def _timeless(line: MutableMapping[str, Any]) -> dict[str, object]:
    return {name: value for name, value in line.items() if name not in {"ms", "request_id"}}


def _counts(page: str) -> list[str]:
    """Return how often what was counted; how long it took is left out."""
    timed = re.compile(r"^[a-z_]+_(sum|bucket|created)\b|^(python|process)_")
    return [line for line in page.splitlines() if line[:1] != "#" and not timed.match(line)]


async def compare(rules: Rules, seed: int, moves: int, who: Who) -> int:
    """Compare a pair from a position on; return how many hidden cards it has.

    A position is what some plain moves lead to.
    """
    viewer, token = who
    record, rules = position(rules, seed, moves)
    if steps.in_play(record).deal is None:
        return 0
    hidden = exchanged(record, rules, viewer, lambda at: random.Random(seed).sample(at, len(at)))
    first, second = steps.in_play(record), steps.in_play(hidden)
    assert first.deal is not None
    pair = await twin(record, rules), await twin(hidden, rules)
    if not can_choose(rules, second):
        return 0  # in a lottery that seat would have been skipped, and all would have seen it
    apps = _apps(pair)
    for number in range(1, _PLAYED_ON):
        one, other = await _said_by(apps, token)
        assert one == other
        assert any("kierki" in line for line in one[2])
        states = [steps.in_play(at) for at in await _records(pair)]
        common = common_move(rules, viewer, *states)
        if common is None:
            break
        for each in pair:
            await each.move(*common, number)
    return len(hidden_cards(rules, first.deal, viewer))


async def _records(pair: tuple[Twin, Twin]) -> list[Record]:
    return [await at.record() for at in pair]


GAMES = {
    "kurnik": rule_set("kurnik").resolve(4, {}),
    "kurnik for three": rule_set("kurnik").resolve(3, {}),
    "greek": rule_set("greek").resolve(4, {"moon": "choice"}),
    "black_maria": rule_set("black_maria").resolve(5, {}),
    "auction": rule_set("classic").resolve(4, {"trump_mode": "auction"}),
    "six players": rule_set("classic").resolve(6, {"trump_mode": "auction"}),
}
every_game = pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES)


@every_game
@every_viewer
@settings(max_examples=2)
@given(seed=st.integers(0, 10**6), moves=st.integers(0, 560))
def test_hidden_cards_change_nothing_that_is_told(
    who: Who, rules: Rules, seed: int, moves: int
) -> None:
    asyncio.run(compare(rules, seed, moves, who))


@pytest.mark.parametrize("seats", [3, 4])
@every_viewer
def test_hidden_cards_change_nothing_while_the_trump_is_named(who: Who, seats: int) -> None:
    rules = rule_set("kurnik").resolve(seats, {})
    penalty_cards = 7 * seats * rules.hand_size

    hidden = asyncio.run(compare(rules, 3, penalty_cards, who))

    own_seen = 0 if who[0] is None else {3: 6, 4: 5}[seats]
    assert hidden == seats * rules.hand_size - own_seen


@pytest.mark.parametrize("passed", [0, 1, 3, 4, 5])
@every_viewer
def test_hidden_cards_change_nothing_while_cards_are_passed(who: Who, passed: int) -> None:
    hidden = asyncio.run(compare(GAMES["greek"], 8, passed, who))

    assert hidden > 30


@pytest.mark.parametrize("step", range(0, 12, 2))
@pytest.mark.parametrize("name", ["auction", "six players"])
@every_viewer
def test_hidden_cards_change_nothing_while_a_talon_is_sold(who: Who, name: str, step: int) -> None:
    rules = GAMES[name]
    penalty_cards = 6 * rules.players * rules.hand_size

    hidden = asyncio.run(compare(rules, 5, penalty_cards + step, who))

    assert hidden > 20


def test_a_card_that_may_be_seen_does_change_what_is_told() -> None:
    async def differ() -> bool:
        record, rules = position(GAMES["kurnik"], 3, 0)
        other = exchanged(record, rules, None, lambda at: random.Random(1).sample(at, len(at)))
        pair = await twin(record, rules), await twin(other, rules)
        one, two = await _said_by(_apps(pair), TOKEN)
        return one != two

    assert asyncio.run(differ())
