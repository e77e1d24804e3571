"""Searches all that is told and noted in whole matches for cards that must not show there."""

import asyncio
import random
import re

import msgspec
import pytest
from structlog.testing import capture_logs

from engine import match as play
from engine.cards import card_text, cards_in
from engine.events import Cause
from engine.rules import Rules, deck
from engine.rulesets import rule_set
from service.services import build_services
from service.store.record import Change, Record, Snapshot, Status
from service.usecases import steps
from tests.engine.table import answer
from tests.fixtures.asker import Asker
from tests.fixtures.house import AskedJobs
from tests.fixtures.rest import app_of
from tests.fixtures.twins import OTHER_TOKEN, OVERLAY_KEY, TOKEN, Twin, hidden_cards, position, twin

GAMES = {
    "kurnik": rule_set("kurnik").resolve(3, {}),
    "greek": rule_set("greek").resolve(4, {}),
    "auction": rule_set("classic").resolve(4, {"trump_mode": "auction"}),
}
WATCHED_MOVES = 60
CARD = re.compile(r"(?<![A-Za-z0-9_-])[2-9TJQKA][CDHS](?![A-Za-z0-9_-])")
_VIEWERS = {TOKEN: 0, OTHER_TOKEN: None, OVERLAY_KEY: None}


def unseen(rules: Rules, record: Record, viewer: int | None) -> set[str]:
    """Return the cards of which a viewer may not know where they are, as texts."""
    state = steps.in_play(record)
    if state.deal is None:
        return set()
    return {card_text(card) for card in hidden_cards(rules, state.deal, viewer)}


def secret_of(rules: Rules, before: Record, after: Record, viewer: int | None) -> set[str]:
    """Return the cards of which a move tells a viewer nothing: those unseen before and after it.

    The last trick of a deal shows all that was left, before the cards are dealt again.
    """
    ended, state = steps.in_play(before).deal, steps.in_play(after)
    assert ended is not None
    if state.deal is not None and state.deal.number == ended.number:
        return unseen(rules, before, viewer) & unseen(rules, after, viewer)
    left = {card for hand in ended.hands for card in cards_in(hand)} | set(ended.table)
    return unseen(rules, after, viewer) - {card_text(card) for card in left}


async def told(client: Asker, after: int) -> str:
    """Return everything that a viewer can be told of the newest entry and the state after it."""
    answers = [
        await client.get("/v1/matches/m_0001"),
        await client.get("/v1/matches/m_0001/moves"),
        await client.get("/v1/matches/m_0001/events", params={"after": after}),
        await client.post(
            "/v1/matches/m_0001/moves",
            json={"move": "pass", "expectedVersion": after + 1, "idempotencyKey": f"k{after}"},
        ),
    ]
    return " ".join(at.text for at in answers[:3]) + (
        "" if answers[3].is_success else answers[3].text
    )


def moved(at: Snapshot, chance: random.Random) -> Change:
    """Make a move that is allowed."""
    state = steps.in_play(at.record)
    assert state.deal is not None
    seat = chance.choice(state.deal.to_act)
    asked = play.decision(at.rules, state, seat)
    assert asked is not None
    return steps.moved(at, seat, answer(asked, chance), Cause.BOT)


async def watch(match: Twin, seed: int) -> int:
    """Play on, and look at each step for cards that a viewer may not know; return how many."""
    jobs, chance, searched = AskedJobs(), random.Random(seed), 0
    app = app_of(build_services(store=match.store, jobs=jobs))
    for _ in range(WATCHED_MOVES):
        record = await match.record()
        if record.status is not Status.PLAYING:
            break
        commit = b"c-%d" % record.version
        await match.store.update("m_0001", lambda at: moved(at, chance), commit)
        after = await match.record()
        for token, seat in _VIEWERS.items():
            secret = secret_of(match.rules, record, after, seat)
            with capture_logs() as lines:
                heard = await told(Asker(app, token), record.version)
            assert '"handCounts"' in heard or after.status is not Status.PLAYING
            if (await match.record()).version != after.version:
                break  # the viewer's own pass was allowed
            noted = " ".join(map(str, lines)) + msgspec.json.encode(jobs.asked).decode()
            assert not secret & set(CARD.findall(heard))
            assert not CARD.findall(noted)
            searched += len(secret)
    return searched


@pytest.mark.parametrize("start", [0, 170])
@pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES)
def test_no_card_shows_where_it_must_not(rules: Rules, start: int) -> None:
    async def check() -> int:
        record, _ = position(rules, 5, start)
        return await watch(await twin(record, rules), start)

    assert asyncio.run(check()) > 3 * len(deck(rules.removed))


def test_a_card_that_shows_is_found() -> None:
    assert CARD.findall('"card":"QS" "play TH", id m_5QS9 KHx') == ["QS", "TH"]
