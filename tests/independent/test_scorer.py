"""Two scorers that know nothing of each other agree on matches of every rule set."""

import ast
import random
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import match as play
from engine.cards import cards_in
from engine.deals import Decision
from engine.errors import RuleSetError
from engine.events import Action, ActionKind, Cause, Entry
from engine.moves import Bid, Give, Lower, Move, MoveKind, NameTrump, Open, Play, move_text
from engine.rules import Rules
from engine.rulesets import RULE_SETS, rule_set
from engine.rulesets.custom import CustomGame, custom_rules
from engine.shuffle import practice_secret
from engine.views import SPECTATOR, entry_for
from service.usecases.catalogue import rules_view
from tests.engine.rulesets.test_custom_play import games
from tests.fixtures.examples import tries
from tests.independent import scorer

_NUMBERED: dict[MoveKind, Callable[[int], Move]] = {
    MoveKind.OPEN: Open,
    MoveKind.LOWER: Lower,
    MoveKind.BID: Bid,
}
_MORE = {
    ("classic", 4): {"robber": "on", "trump_mode": "auction", "special_tricks": "last_two"},
    ("classic", 6): {"robber": "on", "odd_card": "last_trick", "trump_mode": "auction"},
    ("classic", 7): {"special_tricks": "seventh_and_last", "plus_phase": "lottery"},
    ("greek", 4): {"moon": "choice", "jack_bonus": "on", "limit": "40", "tie": "play_on"},
    ("greek", 3): {"moon": "subtract_self", "early_end": "on", "limit": "30"},
    ("polish", 4): {"scale": "small", "trump_mode": "auction", "buyer_leads": "on"},
    ("ten_deal", 4): {"scale": "balanced", "heart_ban": "1,2,6"},
    ("lottery", 4): {"start": "free", "deals": "3", "ace_bonus": "on"},
}


def choices() -> list[tuple[str, int, dict[str, str]]]:
    """Return every rule set and number of players, and some of them with other options."""
    plain: list[tuple[str, int, dict[str, str]]] = [
        (name, players, {}) for name in RULE_SETS for players in RULE_SETS[name].players
    ]
    return plain + [(name, players, options) for (name, players), options in _MORE.items()]


def any_move(asked: Decision, draw: random.Random) -> Move:
    """Return one of the moves that a decision allows."""
    if asked.kind is MoveKind.PLAY:
        return Play(draw.choice(cards_in(asked.playable)))
    if asked.kind is MoveKind.TRUMP:
        return NameTrump(draw.choice(asked.trumps))
    if asked.kind is MoveKind.GIVE:
        return Give(tuple(draw.sample(cards_in(asked.playable), asked.count)))
    if asked.kind in _NUMBERED and asked.low <= asked.high and draw.random() < 0.6:
        return _NUMBERED[asked.kind](draw.randint(asked.low, min(asked.high, asked.low + 40)))
    return draw.choice(asked.others)


def recorded(rules: Rules, seed: int) -> tuple[list[scorer.Json], tuple[tuple[int, ...], ...]]:
    """Return the public log of a random match as JSON, and the engine's points."""
    draw = random.Random(seed)
    state, effects = play.start(rules, "m_1", practice_secret(seed))
    entries = [Entry(1, 0, Action(ActionKind.STARTED, Cause.PLAYER), effects)]
    while state.deal is not None:
        seat = draw.choice(state.deal.to_act)
        asked = play.decision(rules, state, seat)
        assert asked is not None
        move = any_move(asked, draw)
        state, effects = play.apply(rules, state, seat, move)
        action = Action(ActionKind.MOVED, Cause.PLAYER, seat, move_text(move))
        entries.append(Entry(len(entries) + 1, 0, action, effects))
    seen = [entry_for(entry, SPECTATOR) for entry in entries]
    log: list[scorer.Json] = msgspec.json.decode(msgspec.json.encode(seen))
    return log, state.scores


@pytest.mark.parametrize(("name", "players", "options"), choices(), ids=str)
def test_both_scorers_agree(name: str, players: int, options: dict[str, str]) -> None:
    rules = rule_set(name).resolve(players, options)
    published = msgspec.json.decode(msgspec.json.encode(rules_view(rules)))

    for seed in range(8):
        log, scores = recorded(rules, seed)
        found = scorer.score(published, log)

        assert found["deals"] == [list(points) for points in scores]
        assert found["over"]
        stated = log[-1]["effects"][-1]
        assert stated["kind"] == "match_ended"
        assert (found["totals"], found["ranks"]) == (stated["totals"], stated["ranks"])


@given(games, st.integers(3, 7), st.integers(0, 999))
@settings(max_examples=tries(200))
def test_both_scorers_agree_on_a_tables_own_rules(
    custom: CustomGame, players: int, seed: int
) -> None:
    try:
        rules = custom_rules(players, custom)
    except RuleSetError:
        return
    published = msgspec.json.decode(msgspec.json.encode(rules_view(rules)))

    log, scores = recorded(rules, seed)

    assert scorer.score(published, log)["deals"] == [list(points) for points in scores]


def test_some_of_the_matches_have_a_sale_and_some_a_moon() -> None:
    """The agreement above says something of these only if they occur."""
    auction = rule_set("classic").resolve(4, _MORE["classic", 4])
    greek = rule_set("greek").resolve(4, {"moon": "choice", "limit": "2000"})

    sold = sum(kinds(recorded(auction, seed)[0]).count("talon_paid") for seed in range(8))

    assert sold >= 8
    assert "moon_shot" in kinds(recorded(greek, 3)[0])


def kinds(log: list[scorer.Json]) -> list[str]:
    """Return the kinds of all effects of a log."""
    return [effect["kind"] for entry in log for effect in entry["effects"]]


def test_the_scorer_imports_nothing_of_the_project() -> None:
    source = Path(scorer.__file__).read_text(encoding="utf-8")
    modules = {
        node.module if isinstance(node, ast.ImportFrom) else node.names[0].name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, (ast.Import, ast.ImportFrom))
    }

    assert modules == {"typing"}
