"""The ten-deal game: six penalty deals, four deals of a declarer's choice. Source: R7."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from engine.rule_set import Game, RuleSet
from engine.rules import Direction, Position, Text
from engine.rulesets.contracts import (
    ANY_TRUMP,
    DECKS,
    Play,
    Units,
    penalty_deal,
    special_tricks,
    trump_deal,
    whole_hand,
)
from engine.rulesets.options import EARLY_END, choice

_DEALS: Final = ("tricks", "hearts", "men", "aces_queens", "special", "king")
_TRUMP_TRICK: Final = 12
# An ace or queen and the K♥ by scale. Source: R7.
_SCALES: Final = {"literal": (-26, -124), "balanced": (-13, -104)}


def _build(players: int, options: Mapping[str, str]) -> Game:
    ace_queen, king = _SCALES[options["scale"]]
    units = Units(
        trick=-8,
        heart=-8,
        man=-13,
        ace_queen=ace_queen,
        king=king,
        special=special_tricks("seventh_and_last", -52),
    )
    play = Play(early_end=options["early_end"] == "on")
    banned = options["heart_ban"].split(",")
    penalties = (
        replace(penalty_deal(name, units, play), heart_lead_ban=str(number) in banned)
        for number, name in enumerate(_DEALS, 1)
    )
    choice_of_trump = whole_hand(Position.LEFT_OF_DEALER, ANY_TRUMP)
    plus = trump_deal(_TRUMP_TRICK, choice_of_trump, Position.DECLARER)
    count = players if options["plus_deals"] == "players" else 4
    return Game((*penalties, *(plus,) * count))


TEN_DEAL: Final = RuleSet(
    id="ten_deal",
    version=1,
    name=Text("Kierki dziesięciorozdaniowe", "Ten-deal Kierki"),
    summary=Text(
        "Sześć rozdań ujemnych i cztery rozdania z wybranym atutem lub bez atutu.",
        "Six penalty deals and four with a trump, or no trump, of a player's choice.",
    ),
    source="R7",
    direction=Direction.HIGH,
    removed={players: DECKS[players] for players in (4, 3)},
    options=(
        choice(
            "heart_ban",
            {
                "1": Text("W pierwszym", "In the first"),
                "none": Text("W żadnym", "In none"),
                "2,6": Text("W drugim i szóstym", "In the second and the sixth"),
                "1,2,6": Text(
                    "W pierwszym, drugim i szóstym", "In the first, the second and the sixth"
                ),
            },
            Text(
                "W których rozdaniach nie wychodzi się w kiery.",
                "In which deals hearts may not be led.",
            ),
            "R7",
        ),
        choice(
            "scale",
            {
                "literal": Text("Dosłowna", "To the letter"),
                "balanced": Text("Wyrównana", "Balanced"),
            },
            Text("Punktacja dosłowna albo wyrównana.", "Points to the letter, or balanced."),
            "R7",
        ),
        choice(
            "plus_deals",
            {
                "4": Text("Cztery", "Four"),
                "players": Text("Po jednym na gracza", "One for each player"),
            },
            Text("Ile jest rozdań dodatnich.", "How many plus deals there are."),
            "R7",
        ),
        EARLY_END,
    ),
    build=_build,
)
