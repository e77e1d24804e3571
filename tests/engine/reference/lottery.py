"""The lottery: cards are laid out suit by suit."""

from tests.engine.reference.games import SUITS, WHOLE, Contract
from tests.engine.reference.table import Event, Table, in_order, strength


class LotteryTable(Table):
    """A lottery in play."""

    def __init__(
        self, contract: Contract, dealer: int, hands: list[list[str]], odd: str = ""
    ) -> None:
        super().__init__(contract, dealer, hands)
        self.odd = odd
        self.opening = ""
        self.rows: dict[str, list[str]] = {suit: [] for suit in SUITS}
        self.out: list[int] = []

    @property
    def open_cards(self) -> set[str]:
        """Return the rows, and the card set aside."""
        return {card for row in self.rows.values() for card in row} | {self.odd}

    def start(self) -> list[Event]:
        """Ask the left of the dealer for an eight, or the dealer for any card."""
        self.phase = "lottery"
        return self._turn_to(self.left if self.contract.eight else self.dealer)

    def legal(self, seat: int) -> set[str]:
        """Return the cards that have a place in the layout."""
        if seat not in self.waiting:
            return set()
        return {f"play {card}" for card in self.hands[seat] if self._fits(card)}

    def _fits(self, card: str) -> bool:
        row = self.rows[card[1]]
        if not row:
            return card[0] == ("8" if self.contract.eight else self.opening or card[0])
        ranks = [strength(one) for one in row]
        return strength(card) in (min(ranks) - 1, max(ranks) + 1)

    def make(self, seat: int, move: str) -> list[Event]:
        """Lay a card, and return what followed."""
        card = move.removeprefix("play ")
        self.hands[seat].remove(card)
        self.opening = self.opening or card[0]
        self.rows[card[1]].append(card)
        events = self._lay_ghosts()
        if not self.hands[seat]:
            events += self._leave(seat)
        if len(self.out) >= len(self.contract.prizes):
            self.phase, self.waiting = "over", []
            return events
        if self.contract.ace_bonus and card[0] == "A" and self.legal(seat):
            return events
        return events + self._turn_to((seat + 1) % self.players)

    def _lay_ghosts(self) -> list[Event]:
        """Lay every card that nobody was dealt and that has its place, until none is left."""
        dealt = {card for hand in self.dealt for card in hand}
        laid: set[str] = set()
        while True:
            lying = {card for row in self.rows.values() for card in row}
            fitting = [card for card in WHOLE if card not in dealt | lying and self._fits(card)]
            if not fitting:
                return [("ghosts", " ".join(in_order(laid)))] if laid else []
            for card in fitting:
                self.rows[card[1]].append(card)
            laid |= set(fitting)

    def _leave(self, seat: int) -> list[Event]:
        events = [self._place(seat)]
        others = [at for at in range(self.players) if at not in self.out]
        if len(others) == 1 and len(self.contract.prizes) == self.players:
            events.append(self._place(others[0]))
        return events

    def _place(self, seat: int) -> Event:
        prize = self.contract.prizes[len(self.out)]
        self.points[seat] = prize
        self.out.append(seat)
        return ("out", seat, len(self.out), self.by_seat(seat, prize))

    def _turn_to(self, first: int) -> list[Event]:
        """Ask the first seat from this one on that can lay a card, skipping those before it."""
        events: list[Event] = []
        for step in range(self.players):
            seat = (first + step) % self.players
            if any(self._fits(card) for card in self.hands[seat]):
                self.waiting = [seat]
                return events
            if self.hands[seat]:
                events.append(("skipped", seat))
        raise AssertionError("nobody can lay a card")
