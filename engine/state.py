"""The frozen state of a match in play, complete and secret: never sent to anybody.

Whoever needs to show it goes through `engine.views`. Everything here encodes to a few hundred
bytes, since each move reads and writes it.
"""

from enum import StrEnum

from msgspec import Struct

from engine.cards import card_set


class Phase(StrEnum):
    """What the deal is waiting for."""

    TRUMP = "trump"
    TRICKS = "tricks"
    LOTTERY = "lottery"
    SCORED = "scored"


class Layout(Struct, frozen=True, array_like=True):
    """What lies on the table in a lottery, ghost cards included."""

    laid: int = 0
    ghosts: int = 0
    opening_rank: int | None = None


class DealState(Struct, frozen=True, array_like=True):
    """One deal in play. All per-seat tuples are in seat order.

    `deck` is the order of dealing, `hands` are card sets, `plays` the cards played so far in
    order, `winners` the taker of each finished trick, `to_act` the seats that must choose,
    `out` the seats that have emptied their hands in a lottery, in order.
    """

    number: int
    dealer: int
    phase: Phase
    deck: bytes
    hands: tuple[int, ...]
    leader: int
    to_act: tuple[int, ...]
    points: tuple[int, ...]
    plays: bytes = b""
    winners: bytes = b""
    trump: int | None = None
    layout: Layout | None = None
    out: tuple[int, ...] = ()

    @property
    def seats(self) -> int:
        """Return the number of seats."""
        return len(self.hands)

    @property
    def table(self) -> bytes:
        """Return the cards of the unfinished trick, the lead first."""
        return self.plays[len(self.winners) * self.seats :]

    @property
    def trick_leader(self) -> int:
        """Return the seat that leads, or has led, the unfinished trick."""
        return self.winners[-1] if self.winners else self.leader

    def hands_without(self, seat: int, card: int) -> tuple[int, ...]:
        """Return the hands once a seat has let go of a card that it holds."""
        left = self.hands[seat] ^ 1 << card
        return (*self.hands[:seat], left, *self.hands[seat + 1 :])

    def dealt(self, seat: int) -> bytes:
        """Return the cards dealt to a seat, in the order of dealing. Source: R1.3."""
        first = (seat - self.dealer - 1) % self.seats
        return self.deck[first :: self.seats]

    def seen_hand(self, seat: int, count: int | None) -> bytes:
        """Return the cards in a seat's hand among the first `count` dealt to it (null: all)."""
        hand = self.hands[seat]
        return bytes(card for card in self.dealt(seat)[:count] if hand >> card & 1)


class MatchState(Struct, frozen=True, array_like=True):
    """A match from its start to its end. `deal` is null once the match is over.

    `secret` is the source of every deal's seed; `entropy` holds what the seats add to the next
    deal, in seat order; `scores` the points of each finished deal; `draw` the card that each
    seat drew for the first deal.
    """

    match_id: str
    secret: bytes
    draw: bytes
    deal: DealState | None
    scores: tuple[tuple[int, ...], ...] = ()
    entropy: tuple[bytes, ...] = ()

    @property
    def totals(self) -> tuple[int, ...]:
        """Return the sum of the finished deals by seat; zeros before the first is scored."""
        return tuple(map(sum, zip(*self.scores, strict=True))) or (0,) * len(self.draw)


def hands_of(deck: bytes, dealer: int, seats: int) -> tuple[int, ...]:
    """Return the card set that each seat is dealt. Source: R1.3."""
    return tuple(card_set(deck[(seat - dealer - 1) % seats :: seats]) for seat in range(seats))
