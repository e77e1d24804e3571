"""What the overlay says that a deal is played for follows from the rules of the match alone."""

import json
from functools import cache
from typing import Any

import msgspec
import pytest

from engine.rulesets import RULE_SETS, rule_set
from service.usecases.catalogue import rules_view
from tests.architecture.tree import ROOT
from tests.clients.node import run

_SCRIPT = """
import {{ penaltiesOf }} from {source}
const penalties = ({{ deals, removed }}) => deals.map((deal) => penaltiesOf(deal, removed))
console.log(JSON.stringify({games}.map(penalties)))
"""
_GAMES = [(name, players) for name, rules in RULE_SETS.items() for players in rules.players]


def _rules(name: str, players: int) -> Any:
    view = rules_view(rule_set(name).resolve(players, {}))
    return json.loads(msgspec.json.encode(view))


@cache
def _all_penalties() -> dict[tuple[str, int], Any]:
    """Return what the overlay shows of each deal of each game; one Node tells it of all."""
    source = (ROOT / "clients/overlay/src/penalties.ts").as_uri()
    games = [_rules(name, players) for name, players in _GAMES]
    script = _SCRIPT.format(source=json.dumps(source), games=json.dumps(games))
    done = run(("--input-type=module", "--eval", script))
    assert done.returncode == 0, done.stderr
    return dict(zip(_GAMES, json.loads(done.stdout), strict=True))


def test_kurnik_is_told_in_short() -> None:
    shown = _all_penalties()["kurnik", 4]

    hearts = {"points": -20, "causes": [{"kind": "suit", "suit": "H"}]}
    queens = {"points": -60, "causes": [{"kind": "rank", "card": "QS"}]}
    men = {
        "points": -30,
        "causes": [{"kind": "rank", "card": "KS"}, {"kind": "rank", "card": "JS"}],
    }
    king = {"points": -150, "causes": [{"kind": "card", "card": "KH"}]}
    trick = {"points": -20, "causes": [{"kind": "each_trick"}]}
    seventh = {"points": -75, "causes": [{"kind": "trick", "number": 7}]}
    last = {"points": -75, "causes": [{"kind": "trick", "number": -1}]}
    assert shown[:6] == [[trick], [hearts], [queens], [men], [king], [seventh, last]]
    assert shown[6] == [trick, hearts, queens, men, king, seventh, last]


def test_a_lottery_is_played_for_its_prizes() -> None:
    (shown, *_) = _all_penalties()["lottery", 4]

    assert shown == [
        {"points": 800, "causes": [{"kind": "place", "number": 1}]},
        {"points": 500, "causes": [{"kind": "place", "number": 2}]},
    ]


@pytest.mark.parametrize(("name", "players"), _GAMES)
def test_every_card_that_counts_is_told_exactly(name: str, players: int) -> None:
    rules = _rules(name, players)
    deck = {rank + suit for rank in "23456789TJQKA" for suit in "CDHS"} - {*rules["removed"]}

    for deal, shown in zip(rules["deals"], _all_penalties()[name, players], strict=True):
        told = [
            (
                {card for cause in penalty["causes"] for card in _cards(cause, deck)},
                penalty["points"],
            )
            for penalty in shown
            if penalty["causes"][0]["kind"] in {"suit", "rank", "card"}
        ]
        assert told == [
            ({*group["cards"]} & deck, group["points"]) for group in deal.get("cards", ())
        ]


def _cards(cause: Any, deck: set[str]) -> set[str]:
    """Return the cards that a reader takes a cause for."""
    match cause["kind"]:
        case "suit":
            return {card for card in deck if card[1] == cause["suit"]}
        case "rank":
            return {card for card in deck if card[0] == cause["card"][0]}
    return {cause["card"]}
