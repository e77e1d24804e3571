"""Kurnik: seven penalty deals, a trump deal per player, one lottery. Source: R6."""

from collections.abc import Mapping
from typing import Final

from engine.rule_set import Game, RuleSet
from engine.rules import Direction, Position, Text, TrumpChoice
from engine.rulesets.contracts import (
    DECKS,
    FOUR_SUITS,
    Play,
    Units,
    lottery,
    penalty_deal,
    prizes,
    special_tricks,
    trump_deal,
)
from engine.rulesets.options import EARLY_END, PENALTY_ORDER, choice

# Penalties, a trump trick and the cards seen before the trump, by players. Source: R2, R3.2, R3.4.
_TRICK: Final = {3: -15, 4: -20}
_KING: Final = {3: -140, 4: -150}
_SPECIAL: Final = {3: -70, 4: -75}
_TRUMP_TRICK: Final = {3: 20, 4: 25}
_SEEN_CARDS: Final = {3: 6, 4: 5}


def _build(players: int, options: Mapping[str, str]) -> Game:
    units = Units(
        trick=_TRICK[players],
        heart=-20,
        queen=-60,
        man=-30,
        king=_KING[players],
        special=special_tricks("seventh_and_last", _SPECIAL[players]),
    )
    play = Play(
        banned=("hearts", "king", "robber"),
        early_end=options["early_end"] == "on",
    )
    trump = trump_deal(
        _TRUMP_TRICK[players],
        TrumpChoice(Position.DEALER, _SEEN_CARDS[players], FOUR_SUITS),
        Position(options["trump_leader"]),
        "R3.4",
    )
    return Game(
        (
            *(penalty_deal(name, units, play) for name in options["penalty_order"].split(",")),
            *(trump,) * players,
            lottery(prizes(players, one_lottery=True), "free"),
        )
    )


KURNIK: Final = RuleSet(
    id="kurnik",
    version=1,
    name=Text("Kierki (Kurnik)", "Kierki as on Kurnik"),
    summary=Text(
        "Siedem rozdań karnych, rozdanie atutowe każdego gracza i loteryjka.",
        "Seven penalty deals, a trump deal for each player, and a lottery.",
    ),
    source="R6",
    direction=Direction.HIGH,
    removed={players: DECKS[players] for players in (4, 3)},
    options=(
        PENALTY_ORDER,
        choice(
            "trump_leader",
            {
                "left_of_dealer": Text("Gracz po lewej rozdającego", "The seat left of the dealer"),
                "declarer": Text("Kto wybrał atut", "Who has named the trump"),
            },
            Text("Kto wychodzi w rozdaniu atutowym.", "Who leads in a trump deal."),
            "R3.4",
        ),
        EARLY_END,
    ),
    build=_build,
)
