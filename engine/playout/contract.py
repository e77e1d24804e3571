"""What a trick deal counts and forbids, as tables that search looks up."""

from typing import TYPE_CHECKING, Final

from engine.cards import FULL_DECK, HEARTS, LANES, SUIT_SIZE, card_set, cards_in, parse_card, union
from engine.playout.lanes import SHIFTS, WHOLE, top
from engine.rules import Direction, OddCard, Rules, TrickDeal, named_cards

if TYPE_CHECKING:
    from mypy_extensions import i64

SUIT: Final = tuple(card // SUIT_SIZE for card in range(52))
BIT: Final = tuple(1 << card for card in range(52))
LANE_OF: Final = tuple(LANES[suit] for suit in SUIT)
UNDER: Final = tuple(LANES[SUIT[card]] & ((1 << card) - 1) for card in range(52))
OVER: Final = tuple(LANES[SUIT[card]] & ~((2 << card) - 1) for card in range(52))
SIDE: Final = FULL_DECK & ~LANES[HEARTS]


class Contract:
    """A trick deal of a match, resolved for its number of players.

    `worth` is what each of 52 cards brings to its taker and `trick_worth` what each trick brings
    besides, the first at 0, and after the last nothing; both signed as they are added to the score.
    `cost` and `trick_cost` are the same turned so that more is worse, whichever total wins. `sign`
    is 1 where the highest total wins, else -1.
    `valued` are the cards with any worth, `costly` those that nobody wants.
    `dear` orders what is thrown away by `cost`, then by rank. `costly_lanes` are the costly cards
    of each suit, as thirteen bits.
    `after` are for each seat the seats that play after it in a trick that it leads.
    `tail` tells for each number of finished tricks whether a later trick brings points by itself.
    `lane_cost` is what the cards of each suit cost together, `total` what the whole deal does.
    """

    __slots__ = (
        "after",
        "ban",
        "barred",
        "beside",
        "breakers",
        "cost",
        "costly",
        "costly_lanes",
        "dear",
        "drops",
        "early_end",
        "lane_cost",
        "last_takes_odd",
        "moon",
        "opening",
        "players",
        "sign",
        "tail",
        "total",
        "trick_cost",
        "trick_worth",
        "tricks",
        "valued",
        "worth",
    )

    def __init__(self, rules: Rules, spec: TrickDeal) -> None:
        """Take what counts from the rules of a match and one of its deals."""
        self.players: i64 = rules.players
        self.after = [_after(seat, rules.players) for seat in range(rules.players)]
        self.tricks: i64 = rules.hand_size
        self.sign = 1 if rules.direction is Direction.HIGH else -1
        self.worth = _card_worth(spec)
        self.trick_worth = _trick_worth(spec, self.tricks)
        self.cost = [-self.sign * points for points in self.worth]
        self.trick_cost = [-self.sign * points for points in self.trick_worth]
        self.valued: i64 = union(named_cards(part.cards) for part in spec.cards if part.points)
        self.costly: i64 = card_set(card for card in range(52) if self.cost[card] > 0)
        self.costly_lanes = [self.costly >> shift & WHOLE for shift in SHIFTS]
        self.dear = [16 * self.cost[card] + card % SUIT_SIZE for card in range(52)]
        self.tail = _tail(spec, self.tricks)
        self.lane_cost = [_total(self.cost, lane) for lane in LANES]
        self.total = sum(self.cost) + sum(self.trick_cost)
        self.moon: i64 = named_cards(spec.moon.cards) if spec.moon else 0
        self.ban = spec.heart_lead_ban
        self.barred: i64 = named_cards(spec.barred_first)
        self.opening: i64 = named_cards((spec.opening_card,)) if spec.opening_card else 0
        self.breakers: i64 = named_cards(spec.broken_hearts.by) if spec.broken_hearts else -1
        beside = named_cards(spec.broken_hearts.beside) if spec.broken_hearts else 0
        self.beside: i64 = SIDE & ~beside
        self.drops = cards_in(named_cards(spec.must_drop))
        self.early_end = spec.early_end
        self.last_takes_odd = rules.odd_card is OddCard.LAST_TRICK

    def worth_of(self, cards: "i64") -> int:
        """Return what some cards bring to their taker."""
        worth: i64 = 0
        counted: i64 = cards & self.valued
        while counted:
            card = top(counted)
            worth += self.worth[card]
            counted &= ~BIT[card]
        return worth


def _after(seat: int, players: int) -> list[int]:
    return [(seat + step) % players for step in range(1, players)]


def _card_worth(spec: TrickDeal) -> list[int]:
    worth = [0] * 52
    for part in spec.cards:
        for card in {parse_card(name) for name in part.cards}:
            worth[card] += part.points
    return worth


def _trick_worth(spec: TrickDeal, tricks: int) -> list[int]:
    worth = [*[spec.trick] * tricks, 0]
    for part in spec.tricks:
        worth[_place(part.number, tricks)] += part.points
    return worth


def _place(number: int, tricks: int) -> int:
    return number - 1 if number > 0 else tricks + number


def _tail(spec: TrickDeal, tricks: int) -> list[bool]:
    special = [_place(part.number, tricks) for part in spec.tricks if part.points]
    last = tricks - 1 if spec.trick else max(special, default=-1)
    return [done <= last for done in range(tricks + 1)]


def _total(cost: list[int], cards: int) -> int:
    return sum(cost[card] for card in cards_in(cards))
