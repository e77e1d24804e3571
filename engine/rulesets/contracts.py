"""The deals that several rule sets share, made from their units. Source: R2, R3, R5."""

from typing import Final

from msgspec import Struct

from engine.cards import RANKS, SUITS, Suit, Trump
from engine.rules import (
    Auction,
    CardPoints,
    LotteryDeal,
    Position,
    Text,
    TrickDeal,
    TrickPoints,
    TrumpChoice,
)

HEARTS: Final = tuple(rank + "H" for rank in RANKS)
QUEENS: Final = tuple("Q" + suit for suit in SUITS)
MEN: Final = tuple("J" + suit for suit in SUITS) + tuple("K" + suit for suit in SUITS)
ACES: Final = tuple("A" + suit for suit in SUITS)
FOUR_SUITS: Final = tuple(Trump(suit) for suit in Suit)
ANY_TRUMP: Final = tuple(Trump)

# Decks by number of players. Source: R1.2.
DECKS: Final[dict[int, tuple[str, ...]]] = {
    3: ("2C",),
    4: (),
    5: ("2C", "2D"),
    6: ("2C", "2D", "2S"),
    7: ("2C", "2D", "2S"),
}

PENALTIES: Final = ("tricks", "hearts", "queens", "men", "king", "special", "robber")

NAMES: Final = {
    "tricks": Text("Bez lew", "No tricks"),
    "hearts": Text("Bez kierów", "No hearts"),
    "queens": Text("Bez dam", "No queens"),
    "men": Text("Bez panów", "No kings and jacks"),
    "aces_queens": Text("Bez asów i dam", "No aces and queens"),
    "king": Text("Bez króla kier", "No king of hearts"),
    "special": Text("Bez karnych lew", "No penalty tricks"),
    "robber": Text("Rozbójnik", "Robber"),
    "trump": Text("Rozgrywka atutowa", "Trump deal"),
    "lottery": Text("Loteryjka", "Lottery"),
}


class Units(Struct, frozen=True, kw_only=True):
    """What counts in the penalty deals of a rule set, signed. Source: R2."""

    trick: int
    heart: int
    queen: int = 0
    man: int
    ace_queen: int = 0
    king: int
    special: tuple[TrickPoints, ...]


class Play(Struct, frozen=True, kw_only=True):
    """How the penalty deals of a rule set are played besides their units."""

    leader: Position = Position.LEFT_OF_DEALER
    banned: tuple[str, ...] = ()
    must_drop: bool = False
    early_end: bool = False


def special_tricks(choice: str, each: int) -> tuple[TrickPoints, ...]:
    """Return the special tricks of an option's value. Source: R2.1."""
    match choice:
        case "last":
            return (TrickPoints(-1, 2 * each),)
        case "last_two":
            return (TrickPoints(-2, each), TrickPoints(-1, each))
        case _:
            return (TrickPoints(7, each), TrickPoints(-1, each))


def penalty_deal(name: str, units: Units, play: Play) -> TrickDeal:
    """Return a penalty deal by its name; `robber` counts everything at once. Source: R2."""
    robber = name == "robber"
    counted = {
        "hearts": CardPoints(HEARTS, units.heart),
        "queens": CardPoints(QUEENS, units.queen),
        "men": CardPoints(MEN, units.man),
        "aces_queens": CardPoints(ACES + QUEENS, units.ace_queen),
        "king": CardPoints(("KH",), units.king),
    }
    return TrickDeal(
        name,
        NAMES[name],
        "R2.1" if name == "special" else "R2",
        play.leader,
        trick=units.trick if robber or name == "tricks" else 0,
        cards=tuple(
            part for key, part in counted.items() if part.points and (robber or key == name)
        ),
        tricks=units.special if robber or name == "special" else (),
        heart_lead_ban=name in play.banned,
        must_drop=("KH",) if play.must_drop and name in {"king", "robber"} else (),
        early_end=play.early_end,
    )


def trump_deal(
    trick: int, choice: TrumpChoice, leader: Position, source: str = "R3.3"
) -> TrickDeal:
    """Return a deal in which every trick counts for its taker. Source: R3.1."""
    return TrickDeal("trump", NAMES["trump"], source, leader, trick=trick, trump=choice)


def whole_hand(
    named_by: Position, suits: tuple[Trump, ...], auction: Auction | None = None
) -> TrumpChoice:
    """Return the choice of a declarer who sees the whole hand. Source: R3.3, R3.5."""
    return TrumpChoice(named_by, None, suits, auction)


def lottery(prizes: tuple[int, ...], start: str, *, ace_bonus: bool = False) -> LotteryDeal:
    """Return a lottery that starts with an eight, or freely. Source: R5.2, R5.3."""
    eight = start == "eight"
    return LotteryDeal(
        "lottery",
        NAMES["lottery"],
        "R5.2" if eight else "R5.3",
        Position.LEFT_OF_DEALER if eight else Position.DEALER,
        prizes,
        opening_rank="8" if eight else None,
        ace_bonus=ace_bonus,
    )


def prizes(players: int, *, one_lottery: bool) -> tuple[int, ...]:
    """Return the prizes of the one lottery, or of each of several. Source: R5.5."""
    if players == 3:
        return (790, 485) if one_lottery else (250, 175)
    return (800, 500) if one_lottery else (200, 125)
