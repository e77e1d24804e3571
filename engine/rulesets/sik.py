"""The network course's scale: seven penalty deals in any order, points counted up. Source: R13."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from engine.rule_set import Game, RuleSet
from engine.rules import Direction, Text
from engine.rulesets.contracts import DECKS, Play, Units, penalty_deal, special_tricks
from engine.rulesets.options import EARLY_END, PENALTY_ORDER

_UNITS: Final = Units(
    trick=1,
    heart=1,
    queen=5,
    man=2,
    king=18,
    special=special_tricks("seventh_and_last", 10),
)


def _build(players: int, options: Mapping[str, str]) -> Game:
    play = Play(early_end=options["early_end"] == "on")
    names = options["penalty_order"].split(",")
    return Game(tuple(penalty_deal(name, _UNITS, play) for name in names))


SIK: Final = RuleSet(
    id="sik",
    version=1,
    name=Text("Kierki sieciowe (SIK)", "Network-course Kierki (SIK)"),
    summary=Text(
        "Siedem rozdań karnych bez zakazów; wygrywa najniższa suma.",
        "Seven penalty deals without bans; the lowest total wins.",
    ),
    source="R13",
    direction=Direction.LOW,
    removed={4: DECKS[4]},
    options=(replace(PENALTY_ORDER, source="R13"), EARLY_END),
    build=_build,
)
