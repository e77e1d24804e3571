"""Kurnik: seven penalty deals, a trump deal per player, one lottery. Source: R6."""

from collections.abc import Mapping
from typing import Final

from engine.cards import RANKS, SUITS, Suit
from engine.rules import (
    CardPoints,
    Deal,
    Direction,
    LotteryDeal,
    Option,
    OptionType,
    Position,
    RuleSet,
    Text,
    TrickDeal,
    TrickPoints,
    TrumpChoice,
)

_HEARTS: Final = tuple(rank + "H" for rank in RANKS)
_QUEENS: Final = tuple("Q" + suit for suit in SUITS)
_MEN: Final = tuple("J" + suit for suit in SUITS) + tuple("K" + suit for suit in SUITS)

# Units by number of players. Source: R2, R3.2, R5.5.
_UNITS: Final = {
    3: {"trick": -15, "king": -140, "special": -70, "trump": 20, "first": 790, "second": 485},
    4: {"trick": -20, "king": -150, "special": -75, "trump": 25, "first": 800, "second": 500},
}
_SEEN_CARDS: Final = {3: 6, 4: 5}  # Source: R3.4

_ORDER: Final = Option(
    id="penalty_order",
    type=OptionType.PERMUTATION,
    values=("tricks", "hearts", "queens", "men", "king", "special", "robber"),
    text=Text(
        pl="Kolejność siedmiu rozdań karnych.",
        en="The order of the seven penalty deals.",
    ),
    source="R6",
)
_TRUMP_LEADER: Final = Option(
    id="trump_leader",
    type=OptionType.CHOICE,
    values=("left_of_dealer", "declarer"),
    text=Text(
        pl="Kto wychodzi w rozdaniu atutowym.",
        en="Who leads in a trump deal.",
    ),
    source="R3.4",
)


def _penalty_deals(players: int) -> dict[str, TrickDeal]:
    """Return the seven penalty deals by id. Source: R2, R6."""
    unit = _UNITS[players]
    trick = unit["trick"]
    hearts = CardPoints(_HEARTS, -20)
    queens = CardPoints(_QUEENS, -60)
    men = CardPoints(_MEN, -30)
    king = CardPoints(("KH",), unit["king"])
    special = (TrickPoints(7, unit["special"]), TrickPoints(-1, unit["special"]))
    left = Position.LEFT_OF_DEALER
    deals = (
        TrickDeal("tricks", Text("Bez lew", "No tricks"), "R2", left, trick=trick),
        TrickDeal(
            "hearts",
            Text("Bez kierów", "No hearts"),
            "R2",
            left,
            cards=(hearts,),
            heart_lead_ban=True,
        ),
        TrickDeal("queens", Text("Bez dam", "No queens"), "R2", left, cards=(queens,)),
        TrickDeal("men", Text("Bez panów", "No kings and jacks"), "R2", left, cards=(men,)),
        TrickDeal(
            "king",
            Text("Bez króla kier", "No king of hearts"),
            "R2",
            left,
            cards=(king,),
            heart_lead_ban=True,
        ),
        TrickDeal(
            "special",
            Text("Bez siódmej i ostatniej lewy", "No seventh and last trick"),
            "R2.1",
            left,
            tricks=special,
        ),
        TrickDeal(
            "robber",
            Text("Rozbójnik", "Robber"),
            "R2",
            left,
            trick=trick,
            cards=(hearts, queens, men, king),
            tricks=special,
            heart_lead_ban=True,
        ),
    )
    return {deal.id: deal for deal in deals}


def _trump_deal(players: int, leader: str) -> TrickDeal:
    """Return the trump deal that each seat names once, as dealer. Source: R3.4."""
    return TrickDeal(
        "trump",
        Text("Rozgrywka atutowa", "Trump deal"),
        "R3.4",
        Position.DEALER if leader == "declarer" else Position.LEFT_OF_DEALER,
        trick=_UNITS[players]["trump"],
        trump=TrumpChoice(Position.DEALER, _SEEN_CARDS[players], tuple(Suit)),
    )


def _build(players: int, options: Mapping[str, str]) -> tuple[Deal, ...]:
    penalties = _penalty_deals(players)
    unit = _UNITS[players]
    lottery = LotteryDeal(
        "lottery",
        Text("Loteryjka", "Lottery"),
        "R5.3",
        Position.DEALER,
        (unit["first"], unit["second"]),
    )
    return (
        *(penalties[name] for name in options["penalty_order"].split(",")),
        *(_trump_deal(players, options["trump_leader"]),) * players,
        lottery,
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
    removed={3: ("2C",), 4: ()},
    options=(_ORDER, _TRUMP_LEADER),
    build=_build,
)
