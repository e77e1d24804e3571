"""The frozen state of a match in play, complete and secret: never sent to anybody.

Whoever needs to show it goes through `engine.views`. Everything here encodes to a few hundred
bytes, since each move reads and writes it.
"""

from enum import StrEnum

from msgspec import Struct

from engine.cards import ALONE, card_set, cards_in, union


class Phase(StrEnum):
    """What the deal is waiting for; the list may grow."""

    PASSING = "passing"
    KEEPING = "keeping"
    BIDDING = "bidding"
    LOWERING = "lowering"
    EXCHANGE = "exchange"
    TRUMP = "trump"
    TRICKS = "tricks"
    LOTTERY = "lottery"
    MOON = "moon"
    SCORED = "scored"


class Layout(Struct, frozen=True, array_like=True):
    """What lies on the table in a lottery, ghost cards included."""

    laid: int = 0
    ghosts: int = 0
    opening_rank: int | None = None


class Sale(Struct, frozen=True, array_like=True):
    """The sale of the talon: what is asked, the highest bid, and who bids no more.

    `bidder` is null while nobody has bid. Source: R3.5.
    """

    minimum: int
    high: int = 0
    bidder: int | None = None
    passed: tuple[int, ...] = ()


class Transfer(Struct, frozen=True, array_like=True):
    """Cards that went from one seat to another, known to these two only. Source: R1.10."""

    giver: int
    receiver: int
    cards: bytes


class DealState(Struct, frozen=True, array_like=True, gc=False):
    """One deal in play. All per-seat tuples are in seat order.

    `deck` holds the cards dealt to the hands, in the order of dealing, `hands` are card sets,
    `plays` the cards played so far in order, `winners` the taker of each finished trick, `to_act`
    the seats that must choose. `leader` is null until it is known to all.

    In a lottery `out` are the seats without cards, in order. In an auction `declarer` decides
    over the `talon` and `taker` has it. While cards are passed, `chosen` holds what each seat has
    put down. `odd_counts`: the set-aside card goes to the taker of the last trick.
    """

    number: int
    dealer: int
    phase: Phase
    deck: bytes
    hands: tuple[int, ...]
    leader: int | None
    to_act: tuple[int, ...]
    points: tuple[int, ...]
    plays: bytes = b""
    winners: bytes = b""
    trump: int | None = None
    layout: Layout | None = None
    out: tuple[int, ...] = ()
    declarer: int | None = None
    taker: int | None = None
    talon: bytes = b""
    sale: Sale | None = None
    chosen: tuple[bytes, ...] = ()
    transfers: tuple[Transfer, ...] = ()
    set_aside: int | None = None
    odd_counts: bool = False

    @property
    def seats(self) -> int:
        """Return the number of seats."""
        return len(self.hands)

    @property
    def table(self) -> bytes:
        """Return the cards of the unfinished trick, the lead first."""
        return self.plays[len(self.winners) * len(self.hands) :]

    @property
    def tricks(self) -> int:
        """Return how many tricks the deal has when it is played out."""
        return (len(self.deck) + len(self.talon)) // len(self.hands)

    @property
    def trick_leader(self) -> int | None:
        """Return the seat that leads, or has led, the unfinished trick."""
        return self.winners[-1] if self.winners else self.leader

    @property
    def finished_tricks(self) -> bytes:
        """Return the cards of the finished tricks, in the order of play."""
        return self.plays[: len(self.winners) * self.seats]

    def taken(self, seat: int) -> int:
        """Return the set of the cards in the tricks that a seat has taken."""
        tricks = (number for number, taker in enumerate(self.winners) if taker == seat)
        seats = self.seats
        return union(card_set(self.plays[at * seats : at * seats + seats]) for at in tricks)

    def hands_without(self, seat: int, card: int) -> tuple[int, ...]:
        """Return the hands once a seat has let go of a card that it holds."""
        hands = list(self.hands)
        hands[seat] ^= ALONE[card]
        return tuple(hands)

    def dealt(self, seat: int) -> bytes:
        """Return the cards dealt to a seat, in the order of dealing. Source: R1.3."""
        seats = len(self.hands)
        return self.deck[(seat - self.dealer - 1) % seats :: seats]

    def seen_hand(self, seat: int, count: int | None) -> bytes:
        """Return a seat's cards among the first `count` dealt to it, in the order of dealing.

        `count` null: all its cards, those that came from other seats or the talon last.
        """
        hand = self.hands[seat]
        dealt = self.dealt(seat)
        kept = bytes([card for card in dealt[:count] if hand >> card & 1])
        if count is None and (self.talon or self.transfers):
            return kept + bytes(cards_in(hand & ~card_set(dealt)))
        return kept


class MatchState(Struct, frozen=True, array_like=True, gc=False):
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
