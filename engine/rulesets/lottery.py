"""The lottery as a game of its own. Source: R5.7."""

from collections.abc import Mapping
from typing import Final

from engine.rule_set import Game, Option, OptionType, RuleSet
from engine.rules import Direction, Text
from engine.rulesets import contracts
from engine.rulesets.options import choice, switch


def _build(players: int, options: Mapping[str, str]) -> Game:
    count = int(options["deals"])
    deal = contracts.lottery(
        contracts.prizes(players, one_lottery=count == 1),
        options["start"],
        ace_bonus=options["ace_bonus"] == "on",
    )
    return Game((deal,) * count)


LOTTERY: Final = RuleSet(
    id="lottery",
    version=1,
    name=Text("Loteryjka", "Lottery"),
    summary=Text(
        "Kto pierwszy pozbędzie się kart, układając je kolorami.",
        "Who is first to get rid of the cards, laid out suit by suit.",
    ),
    source="R5.7",
    direction=Direction.HIGH,
    removed={players: contracts.DECKS[players] for players in (4, 3)},
    options=(
        choice(
            "start",
            {
                "eight": Text("Ósemką", "With an eight"),
                "free": Text("Dowolną kartą", "With any card"),
            },
            Text("Zaczyna się ósemką albo dowolną kartą.", "It starts with an eight, or freely."),
            "R5.7",
        ),
        Option(
            id="deals",
            type=OptionType.INTEGER,
            default="1",
            minimum=1,
            maximum=20,
            text=Text("Ile jest rozdań.", "How many deals are played."),
            source="R5.7",
        ),
        switch(
            "ace_bonus",
            Text("Po asie wykłada się jeszcze raz.", "After an ace the same seat moves again."),
            "R5.7",
        ),
    ),
    build=_build,
)
