"""Options that several rule sets share. The first value is the default."""

from typing import Final

from msgspec.structs import replace

from engine.rule_set import Condition, Option, OptionType
from engine.rules import Text
from engine.rulesets.contracts import PENALTIES

_OFF_ON: Final = ("off", "on")


def choice(name: str, values: tuple[str, ...], text: Text, source: str) -> Option:
    """Return an option that is one of some values."""
    return Option(id=name, default=values[0], values=values, text=text, source=source)


def switch(name: str, text: Text, source: str, *, on: bool = False) -> Option:
    """Return an option that is off or on."""
    return choice(name, ("on", "off") if on else _OFF_ON, text, source)


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
    text=Text("Kolejność rozdań karnych.", "The order of the penalty deals."),
    source="R6",
)
_TRUMP_PLAYED: Final = Condition("plus_phase", ("trump", "both", "trump_twice"))
_LOTTERY_PLAYED: Final = Condition("plus_phase", ("lottery", "both", "lottery_twice"))
_AUCTION: Final = Condition("trump_mode", ("auction",))


_AUCTION_PLAYED: Final = (_TRUMP_PLAYED, _AUCTION)

# The options of the plus phase. Source: R4, R5.5, R3.5.
_PLUS: Final = (
    Option(
        id="plus_order",
        default="trump_first",
        values=("trump_first", "lottery_first"),
        needs=(Condition("plus_phase", ("both",)),),
        text=Text("Co rozgrywa się najpierw.", "What is played first."),
        source="R4",
    ),
    Option(
        id="lottery_deals",
        default="1",
        values=("1", "players"),
        needs=(_LOTTERY_PLAYED,),
        text=Text(
            "Jedna loteryjka albo po jednej na gracza.",
            "One lottery, or one for each player.",
        ),
        source="R5.5",
    ),
    Option(
        id="trump_mode",
        default="plain",
        values=("plain", "auction"),
        needs=(_TRUMP_PLAYED,),
        text=Text(
            "Rozgrywka atutowa zwykła albo z licytacją kart ze stołu.",
            "The trump deal plain, or with a talon that may be sold.",
        ),
        source="R3.5",
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
    Option(
        id="buyer_leads",
        default="off",
        values=_OFF_ON,
        needs=_AUCTION_PLAYED,
        text=Text(
            "Wychodzi ten, kto kupił karty ze stołu.",
            "The buyer of the talon leads instead of the declarer.",
        ),
        source="R3.5",
    ),
)


def plus_options(*, with_phase: bool) -> tuple[Option, ...]:
    """Return the options of the plus phase, for a game in which the phase is an option or not."""
    return _PLUS if with_phase else tuple(map(_without_phase, _PLUS))


def _without_phase(option: Option) -> Option:
    needs = tuple(need for need in option.needs if need.option != "plus_phase")
    return replace(option, needs=needs)
