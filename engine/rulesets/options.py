"""Options that several rule sets share. The first value is the default."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from engine.rule_set import Condition, Option, OptionType
from engine.rules import Text
from engine.rulesets.contracts import NAMES, PENALTIES

_OFF_ON: Final = {"off": Text("Nie", "No"), "on": Text("Tak", "Yes")}
_ON_OFF: Final = dict(reversed(_OFF_ON.items()))


def choice(name: str, values: Mapping[str, Text], text: Text, source: str) -> Option:
    """Return an option that is one of some values, each with what it means."""
    return Option(
        id=name,
        default=next(iter(values)),
        values=tuple(values),
        value_texts=tuple(values.values()),
        text=text,
        source=source,
    )


def switch(name: str, text: Text, source: str, *, on: bool = False) -> Option:
    """Return an option that is off or on."""
    return choice(name, _ON_OFF if on else _OFF_ON, text, source)


EARLY_END: Final = switch(
    "early_end",
    Text(
        "Rozdanie kończy się, gdy każdy punkt ma właściciela.",
        "A deal stops once every point in it has an owner.",
    ),
    "R1.9",
)
KING_MUST_DROP: Final = switch(
    "king_must_drop",
    Text("Króla kier zrzuca się przy pierwszej okazji.", "The king of hearts must drop."),
    "R2.2",
)
PENALTY_ORDER: Final = Option(
    id="penalty_order",
    type=OptionType.PERMUTATION,
    default=",".join(PENALTIES),
    values=PENALTIES,
    value_texts=tuple(NAMES[name] for name in PENALTIES),
    text=Text("Kolejność rozdań karnych.", "The order of the penalty deals."),
    source="R6",
)
_TRUMP_PLAYED: Final = Condition("plus_phase", ("trump", "both", "trump_twice"))
_LOTTERY_PLAYED: Final = Condition("plus_phase", ("lottery", "both", "lottery_twice"))
_AUCTION: Final = Condition("trump_mode", ("auction",))


_AUCTION_PLAYED: Final = (_TRUMP_PLAYED, _AUCTION)

# The options of the plus phase. Source: R4, R5.5, R3.5.
_PLUS: Final = (
    replace(
        choice(
            "plus_order",
            {
                "trump_first": Text("Rozgrywka atutowa", "Trump deals"),
                "lottery_first": Text("Loteryjka", "The lottery"),
            },
            Text("Co rozgrywa się najpierw.", "What is played first."),
            "R4",
        ),
        needs=(Condition("plus_phase", ("both",)),),
    ),
    replace(
        choice(
            "lottery_deals",
            {
                "1": Text("Jedna", "One"),
                "players": Text("Po jednej na gracza", "One for each player"),
            },
            Text(
                "Jedna loteryjka albo po jednej na gracza.",
                "One lottery, or one for each player.",
            ),
            "R5.5",
        ),
        needs=(_LOTTERY_PLAYED,),
    ),
    replace(
        choice(
            "trump_mode",
            {
                "plain": Text("Zwykła", "Plain"),
                "auction": Text("Z licytacją kart ze stołu", "With a talon for sale"),
            },
            Text(
                "Rozgrywka atutowa zwykła albo z licytacją kart ze stołu.",
                "The trump deal plain, or with a talon that may be sold.",
            ),
            "R3.5",
        ),
        needs=(_TRUMP_PLAYED,),
    ),
    Option(
        id="max_bid",
        type=OptionType.INTEGER,
        default="1000",
        minimum=1,
        maximum=100_000,
        needs=_AUCTION_PLAYED,
        text=Text("Najwyższa oferta w licytacji.", "The highest bid."),
        source="R3.5",
    ),
    replace(
        switch(
            "buyer_leads",
            Text(
                "Wychodzi ten, kto kupił karty ze stołu.",
                "The buyer of the talon leads instead of the declarer.",
            ),
            "R3.5",
        ),
        needs=_AUCTION_PLAYED,
    ),
)


def plus_options(*, with_phase: bool) -> tuple[Option, ...]:
    """Return the options of the plus phase, for a game in which the phase is an option or not."""
    return _PLUS if with_phase else tuple(map(_without_phase, _PLUS))


def _without_phase(option: Option) -> Option:
    needs = tuple(need for need in option.needs if need.option != "plus_phase")
    return replace(option, needs=needs)
