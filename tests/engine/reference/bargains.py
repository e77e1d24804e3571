"""What comes before the tricks: cards passed, the talon sold, the trump named."""

from collections.abc import Callable

from tests.engine.reference.games import Contract
from tests.engine.reference.lottery import LotteryTable
from tests.engine.reference.table import Event, Table
from tests.engine.reference.tricks import TrickTable

PASSED = 3


class WholeTable(TrickTable):
    """A deal for tricks, from the first choice on."""

    def __init__(
        self,
        contract: Contract,
        dealer: int,
        hands: list[list[str]],
        *,
        talon: list[str],
        odd: str,
        odd_counts: bool,
    ) -> None:
        super().__init__(contract, dealer, hands, talon=talon, odd=odd, odd_counts=odd_counts)
        self.chosen: dict[int, list[str]] = {}
        self.minimum = 0
        self.high = 0
        self.bidder = -1
        self.passed: list[int] = []

    def start(self) -> list[Event]:
        """Ask all seats for cards to pass, the declarer, or the leader."""
        if self.contract.pass_to:
            self.phase, self.waiting = "passing", list(range(self.players))
        else:
            self._after_passing()
        return []

    def _after_passing(self) -> None:
        if self.contract.declarer:
            self.phase = "keeping" if self.contract.max_bid else "trump"
            self.waiting = [self.declarer]
        else:
            self.lead()

    def seen(self, seat: int) -> list[str]:
        """Return the cards that a seat sees: while a trump is open, maybe the first only."""
        if self.phase == "trump" and self.contract.first_cards:
            return self.dealt[seat][: self.contract.first_cards]
        return super().seen(seat)

    def legal(self, seat: int) -> set[str]:
        """Return every move that a seat may make, but for those with numbers and gifts."""
        if seat not in self.waiting:
            return set()
        if self.phase == "tricks":
            return {f"play {card}" for card in self.playable(seat)}
        return {
            "keeping": {"keep"},
            "lowering": {"keep"},
            "bidding": {"pass"},
            "moon": {"moon add_others", "moon subtract_self"},
            "trump": {f"trump {suit}" for suit in self.contract.trumps},
        }.get(self.phase, set())

    def numbers(self) -> tuple[str, int, int] | None:
        """Return the verb, the lowest and the highest number that may be said, if any may."""
        found = {
            "keeping": ("open", 1, self.contract.max_bid),
            "lowering": ("lower", 1, self.minimum - 1),
            "bidding": ("bid", max(self.minimum, self.high + 1), self.contract.max_bid),
        }.get(self.phase)
        return found if found and found[1] <= found[2] else None

    def gift(self) -> int:
        """Return how many cards must be given, 0 where none are."""
        return {"passing": PASSED, "exchange": self.players - 1}.get(self.phase, 0)

    def make(self, seat: int, move: str) -> list[Event]:
        """Make a move for a seat that is asked, and return what followed."""
        verb, _, what = move.partition(" ")
        makers: dict[str, Callable[[int, str], list[Event]]] = {
            "play": self.put,
            "give": self._exchange if self.phase == "exchange" else self._put_down,
            "keep": self._keep,
            "open": self._ask_for,
            "lower": self._ask_for,
            "bid": self._bid,
            "pass": self._pass,
            "trump": self._name,
            "moon": self.shoot,
        }
        return makers[verb](seat, what)

    def _put_down(self, seat: int, what: str) -> list[Event]:
        self.chosen[seat] = what.split()
        self.waiting.remove(seat)
        if self.waiting:
            return []
        for giver, cards in self.chosen.items():
            for card in cards:
                self._move(card, giver, (giver + self.contract.pass_to) % self.players)
        given = tuple(" ".join(self.chosen[giver]) for giver in range(self.players))
        self.chosen = {}
        self._after_passing()
        return [("passed", given, self.contract.pass_to)]

    def _move(self, card: str, giver: int, receiver: int) -> None:
        self.hands[giver].remove(card)
        self.hands[receiver].append(card)
        self.known[giver].add(card)
        self.known[receiver].add(card)

    def _keep(self, seat: int, _: str) -> list[Event]:
        return self._take_talon(seat, 0)

    def _ask_for(self, seat: int, what: str) -> list[Event]:
        self.minimum, self.passed, self.phase = int(what), [], "bidding"
        return self._call_after(seat)

    def _bid(self, seat: int, what: str) -> list[Event]:
        self.high, self.bidder = int(what), seat
        return self._call_after(seat)

    def _pass(self, seat: int, _: str) -> list[Event]:
        self.passed.append(seat)
        return self._call_after(seat)

    def _call_after(self, seat: int) -> list[Event]:
        """Ask the next seat that has not passed, or close when only the bidder has not."""
        others = set(range(self.players)) - {self.declarer, *self.passed}
        if others - {self.bidder}:
            seats = [(seat + step) % self.players for step in range(1, self.players + 1)]
            self.waiting = [next(at for at in seats if at in others)]
            return []
        if self.bidder >= 0:
            return self._take_talon(self.bidder, self.high)
        if self.minimum > 1:
            self.phase, self.waiting = "lowering", [self.declarer]
            return []
        return self._take_talon(self.declarer, 0)

    def _take_talon(self, seat: int, bid: int) -> list[Event]:
        self.buyer = seat
        self.hands[seat] += self.talon
        self.phase, self.waiting = "exchange", [seat]
        return [("talon", seat, bid, " ".join(self.talon))]

    def _exchange(self, seat: int, what: str) -> list[Event]:
        for step, card in enumerate(what.split(), 1):
            self._move(card, seat, (seat + step) % self.players)
        self.phase, self.waiting = "trump", [seat]
        return [("given", seat, what)]

    def _name(self, seat: int, what: str) -> list[Event]:
        self.trump = what
        self.lead()
        hands = tuple(" ".join(self.seen(at)) for at in range(self.players))
        return [("trump", seat, what, hands)]

    def settle(self) -> list[Event]:
        """End the deal: the buyer pays the declarer, the odd card is shown."""
        if self.bidder < 0:
            return super().settle()
        paid = [0] * self.players
        paid[self.bidder], paid[self.declarer] = -self.high, self.high
        self.add(tuple(paid))
        return [("paid", tuple(paid)), *super().settle()]


def table(
    contract: Contract,
    dealer: int,
    hands: list[list[str]],
    rest: tuple[list[str], str] = ([], ""),
    odd_counts: bool = False,
) -> Table:
    """Return a deal just dealt; `rest` is the talon and the card set aside."""
    talon, odd = rest
    if contract.is_lottery:
        return LotteryTable(contract, dealer, hands, odd)
    counts = odd_counts and bool(odd)
    return WholeTable(contract, dealer, hands, talon=talon, odd=odd, odd_counts=counts)
