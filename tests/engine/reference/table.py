"""One deal in play: whose turn it is, what may be done, and what follows from it."""

from abc import ABC, abstractmethod

from tests.engine.reference.games import RANKS, WHOLE, Contract

Event = tuple[object, ...]


def strength(card: str) -> int:
    """Return how high a card is in its suit."""
    return RANKS.index(card[0])


def in_order(found: set[str]) -> list[str]:
    """Return cards suit by suit, each from the lowest."""
    return sorted(found, key=WHOLE.index)


class Table(ABC):
    """What every deal has. Each move changes it; `waiting` are the seats that must choose."""

    def __init__(self, contract: Contract, dealer: int, hands: list[list[str]]) -> None:
        self.contract = contract
        self.dealer = dealer
        self.players = len(hands)
        self.left = (dealer + 1) % self.players
        self.dealt = [list(hand) for hand in hands]
        self.hands = [list(hand) for hand in hands]
        self.points = [0] * self.players
        self.known: list[set[str]] = [set() for _ in hands]
        self.waiting: list[int] = []
        self.phase = ""

    @property
    def over(self) -> bool:
        """Say whether the deal is over."""
        return self.phase == "over"

    @property
    def open_cards(self) -> set[str]:
        """Return the cards that lay or lie open to all, besides those that were played."""
        return set()

    @abstractmethod
    def start(self) -> list[Event]:
        """Ask the first seat, and return what that brought about."""

    @abstractmethod
    def legal(self, seat: int) -> set[str]:
        """Return every move that a seat may make, but for those with numbers and gifts."""

    @abstractmethod
    def make(self, seat: int, move: str) -> list[Event]:
        """Make a move for a seat that is asked, and return what followed."""

    def numbers(self) -> tuple[str, int, int] | None:
        """Return the verb, the lowest and the highest number that may be said, if any may."""
        return None

    def gift(self) -> int:
        """Return how many cards must be given, 0 where none are."""
        return 0

    def seen(self, seat: int) -> list[str]:
        """Return the cards in a seat's hand that it may see.

        Those dealt to it in the order of dealing, then those that came from elsewhere.
        """
        own = [card for card in self.dealt[seat] if card in self.hands[seat]]
        return own + in_order(set(self.hands[seat]) - set(own))

    def by_seat(self, seat: int, points: int, others: int = 0) -> tuple[int, ...]:
        """Return points that one seat gets, and all the others."""
        return tuple(points if at == seat else others for at in range(self.players))

    def add(self, change: tuple[int, ...]) -> None:
        """Add points, by seat."""
        self.points = [had + more for had, more in zip(self.points, change, strict=True)]
