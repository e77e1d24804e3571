"""King: six penalty deals, then each dealer names a trump or none. Source: R11."""

from collections.abc import Mapping
from typing import Final

from engine.rule_set import Game, RuleSet
from engine.rules import Direction, Position, Text
from engine.rulesets.contracts import (
    ANY_TRUMP,
    DECKS,
    PENALTIES,
    Play,
    Units,
    penalty_deal,
    special_tricks,
    trump_deal,
    whole_hand,
)
from engine.rulesets.options import EARLY_END, choice

# Source: R2.
_UNITS: Final = Units(
    trick=-20,
    heart=-20,
    queen=-50,
    man=-30,
    king=-160,
    special=special_tricks("last_two", -90),
)
_TRUMP_TRICK: Final = 25


def _build(players: int, options: Mapping[str, str]) -> Game:
    leader = Position(options["leader"])
    play = Play(
        leader=leader,
        banned=("hearts", "king"),
        must_drop=True,
        early_end=options["early_end"] == "on",
    )
    trump = trump_deal(_TRUMP_TRICK, whole_hand(Position.DEALER, ANY_TRUMP), leader)
    penalties = (penalty_deal(name, _UNITS, play) for name in PENALTIES[:-1])
    return Game((*penalties, *(trump,) * players))


KING: Final = RuleSet(
    id="king",
    version=1,
    name=Text("King", "King"),
    summary=Text(
        "Sześć rozdań karnych, potem każdy rozdający wybiera atut lub grę bez atutu.",
        "Six penalty deals, then each dealer names a trump or no trump.",
    ),
    source="R11",
    direction=Direction.HIGH,
    removed={4: DECKS[4]},
    options=(
        choice(
            "leader",
            {
                "left_of_dealer": Text("Gracz po lewej rozdającego", "The seat left of the dealer"),
                "dealer": Text("Rozdający", "The dealer"),
            },
            Text("Kto wychodzi pierwszy.", "Who leads first."),
            "R11",
        ),
        EARLY_END,
    ),
    build=_build,
)
