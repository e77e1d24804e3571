"""What each game is made of: its deck, its deals and its end, as docs/rules.md tells them."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

RANKS = "23456789TJQKA"
SUITS = "CDHS"
WHOLE = tuple(rank + suit for suit in SUITS for rank in RANKS)
HEARTS = [rank + "H" for rank in RANKS]
PENALTIES = ("tricks", "hearts", "queens", "men", "king", "special")

Options = Mapping[str, str]


@dataclass(frozen=True)
class Contract:
    """How one deal is counted and played. `tricks` are points by the number of the trick."""

    id: str
    trick: int = 0
    cards: Mapping[str, int] = field(default_factory=dict)
    tricks: Mapping[int, int] = field(default_factory=dict)
    leader: str = "left"
    ban: bool = False
    drop: tuple[str, ...] = ()
    early_end: bool = False
    declarer: str = ""
    first_cards: int = 0
    trumps: str = "CDHS"
    max_bid: int = 0
    pass_to: int = 0
    opening: str = ""
    barred: tuple[str, ...] = ()
    breaking: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    moon: str = "off"
    moon_cards: tuple[str, ...] = ()
    prizes: tuple[int, ...] = ()
    eight: bool = False
    ace_bonus: bool = False

    @property
    def is_lottery(self) -> bool:
        """Say whether cards are laid out instead of played in tricks."""
        return bool(self.prizes)


def removed(name: str, players: int) -> list[str]:
    """Return the cards that are taken out of the deck."""
    if name in ("greek", "american"):
        return ["2D"] if players == 3 else []
    if (name, players) == ("black_maria", 6):
        return ["2C", "2D", "2H", "2S"]
    return {3: ["2C"], 4: [], 5: ["2C", "2D"]}.get(players, ["2C", "2D", "2S"])


def hand_size(name: str, players: int) -> int:
    """Return how many cards each seat plays with."""
    return (52 - len(removed(name, players))) // players


@dataclass(frozen=True)
class Units:
    """The figures of a game, without their sign."""

    trick: int
    heart: int
    queen: int
    man: int
    king: int
    special: int
    ace: int = 0


_FOUR = Units(20, 20, 60, 30, 150, 75)
_THREE = Units(15, 20, 60, 30, 140, 70)


def _each(cards: list[str], points: int) -> dict[str, int]:
    return dict.fromkeys(cards, points)


def _penalties(units: Units, sign: int, special: tuple[int, ...]) -> dict[str, Contract]:
    """Return the penalty deals by their ids."""
    queens, jacks, kings, aces = ([rank + suit for suit in SUITS] for rank in "QJKA")
    fatal: dict[int, int] = {}
    for number in special:
        fatal[number] = fatal.get(number, 0) + sign * units.special
    parts = {
        "tricks": Contract("tricks", trick=sign * units.trick),
        "hearts": Contract("hearts", cards=_each(HEARTS, sign * units.heart)),
        "queens": Contract("queens", cards=_each(queens, sign * units.queen)),
        "men": Contract("men", cards=_each(jacks + kings, sign * units.man)),
        "aces_queens": Contract("aces_queens", cards=_each(aces + queens, sign * units.ace)),
        "king": Contract("king", cards={"KH": sign * units.king}),
        "special": Contract("special", tricks=fatal),
    }
    return {**parts, "robber": _robber([parts[name] for name in PENALTIES])}


def _robber(parts: list[Contract]) -> Contract:
    cards: dict[str, int] = {}
    for part in parts:
        for card, points in part.cards.items():
            cards[card] = cards.get(card, 0) + points
    return Contract(
        "robber",
        trick=sum(part.trick for part in parts),
        cards=cards,
        tricks=next(part.tricks for part in parts if part.tricks),
    )


def _fatal(value: str, size: int) -> tuple[int, ...]:
    """Return the numbers of the special tricks; one that stands twice counts twice."""
    first = {"last": size, "last_two": size - 1, "seventh_and_last": 7}[value]
    return (first, size)


def deals(name: str, players: int, options: Options) -> list[Contract]:
    """Return the deals of a game in their order; in a game to a limit, those that come again."""
    size = hand_size(name, players)
    found = {
        "kurnik": _kurnik,
        "classic": _classic,
        "polish": _polish,
        "ten_deal": _ten_deal,
        "king": _king,
        "sik": _sik,
        "lottery": _lottery,
        "greek": _greek,
        "american": _american,
        "black_maria": _maria,
    }[name](players, size, options)
    early = options.get("early_end") == "on"
    return [replace(deal, early_end=early) for deal in found]


def _banned(deal: Contract, *names: str) -> Contract:
    return replace(deal, ban=deal.id in names)


def _kurnik(players: int, size: int, options: Options) -> list[Contract]:
    units = _THREE if players == 3 else _FOUR
    found = _penalties(units, -1, _fatal("seventh_and_last", size))
    trump = Contract(
        "trump",
        trick=20 if players == 3 else 25,
        declarer="dealer",
        first_cards=6 if players == 3 else 5,
        leader="declarer" if options["trump_leader"] == "declarer" else "left",
    )
    lottery = Contract("lottery", prizes=(790, 485) if players == 3 else (800, 500))
    order = options["penalty_order"].split(",")
    return [
        *(_banned(found[name], "hearts", "king", "robber") for name in order),
        *[trump] * players,
        lottery,
    ]


def _classic(players: int, size: int, options: Options) -> list[Contract]:
    units = _THREE if players == 3 else _FOUR
    found = _penalties(units, -1, _fatal(options["special_tricks"], size))
    names = [*PENALTIES, "robber"] if options["robber"] == "on" else list(PENALTIES)
    several = (250, 175) if players == 3 else (200, 125)
    one = (790, 485) if players == 3 else (800, 500)
    prizes = several if options["lottery_deals"] == "players" else one
    return _with_plus(found, names, players, options, (25, prizes))


def _polish(players: int, size: int, options: Options) -> list[Contract]:
    whole = {"special_tricks": "seventh_and_last", "robber": "on", "plus_phase": "both", **options}
    if options.get("scale") != "small":
        return _classic(players, size, whole)
    units = Units(2, 2, 5, 3, 16, 9)
    found = _penalties(units, -1, _fatal("seventh_and_last", size))
    return _with_plus(found, [*PENALTIES, "robber"], players, whole, (5, (10, 5, -5, -10)))


def _with_plus(
    found: dict[str, Contract],
    names: list[str],
    players: int,
    options: Options,
    plus: tuple[int, tuple[int, ...]],
) -> list[Contract]:
    unit, prizes = plus
    drop = ("KH",) if options["king_must_drop"] == "on" else ()
    penalties = [
        replace(
            _banned(found[name], "hearts", "king", "robber"),
            drop=drop if name in ("king", "robber") else (),
        )
        for name in names
    ]
    auction = options["trump_mode"] == "auction"
    trump = Contract(
        "trump",
        trick=unit,
        declarer="left",
        max_bid=int(options["max_bid"]) if auction else 0,
        leader="buyer" if auction and options["buyer_leads"] == "on" else "declarer",
    )
    trumps = [trump] * players
    lottery = Contract("lottery", prizes=prizes, eight=True)
    lotteries = [lottery] * (players if options["lottery_deals"] == "players" else 1)
    both = lotteries + trumps if options["plus_order"] == "lottery_first" else trumps + lotteries
    phases = {
        "trump": trumps,
        "lottery": lotteries,
        "both": both,
        "trump_twice": trumps * 2,
        "lottery_twice": lotteries * 2,
        "none": [],
    }
    return penalties + phases[options["plus_phase"]]


def _ten_deal(players: int, size: int, options: Options) -> list[Contract]:
    literal = options["scale"] == "literal"
    units = Units(8, 8, 0, 13, 124 if literal else 104, 52, ace=26 if literal else 13)
    found = _penalties(units, -1, _fatal("seventh_and_last", size))
    names = ("tricks", "hearts", "men", "aces_queens", "special", "king")
    banned = {"1": "1", "none": "", "2,6": "26", "1,2,6": "126"}[options["heart_ban"]]
    plus = Contract("trump", trick=12, declarer="left", leader="declarer", trumps="CDHSN")
    return [
        *(replace(found[name], ban=str(at) in banned) for at, name in enumerate(names, 1)),
        *[plus] * (4 if options["plus_deals"] == "4" else players),
    ]


def _king(players: int, size: int, options: Options) -> list[Contract]:
    found = _penalties(Units(20, 20, 50, 30, 160, 90), -1, _fatal("last_two", size))
    leader = "dealer" if options["leader"] == "dealer" else "left"
    trump = Contract("trump", trick=25, declarer="dealer", leader=leader, trumps="CDHSN")
    penalties = [
        replace(
            _banned(found[name], "hearts", "king"),
            drop=("KH",) if name == "king" else (),
            leader=leader,
        )
        for name in PENALTIES
    ]
    return penalties + [trump] * players


def _sik(_: int, size: int, options: Options) -> list[Contract]:
    found = _penalties(Units(1, 1, 5, 2, 18, 10), 1, _fatal("seventh_and_last", size))
    return [found[name] for name in options["penalty_order"].split(",")]


def _lottery(players: int, _: int, options: Options) -> list[Contract]:
    count = int(options["deals"])
    three, four = ((790, 485), (800, 500)) if count == 1 else ((250, 175), (200, 125))
    deal = Contract(
        "lottery",
        prizes=three if players == 3 else four,
        eight=options["start"] == "eight",
        ace_bonus=options["ace_bonus"] == "on",
    )
    return [deal] * count


_DIRECTIONS = {"left": 1, "right": -1, "across": 2, "hold": 0}


def _passes(players: int, options: Options) -> list[str]:
    across = ["across"] if players == 4 else []
    return {
        "cycle": ["left", "right", *across, "hold"],
        "every_left": ["left"],
        "every_right": ["right"],
        "off": ["hold"],
    }[options["passing"]]


def _greek(players: int, _: int, options: Options) -> list[Contract]:
    counted = {**_each(HEARTS, 1), "QS": 13}
    return _to_a_limit(players, options, Contract("", cards=counted, opening="2C"))


def _american(players: int, _: int, options: Options) -> list[Contract]:
    return [replace(deal, beside=("QS",)) for deal in _greek(players, 0, options)]


def _maria(players: int, _: int, options: Options) -> list[Contract]:
    counted = {**_each(HEARTS, 1), "QS": 13, "KS": 10, "AS": 7}
    return _to_a_limit(players, options, Contract("", cards=counted))


def _to_a_limit(players: int, options: Options, model: Contract) -> list[Contract]:
    counted = tuple(model.cards)
    bonus = {"JD": -10} if options["jack_bonus"] == "on" else {}
    breaking = (*HEARTS, "QS") if options["queen_breaks_hearts"] == "on" else tuple(HEARTS)
    return [
        replace(
            model,
            id=direction,
            cards={**model.cards, **bonus},
            leader="holder" if model.opening else "left",
            pass_to=_DIRECTIONS[direction] % players,
            barred=counted if options["first_trick_points"] == "barred" else (),
            breaking=breaking if options["hearts_must_break"] == "on" else (),
            drop=("QS",) if options["must_dump_queen"] == "on" else (),
            moon=options["moon"],
            moon_cards=counted,
        )
        for direction in _passes(players, options)
    ]
