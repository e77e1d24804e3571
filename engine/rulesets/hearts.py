"""The games to a limit: Greek, American and Black Maria. Source: R8, R9, R10."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from engine.rule_set import Condition, Game, Option, OptionType, RuleSet
from engine.rules import (
    BrokenHearts,
    CardPoints,
    Direction,
    Ending,
    EndWhen,
    Moon,
    MoonWay,
    Passing,
    Position,
    Text,
    Tie,
    TrickDeal,
)
from engine.rulesets.contracts import HEARTS
from engine.rulesets.options import EARLY_END, choice, switch

_PASSED: Final = 3
_GREEK_POINTS: Final = (CardPoints(HEARTS, 1), CardPoints(("QS",), 13))
_MARIA_POINTS: Final = (
    CardPoints(HEARTS, 1),
    CardPoints(("QS",), 13),
    CardPoints(("KS",), 10),
    CardPoints(("AS",), 7),
)
_JACK: Final = CardPoints(("JD",), -10)
_NAMES: Final = {
    0: Text("Bez wymiany", "Hold"),
    1: Text("W lewo", "Pass left"),
    2: Text("Naprzeciw", "Pass across"),
    -1: Text("W prawo", "Pass right"),
}
_IDS: Final = {0: "hold", 1: "left", 2: "across", -1: "right"}


def _directions(passing: str, players: int) -> tuple[int, ...]:
    """Return to whom each deal passes: seats clockwise, -1 the right, 0 for none. Source: R8.1."""
    match passing:
        case "cycle":
            return (1, -1, 2, 0) if players == 4 else (1, -1, 0)
        case "every_left":
            return (1,)
        case "every_right":
            return (-1,)
        case _:
            return (0,)


def _game(
    players: int, options: Mapping[str, str], cards: tuple[CardPoints, ...], beside: tuple[str, ...]
) -> Game:
    directions = _directions(options["passing"], players)
    ending = Ending(int(options["limit"]), EndWhen(options["end_when"]), Tie(options["tie"]))
    return Game(
        tuple(_deal(players, options, cards, beside, to) for to in directions), ending=ending
    )


def _deal(
    players: int,
    options: Mapping[str, str],
    cards: tuple[CardPoints, ...],
    beside: tuple[str, ...],
    to: int,
) -> TrickDeal:
    point_cards = tuple(name for part in cards for name in part.cards)
    opener = "2C" if cards == _GREEK_POINTS else None
    return TrickDeal(
        _IDS[to],
        _NAMES[to],
        "R8" if opener else "R10",
        Position.HOLDER if opener else Position.LEFT_OF_DEALER,
        cards=(*cards, _JACK) if options["jack_bonus"] == "on" else cards,
        passing=Passing(_PASSED, to % players) if to else None,
        opening_card=opener,
        barred_first=point_cards if options["first_trick_points"] == "barred" else (),
        broken_hearts=_broken(options, beside),
        must_drop=("QS",) if options["must_dump_queen"] == "on" else (),
        moon=_moon(options["moon"], point_cards),
        early_end=options["early_end"] == "on",
    )


def _broken(options: Mapping[str, str], beside: tuple[str, ...]) -> BrokenHearts | None:
    if options["hearts_must_break"] == "off":
        return None
    queen = ("QS",) if options["queen_breaks_hearts"] == "on" else ()
    return BrokenHearts(HEARTS + queen, beside)


def _moon(choice_of_moon: str, cards: tuple[str, ...]) -> Moon | None:
    if choice_of_moon == "off":
        return None
    ways = tuple(MoonWay) if choice_of_moon == "choice" else (MoonWay(choice_of_moon),)
    return Moon(cards, ways)


def _greek(players: int, options: Mapping[str, str]) -> Game:
    return _game(players, options, _GREEK_POINTS, ())


def _american(players: int, options: Mapping[str, str]) -> Game:
    return _game(players, options, _GREEK_POINTS, ("QS",))


def _maria(players: int, options: Mapping[str, str]) -> Game:
    return _game(players, options, _MARIA_POINTS, ())


# The options of the family, as Greek has them. Source: R8.
_FAMILY: Final = (
    choice(
        "passing",
        {
            "cycle": Text("Co rozdanie inaczej", "Another way each deal"),
            "every_left": Text("Zawsze w lewo", "Always left"),
            "every_right": Text("Zawsze w prawo", "Always right"),
            "off": Text("Nikomu", "Nobody"),
        },
        Text("Komu podaje się trzy karty.", "To whom three cards are passed."),
        "R8.1",
    ),
    choice(
        "moon",
        {
            "add_others": Text("Punkty dostają pozostali", "The others get the points"),
            "subtract_self": Text("Punkty się odejmuje", "The points are taken off"),
            "choice": Text("Do wyboru", "A choice of the two"),
            "off": Text("Nic", "Nothing"),
        },
        Text("Co daje zebranie wszystkich kart.", "What taking every penalty card brings."),
        "R8.4",
    ),
    Option(
        id="limit",
        type=OptionType.INTEGER,
        default="100",
        minimum=1,
        maximum=10_000,
        text=Text("Do ilu punktów się gra.", "To how many points the match goes."),
        source="R8.5",
    ),
    choice(
        "end_when",
        {"exceed": Text("Przekroczyć", "Passed"), "reach": Text("Osiągnąć", "Reached")},
        Text(
            "Czy limit trzeba przekroczyć, czy osiągnąć.",
            "Whether the limit must be passed or reached.",
        ),
        "R8.5",
    ),
    choice(
        "tie",
        {"draw": Text("Remis", "A draw"), "play_on": Text("Gra dalej", "More deals")},
        Text("Remis albo gra dalej.", "A draw, or more deals."),
        "R8.5",
    ),
    choice(
        "first_trick_points",
        {"barred": Text("Zabronione", "Barred"), "allowed": Text("Dozwolone", "Allowed")},
        Text("Karty punktowane w pierwszej lewie.", "Point cards in the first trick."),
        "R8.3",
    ),
    switch(
        "hearts_must_break",
        Text(
            "Wychodzić w kiery można po zrzuceniu kiera.",
            "Hearts are led only after they are broken.",
        ),
        "R8.3",
        on=True,
    ),
    replace(
        switch(
            "queen_breaks_hearts",
            Text("Dama pik otwiera kiery.", "The queen of spades breaks hearts."),
            "R8.6",
        ),
        needs=(Condition("hearts_must_break", ("on",)),),
    ),
    switch(
        "must_dump_queen",
        Text("Damę pik zrzuca się przy okazji.", "The queen of spades must drop."),
        "R8.6",
    ),
    switch(
        "jack_bonus",
        Text("Walet karo daje -10.", "The jack of diamonds brings -10."),
        "R8.6",
    ),
    EARLY_END,
)


def _family(**defaults: str) -> tuple[Option, ...]:
    """Return the options of the family with other defaults, which then come first."""
    return tuple(
        _with_default(option, defaults.get(option.id, option.default)) for option in _FAMILY
    )


def _with_default(option: Option, default: str) -> Option:
    texts = dict(zip(option.values, option.value_texts, strict=True))
    values = tuple(sorted(texts, key=lambda value: value != default))
    value_texts = tuple(texts[value] for value in values)
    return replace(option, default=default, values=values, value_texts=value_texts)


GREEK: Final = RuleSet(
    id="greek",
    version=1,
    name=Text("Kierki greckie", "Greek Kierki (Windows Hearts)"),
    summary=Text(
        "Kiery po 1, dama pik 13; kto przekroczy 100, kończy grę.",
        "Hearts are 1, the queen of spades 13; a total past 100 ends the match.",
    ),
    source="R8",
    direction=Direction.LOW,
    removed={4: (), 3: ("2D",)},
    options=_FAMILY,
    build=_greek,
)
AMERICAN: Final = RuleSet(
    id="american",
    version=1,
    name=Text("Kierki amerykańskie", "American Kierki (Hearts)"),
    summary=Text(
        "Jak greckie; dama pik otwiera kiery, a gra kończy się na 100.",
        "As Greek; the queen of spades breaks hearts, and 100 ends the match.",
    ),
    source="R9",
    direction=Direction.LOW,
    removed={4: (), 3: ("2D",)},
    options=_family(queen_breaks_hearts="on", end_when="reach"),
    build=_american,
)
BLACK_MARIA: Final = RuleSet(
    id="black_maria",
    version=1,
    name=Text("Czarna mańka", "Black Maria"),
    summary=Text(
        "Trzy karty w prawo; kiery po 1, dama pik 13, król 10, as 7.",
        "Three cards to the right; hearts 1, queen of spades 13, king 10, ace 7.",
    ),
    source="R10",
    direction=Direction.LOW,
    removed={
        3: ("2C",),
        4: (),
        5: ("2C", "2D"),
        6: ("2C", "2D", "2H", "2S"),
    },
    options=_family(
        passing="every_right",
        moon="off",
        end_when="reach",
        first_trick_points="allowed",
        hearts_must_break="off",
    ),
    build=_maria,
)
