"""Kurnik written a second time, slowly and by other means, to hold the engine against.

Cards and moves are texts, hands are lists, and nothing of the engine is used.
"""

from dataclasses import dataclass, field

RANKS = "23456789TJQKA"
SUITS = "CDHS"
PENALTIES = ("tricks", "hearts", "queens", "men", "king", "special")

Event = tuple[object, ...]


@dataclass(frozen=True)
class Units:
    """The figures of a number of players."""

    trick: int
    king: int
    special: int
    trump: int
    prizes: tuple[int, int]
    last_trick: int
    seen_for_trump: int


UNITS = {
    3: Units(-15, -140, -70, 20, (790, 485), 17, 6),
    4: Units(-20, -150, -75, 25, (800, 500), 13, 5),
}


def trick_cost(deal: str, cards: list[str], number: int, units: Units) -> int:
    """Return what a trick adds to its taker's total."""
    if deal == "trump":
        return units.trump
    if deal == "robber":
        return sum(trick_cost(part, cards, number, units) for part in PENALTIES)
    return {
        "tricks": units.trick,
        "hearts": -20 * sum(card.endswith("H") for card in cards),
        "queens": -60 * sum(card.startswith("Q") for card in cards),
        "men": -30 * sum(card[0] in "KJ" for card in cards),
        "king": units.king * cards.count("KH"),
        "special": units.special * (number in (7, units.last_trick)),
    }[deal]


@dataclass
class Table:
    """One deal in play, changed by every move."""

    deal: str
    dealer: int
    hands: list[list[str]]
    declarer_leads: bool = False
    trump: str = ""
    trick: list[str] = field(default_factory=list)
    number: int = 1
    rows: dict[str, list[str]] = field(default_factory=lambda: {suit: [] for suit in SUITS})
    opening: str = ""
    out: list[int] = field(default_factory=list)
    over: bool = False

    def __post_init__(self) -> None:
        self.players = len(self.hands)
        self.units = UNITS[self.players]
        self.points = [0] * self.players
        self.first = [list(hand[: self.units.seen_for_trump]) for hand in self.hands]
        left = (self.dealer + 1) % self.players
        self.turn = self.dealer if self.deal in ("trump", "lottery") else left
        self.leader = self.dealer if self.deal == "lottery" or self.declarer_leads else left

    @property
    def names_trump(self) -> bool:
        """Say whether the deal waits for its trump."""
        return self.deal == "trump" and not self.trump

    def seen(self, seat: int) -> list[str]:
        """Return the cards in a seat's hand that it may see, in the order of dealing."""
        return self.first[seat] if self.names_trump else self.hands[seat]

    def legal(self) -> set[str]:
        """Return the texts of every move that the seat in turn may make."""
        if self.names_trump:
            return {f"trump {suit}" for suit in SUITS}
        hand = self.hands[self.turn]
        if self.deal == "lottery":
            return {f"play {card}" for card in hand if self._fits(card)}
        return {f"play {card}" for card in self._follow_or_lead(hand)}

    def _follow_or_lead(self, hand: list[str]) -> list[str]:
        if self.trick:
            return [card for card in hand if card[1] == self.trick[0][1]] or hand
        if self.deal in ("hearts", "king", "robber"):
            return [card for card in hand if card[1] != "H"] or hand
        return hand

    def _fits(self, card: str) -> bool:
        row = self.rows[card[1]]
        if not row:
            return self.opening in ("", card[0])
        ranks = [RANKS.index(one[0]) for one in row]
        return RANKS.index(card[0]) in (min(ranks) - 1, max(ranks) + 1)

    def make(self, move: str) -> list[Event]:
        """Make a move for the seat in turn, and return what followed."""
        verb, what = move.split()
        if verb == "trump":
            self.trump = what
            self.turn = self.leader
            return [("trump", what)]
        self.hands[self.turn].remove(what)
        return self._lay(what) if self.deal == "lottery" else self._add_to_trick(what)

    def _add_to_trick(self, card: str) -> list[Event]:
        self.trick.append(card)
        self.turn = (self.turn + 1) % self.players
        if len(self.trick) < self.players:
            return []
        counted = [card for card in self.trick if card[1] == self.trump]
        counted = counted or [card for card in self.trick if card[1] == self.trick[0][1]]
        best = max(counted, key=lambda card: RANKS.index(card[0]))
        leader = self.turn  # the turn has come round to the seat that led
        self.turn = (leader + self.trick.index(best)) % self.players
        cost = trick_cost(self.deal, self.trick, self.number, self.units)
        self.points[self.turn] += cost
        event = ("trick", self.number, leader, " ".join(self.trick), self.turn, cost)
        self.trick = []
        self.number += 1
        self.over = not any(self.hands)
        return [event]

    def _lay(self, card: str) -> list[Event]:
        self.opening = self.opening or card[0]
        self.rows[card[1]].append(card)
        events: list[Event] = []
        if self.players == 3 and "2C" not in self.rows["C"] and self._fits("2C"):
            self.rows["C"].append("2C")
            events.append(("ghosts", "2C"))
        if not self.hands[self.turn]:
            prize = self.units.prizes[len(self.out)]
            self.points[self.turn] = prize
            self.out.append(self.turn)
            events.append(("out", self.turn, len(self.out), prize))
        self.over = len(self.out) == 2
        return events if self.over else events + self._pass_turn()

    def _pass_turn(self) -> list[Event]:
        events: list[Event] = []
        while True:
            self.turn = (self.turn + 1) % self.players
            if self.legal():
                return events
            if self.hands[self.turn]:
                events.append(("skipped", self.turn))
